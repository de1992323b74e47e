"""A finished game under review: walked through once, then judged decision by decision and draw by draw."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from bastide.core.errors import BadOption, BadRecord, BadSeats, BastideError, ForeignVersion, UnknownGame
from bastide.core.game import Game
from bastide.core.play import entry_points
from bastide.core.position import Position, opening_of
from bastide.core.record import Record
from bastide.core.rng import new_rng
from bastide.core.state import CHANCE, from_bytes, to_bytes
from bastide.core.view import View, look_at
from bastide.games import load_version
from bastide.reviews.grades import FORCED, KEYSTONE, SOUND, grade
from bastide.reviews.ledger import balance, turning_points
from bastide.reviews.model import FORMAT, Considered, Decision, Draw, Review
from bastide.reviews.reasons import Reasoner
from bastide.reviews.refused import CannotReview
from bastide.reviews.reviewer import DEALS_OF_A_START, DRAW_STREAM, SAMPLES, SURE, SURE_OF_BEST, Reviewer, Weighed
from bastide.reviews.shares import WHOLE, Shares, apportion, less

CERTAIN = 4.0  # standard deviations of a first look that a move must lead by to need no second

Progress = Callable[[int, int], None]


class Moment(NamedTuple):
    """A decision as it stood."""

    ply: int
    seat: int
    action: int
    states: Any  # the truth: for what came of it, never for what is said of the decision


class Cancelled(BastideError):
    """Nobody waits for it any more."""


def check(record: Record) -> tuple[Game, Position]:
    """The rules of a finished record and its end; refused where it is not what it says."""
    try:
        game = load_version(record.game, record.rules_version)
    except (UnknownGame, TypeError) as error:
        raise CannotReview("game", str(error)) from error
    except ForeignVersion as error:
        raise CannotReview("version", str(error), version=record.rules_version) from error
    if len(record.plies) > game.spec.max_plies:
        raise CannotReview("huge", plies=len(record.plies), most=game.spec.max_plies)
    try:
        last = record.replay(game)
    except (BadRecord, BadSeats, BadOption) as error:
        raise CannotReview("forged", str(error)) from error
    if not last.is_over:
        raise CannotReview("not_over")
    return game, last


def _seed_of(record: Record) -> int:
    """For the draws that are tried beside those of a game: each game tries its own.

    Were they the same in all games, all would err to the same side wherever they look alike, first of all at the deal.
    """
    plies = repr([(line.who, line.action) for line in record.plies])
    return int.from_bytes(hashlib.blake2b(plies.encode(), digest_size=7).digest())


class Study:
    """Judges a game; `review` tells what is known so far, `refine` looks again."""

    def __init__(self, record: Record) -> None:
        self.game, last = check(record)
        self.seats = record.seats
        self.reviewer = Reviewer(self.game)
        self.reasoner = Reasoner(self.game)
        self.refined = 0
        self.luck_seed = _seed_of(record)
        self._walk(last)
        self._judge_draws()

    @cached_property
    def weighed(self) -> list[Weighed]:
        """What is known of every decision's moves."""
        return [self.weigh(number) for number in range(len(self.moments))]

    # ------------------------------------------------------------------ the game, once through

    def _walk(self, last: Position) -> None:
        """Notes every decision, and the state from which each run of draws began."""
        entry = entry_points(self.game)
        states = from_bytes(self.game.state, opening_of(self.game, last.seats, tuple(last.options.items())))
        self.moments: list[Moment] = []
        self.runs: list[tuple[int, int, int, Any]] = []  # after which decision, first and last ply, state before
        for ply, (who, action) in enumerate(last.plies):
            if who == CHANCE and self.runs and self.runs[-1][2] == ply - 1:
                after, first, _, before = self.runs[-1]
                self.runs[-1] = (after, first, ply, before)
            elif who == CHANCE:
                self.runs.append((len(self.moments), ply, ply, self._copy(states)))
            else:
                self.moments.append(Moment(ply, who, action, self._copy(states)))
            entry.apply(states, action)
        shares = [self.reviewer.foresee(moment.states, self.seats) for moment in self.moments]
        shares.append(self.reviewer.foresee(states, self.seats))
        self.foreseen: list[Shares] = [apportion(each) for each in shares]

    def _copy(self, states: Any) -> Any:
        return from_bytes(self.game.state, to_bytes(states))

    def _judge_draws(self) -> None:
        self.draws: list[Draw] = []
        self.luck: dict[int, Shares] = {}  # by the number of the decision before
        self.start, self.start_error = self.foreseen[0], 0
        for after, first, last, before in self.runs:
            samples = DEALS_OF_A_START if first == 0 else SAMPLES
            expected = self.reviewer.expect(before, self.seats, new_rng(self.luck_seed, DRAW_STREAM + first), samples)
            shares, error = apportion(expected.shares), round(SURE * WHOLE * expected.error)
            if first == 0:
                self.start, self.start_error = shares, error
            self.luck[after] = less(self.foreseen[after], shares)
            self.draws.append(Draw(after, first, last, self.luck[after], error, expected.is_exact))

    def before(self, number: int) -> Shares:
        """A point of the curve: what each seat could expect at a decision (from 0), or has at the end."""
        if number == len(self.moments):
            return self.foreseen[number]
        weighed = self.weighed[number]
        return apportion(weighed.shares[weighed.best(self.moments[number].seat)])

    # ------------------------------------------------------------------ decisions

    def view(self, number: int) -> View:
        """What the mover of a decision (from 0) could see."""
        moment = self.moments[number]
        return look_at(self.game, moment.states, moment.seat)

    def weigh(self, number: int) -> Weighed:
        """The first look at a decision (from 0)."""
        return self.reviewer.weigh(self.view(number), self.moments[number].action, number)

    def refine(self, progress: Progress | None = None) -> Review:
        """Looks again at every decision that was one, by playing on from its moves; `progress` may raise to end it."""
        open_ones = [number for number in range(len(self.moments)) if self.worth_another_look(number)]
        again = list(self.weighed)
        for done, number in enumerate(open_ones):
            if progress is not None:
                progress(done, len(open_ones))
            again[number] = self.reviewer.rehearse(self.view(number), self.weighed[number], number)
        self.weighed, self.refined = again, len(open_ones)
        return self.review()

    def worth_another_look(self, number: int) -> bool:
        """Whether there was anything to choose, and a second look could say something else than the first."""
        seat, weighed = self.moments[number].seat, self.weighed[number]
        second = weighed.second(seat)
        if second is None:
            return False
        lead = float(weighed.shares[weighed.played, seat] - weighed.shares[second, seat])
        return lead < CERTAIN * self.reviewer.figures.doubt

    def _move(self, view: View, weighed: Weighed, k: int) -> Considered:
        action = weighed.actions[k]
        choice = self.game.choice(view.state, action, view.seat)
        text = self.game.write(view.state, action)
        return Considered(action, text, choice.label, choice.targets, apportion(weighed.shares[k]))

    def decide(self, number: int) -> Decision:
        """What is said of a decision (from 0): from its mover's view alone, but for the curve and the luck."""
        moment, weighed, view = self.moments[number], self.weighed[number], self.view(number)
        best = weighed.best(moment.seat)
        played, better = self._move(view, weighed, weighed.played), self._move(view, weighed, best)
        change = less(played.shares, better.shares)
        rival = best if best != weighed.played else weighed.second(moment.seat)
        error = 0 if rival is None else self._error(float(weighed.spread[rival]))
        lead = 0 if rival is None else played.shares[moment.seat] - apportion(weighed.shares[rival])[moment.seat]
        loss = -change[moment.seat]
        word = FORCED if len(view.legal) == 1 else grade(loss, lead, error)
        luck = self.luck.get(number + 1, (0,) * self.seats)
        has_reasons = rival is not None and (best != weighed.played or word == KEYSTONE)
        return Decision(
            number=number + 1,
            ply=moment.ply,
            seat=moment.seat,
            before=better.shares,
            played=played,
            better=None if best == weighed.played else better,
            loss=loss,
            error=error,
            grade=word,
            change=change,
            luck=luck,
            unseen=less(less(self.before(number + 1), played.shares), luck),
            reasons=self.reasoner.compare(view, weighed, best, rival) if has_reasons and rival is not None else (),
            line=tuple(self.reviewer.line(view, weighed.actions[best])) if word not in (FORCED, SOUND) else (),
        )

    def _error(self, spread: float) -> int:
        """Of a difference between two moves, 19 times in 20: by the deals that were tried, and by the judge itself."""
        figures = self.reviewer.figures
        doubt = figures.refined if self.refined else figures.doubt
        return round(SURE_OF_BEST * WHOLE * math.hypot(spread, doubt))

    # ------------------------------------------------------------------ all of it

    def review(self) -> Review:
        decisions = tuple(self.decide(number) for number in range(len(self.moments)))
        draws, result = tuple(self.draws), self.foreseen[-1]
        return Review(
            format=FORMAT,
            game=self.game.id,
            rules_version=self.game.spec.rules_version,
            seats=self.seats,
            judge=self.reviewer.judge,
            refined=self.refined,
            start=self.start,
            start_error=self.start_error,
            decisions=decisions,
            draws=draws,
            result=result,
            ledger=balance(self.start, decisions, draws, result),
            border=max(self._border(decisions, p) for p in range(self.seats)),
            turning=turning_points(decisions, draws),
            luckiest=tuple(self._extreme(p, 1) for p in range(self.seats)),
            unluckiest=tuple(self._extreme(p, -1) for p in range(self.seats)),
            band=round(WHOLE * self.reviewer.figures.value),
        )

    def _border(self, decisions: Sequence[Decision], seat: int) -> int:
        """How far a seat's border between decisions and luck may lie elsewhere, 19 times in 20."""
        own = sum(d.error**2 for d in decisions if d.seat == seat and d.loss)
        return round(SURE / SURE_OF_BEST * math.sqrt(own + sum(draw.error**2 for draw in self.draws)))

    def _extreme(self, seat: int, sign: int) -> int | None:
        """Which draws did most for a seat, or against it."""
        ranked = sorted(range(len(self.draws)), key=lambda i: (-sign * self.draws[i].change[seat], i))
        return ranked[0] if ranked and sign * self.draws[ranked[0]].change[seat] > 0 else None


def review(record: Record) -> Review:
    """The first pass over a finished game; the same game always gives the same review."""
    return Study(record).review()
