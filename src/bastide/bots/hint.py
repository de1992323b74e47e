"""Advice for a person: what the Champion would do, what else there is, and what decides between them.

What to do, how often it wins and for how many points is the judge's word; the reasons, in words, are the hand-written
opinion's. A game without a judge has all of it from its opinion.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
import numpy as np

from bastide.bots.bot import Dice, legal_of
from bastide.bots.greedy import DEALS, settle_chance, sum_opinion
from bastide.bots.ismcts import count_seats, new_scratch, try_action
from bastide.bots.judged import judged_kernel
from bastide.bots.levels import best_search
from bastide.bots.search import Budget, Finding
from bastide.core.game import Game
from bastide.core.jit import bind, calling
from bastide.core.play import draw
from bastide.core.rng import new_rng
from bastide.core.state import OVER, int_array
from bastide.core.view import View
from bastide.core.words import Phrase, Values
from bastide.judge import judge_of
from bastide.judge.net import POINTS

game: Any = None  # stands for a game's rules; each compiled copy has its own

ALTERNATIVES = 3
REASONS = 2  # terms given for each
PROBES = 100  # iterations, at least, with each alternative
PART = 4  # and at least this part of the whole search, so that chance does not rank them
HASTE = 4  # the Champion's budget over a hint's: people wait
REHEARSALS = 24  # games played out for the expected points of each alternative
CLOSE = 0.03  # shares of first place nearer than this decide nothing
GRADES = (5, 60, 200)  # hundredths of a point: a little, clearly, much
TERM_STREAM, POINT_STREAM = 2**32, 2**32 + 1  # far from the streams of decisions


class Alternative(msgspec.Struct, frozen=True):
    """One thing to do."""

    action: int
    text: str  # in notation
    label: Phrase
    share: int  # of first places, in per cent, over the futures that were searched
    points: int  # expected at the end
    thought: int  # per cent of the search that went into it
    reasons: tuple[Phrase, ...]  # the best one's against the second, the others' against the best


class Hint(msgspec.Struct, frozen=True):
    """The best first, and how sure that is."""

    seat: int
    iterations: int
    verdict: Phrase
    alternatives: tuple[Alternative, ...]

    @property
    def action(self) -> int:
        return self.alternatives[0].action


@calling
def weigh_terms(views: Any, scratch: Any, rng: Any, seat: int, a: int, sums: Any, deals: int) -> None:
    """sums[i] = term i of the opinion after an action, added up over the deals."""
    for i in range(game.NUM_TERMS):
        sums[i] = 0
    for _ in range(deals):
        game.redeal(views[0], seat, rng, scratch.states)
        try_action(scratch, rng, seat, a)
        for i in range(game.NUM_TERMS):
            sums[i] += scratch.terms[i]


def play_sensibly(scratch: Any, rng: Any, limit: int) -> None:
    """To the end, or for so many decisions: every seat takes what its opinion likes best."""
    s = scratch.states[0]
    settle_chance(s, rng)
    while game.to_move(s) != OVER and limit > 0:
        mover = game.to_move(s)
        n = game.legal(s, scratch.buf)
        action = scratch.buf[0]
        best = try_action(scratch, rng, mover, action) if n > 1 else 0
        for k in range(1, n):
            opinion = try_action(scratch, rng, mover, scratch.buf[k])
            if opinion > best:
                best = opinion
                action = scratch.buf[k]
        game.apply(s, action)
        settle_chance(s, rng)
        limit -= 1


@calling
def rehearse(views: Any, scratch: Any, rng: Any, seat: int, a: int, limit: int, games: int) -> int:
    """The chooser's final points after an action, added up over games that are played out with some sense."""
    total = 0
    for _ in range(games):
        game.redeal(views[0], seat, rng, scratch.states)
        game.apply(scratch.states[0], a)
        play_sensibly(scratch, rng, limit)
        count_seats(scratch)
        total += scratch.points[seat, 0]
    return total


TEMPLATES = (draw, settle_chance, sum_opinion, try_action, count_seats, weigh_terms, play_sensibly, rehearse)


@cache
def hint_kernel(of: Game) -> Any:
    """The templates above, compiled for one game."""
    return bind(TEMPLATES, of.kernel)


class Hinter:
    """Gives hints for one game; keeps its memory for the next."""

    def __init__(self, game: Game, seed: int = 0, budget: Budget | None = None) -> None:
        self.game = game
        self.dice = Dice(seed)
        self.search, thought = best_search(game)
        self.judge = judge_of(game)
        self.budget = budget or Budget(thought.iterations // HASTE if self.judge else thought.iterations)
        self.kernel = hint_kernel(game)
        self.scratch = new_scratch(game)
        self.sums = int_array(max(1, len(game.terms)), np.int64)
        self.weighed = np.zeros(1, np.float64)

    def cancel(self) -> None:
        """Ends the search that is under way; may be called from another thread."""
        self.search.cancel()

    def prepare(self, view: View) -> None:
        """Compiles what a hint needs, if need be, so that no deadline counts it."""
        self._advise(view, Budget(1))

    def hint(self, view: View) -> Hint:
        """The two or three best, compared; the same for the same view, seed and iterations."""
        return self._advise(view, self.budget)

    def _advise(self, view: View, budget: Budget) -> Hint:
        rng = self.dice.shake()
        has_choice = len(legal_of(view)) > 1
        findings = self.search.run(view, budget if has_choice else Budget(1), rng)
        iterations = self.search.iterations
        top = self._top(view, findings, rng)
        terms = [self._terms(view, finding.action) for finding in top]
        return Hint(
            seat=view.seat,
            iterations=iterations,
            verdict=judge(top),
            alternatives=tuple(
                self._describe(view, finding, finding.visits / iterations, self._reasons(top, terms, i))
                for i, finding in enumerate(top)
            ),
        )

    def _top(self, view: View, findings: list[Finding], rng: Any) -> list[Finding]:
        """What the Champion would do, and the two next in its mind, each looked at often enough to compare."""
        best, *others = findings
        others.sort(key=lambda finding: (-finding.visits, -finding.lean, finding.action))
        top = [best, *others[: ALTERNATIVES - 1]]
        enough = max(PROBES, self.search.iterations // PART)
        seldom = [finding.action for finding in top[1:] if finding.visits < enough]
        shares = {finding.action: finding.share for finding in self.search.probe(view, seldom, enough, rng)}
        return [finding._replace(share=shares[finding.action]) for finding in top]

    def _reasons(self, top: list[Finding], terms: list[list[int]], i: int) -> tuple[Phrase, ...]:
        """Why alternative i is better or worse than its rival: the second for the best one, the best for all others.

        A single alternative has no rival and no reasons.
        """
        if len(top) == 1:
            return ()
        rival = 1 if i == 0 else 0
        return compare(self.game, terms[i], terms[rival], top[i].share - top[rival].share)

    def _terms(self, view: View, action: int) -> list[int]:
        """The opinion's terms after an action, in hundredths of a point; the same deals for every action."""
        rng = new_rng(self.dice.seed, TERM_STREAM)
        self.kernel.weigh_terms(view.states, self.scratch, rng, view.seat, action, self.sums, DEALS)
        return [int(total) // DEALS for total in self.sums[: len(self.game.terms)]]

    def _points(self, view: View, action: int) -> float:
        """What the chooser may expect at the end: the judge's word, or a few games that the opinion plays out."""
        rng = new_rng(self.dice.seed, POINT_STREAM)
        states, scratch = view.states, self.scratch
        if self.judge is None:
            limit = self.game.spec.max_plies
            total: int = self.kernel.rehearse(states, scratch, rng, view.seat, action, limit, REHEARSALS)
            return total / REHEARSALS
        _margin, mean, scale = self.judge.mind.terms
        scratch.buf[0] = action
        judged_kernel(self.game).weigh_judged(
            states, scratch.states, rng, view.seat, scratch.buf, 1, self.judge.mind, self.weighed, DEALS, POINTS
        )
        return float(mean + scale * self.weighed[0] / DEALS)

    def _describe(self, view: View, finding: Finding, thought: float, reasons: tuple[Phrase, ...]) -> Alternative:
        return Alternative(
            action=finding.action,
            text=self.game.write(view.state, finding.action),
            label=self.game.choice(view.state, finding.action, view.seat).label,
            share=round(100 * finding.share),
            points=round(self._points(view, finding.action)),
            thought=round(100 * thought),
            reasons=reasons,
        )


def compare(game: Game, own: list[int], rival: list[int], lead: float) -> tuple[Phrase, ...]:
    """What speaks for an action and against it beside another, the weightiest term first.

    `lead` is how much more of the first place the search gives it. Where no term speaks that way, the search itself is
    the reason.
    """
    side = "more" if lead > 0 else "less"
    differences = [(mine - theirs, term) for mine, theirs, term in zip(own, rival, game.terms, strict=True)]
    reasons = []
    for difference, term in sorted(differences, key=lambda entry: -abs(entry[0]))[:REASONS]:
        grade = sum(abs(difference) >= bound for bound in GRADES)
        if grade:
            reasons.append(Phrase(f"bots.hint.{'more' if difference > 0 else 'less'}.{grade}", {"term": f"@{term}"}))
    if abs(lead) >= CLOSE and not any(side in phrase.key for phrase in reasons):
        reasons.append(Phrase(f"bots.hint.later.{side}"))
    return tuple(reasons) or (Phrase("bots.hint.equal"),)


def judge(top: Sequence[Finding]) -> Phrase:
    """How clearly the first is better than the second."""
    if len(top) == 1:
        return Phrase("bots.hint.only")
    lead = top[0].share - top[1].share
    values: Values = {"first": round(100 * top[0].share), "second": round(100 * top[1].share)}
    if abs(lead) < CLOSE:
        return Phrase("bots.hint.close", values)
    return Phrase("bots.hint.clear" if lead > 0 else "bots.hint.narrow", values)


def hint(view: View, seed: int = 0, budget: Budget | None = None) -> Hint:
    """What the Champion would do here, and why."""
    return Hinter(view.game, seed, budget).hint(view)
