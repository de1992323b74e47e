"""What the strongest bot would do from a seat's view, and why."""

import bastide
from bastide.bots.hint import hint
from bastide.bots.search import Budget
from bastide.core.catalogue import say_phrase

m = bastide.load("enghien").new(seats=3, seed=1)
given = hint(m.view(m.to_move), budget=Budget(iterations=500))
print(say_phrase("en", given.verdict))
for alternative in given.alternatives:
    reasons = ", ".join(say_phrase("en", reason) for reason in alternative.reasons)
    print(f"{alternative.text}: {alternative.share} % of first places ({reasons})")
