"""Batches on one NVIDIA GPU: the same rules, translated for CUDA; one thread plays one game at a time.

`random_games` plays random games whole; `batch` steps many games with actions from outside, by `staged` kernels on a
card and by `plain` ones in CUDA's simulator; `memory` is how their arrays lie there and go to other libraries.
"""

from bastide.batch.gpu.batch import GpuBatch, RandomPolicy, play
from bastide.batch.gpu.memory import card_states, fetch
from bastide.batch.gpu.random_games import GpuSimulator, play_random

__all__ = ["GpuBatch", "GpuSimulator", "RandomPolicy", "card_states", "fetch", "play", "play_random"]
