"""The learned judge: one small net a game that says what a view is worth to each seat.

`judge_of(game)` reads the weights that come with Bastide; `Judge.value(view)` asks it. No torch is needed.
"""

from bastide.judge.judge import Judge, NoJudge, Value, judge_of, trouble_of, why_no_judge
from bastide.judge.weights import BadWeights, Weights, read_weights, weights_file, write_weights

__all__ = [
    "BadWeights",
    "Judge",
    "NoJudge",
    "Value",
    "Weights",
    "judge_of",
    "read_weights",
    "trouble_of",
    "weights_file",
    "why_no_judge",
    "write_weights",
]
