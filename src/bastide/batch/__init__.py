"""Many games at once: through a policy over arrays, or at random, on all cores or on a GPU.

Every game of a batch is the game that `Position` or `Simulator` plays from the same seed and the same decisions.
"""

from bastide.batch.batch import BadBatch, Batch
from bastide.batch.play import Policy, play, random_policy
from bastide.batch.random_games import Played, play_random
from bastide.batch.rewards import REWARDS, rewards

__all__ = ["REWARDS", "BadBatch", "Batch", "Played", "Policy", "play", "play_random", "random_policy", "rewards"]
