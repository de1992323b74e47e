"""A review as data: what terminal, page and files show. Shares are whole millionths of first place, by seat."""

from __future__ import annotations

from typing import Literal

import msgspec

from bastide.core.words import Phrase
from bastide.reviews.grades import THRESHOLDS, Thresholds
from bastide.reviews.shares import Shares

FORMAT = "bastide-review/1"


class Considered(msgspec.Struct, frozen=True):
    """Something that could be done, and what it promised its mover."""

    action: int
    text: str  # in notation
    label: Phrase
    targets: tuple[str, ...]  # pieces on the board that stand for it, source first
    shares: Shares  # right after it, as the mover could judge it


class LineStep(msgspec.Struct, frozen=True):
    """One decision of a line that was to be expected."""

    seat: int
    label: Phrase


class Decision(msgspec.Struct, frozen=True):
    """One decision: `before` + `change` + `luck` + `unseen` is `before` of the next."""

    number: int  # from 1
    ply: int  # of the record, from 0
    seat: int
    before: Shares  # what each seat could expect, were the best done
    played: Considered
    better: Considered | None  # none where nothing better was found
    loss: int  # what the mover gave away, from 0 on
    error: int  # of it, 19 times in 20
    grade: str  # empty where there was no choice
    change: Shares  # by the decision; adds up to 0
    luck: Shares  # what was drawn until the next decision, against what might have been; adds up to 0
    unseen: Shares  # what showed only then: hidden cards, and the judge's second thoughts; adds up to 0
    reasons: tuple[Phrase, ...] = ()  # for what was better; for what was played where that was the keystone
    line: tuple[LineStep, ...] = ()  # what was to be expected after it, in one deal of what its mover could not see


class Draw(msgspec.Struct, frozen=True):
    """What chance did between two decisions, against what it might have done."""

    after: int  # the decision's number; 0: the deal
    first: int  # plies of the record, from 0
    last: int
    change: Shares  # adds up to 0
    error: int  # of it, 19 times in 20; 0 where every outcome was tried
    exact: bool


class Account(msgspec.Struct, frozen=True):
    """One seat's account: start + got - gave + luck + unseen = result, in millionths; `shown` in tenths of a point."""

    seat: int
    start: int
    got: int  # by the others' decisions
    gave: int  # by its own
    luck: int  # by draws
    unseen: int  # by what nobody could know yet, or the judge did not see
    result: int
    shown: tuple[int, int, int, int, int, int]  # the same, rounded so that rows and columns close
    tally: dict[str, int]  # how many of its decisions bear which word


class TurningPoint(msgspec.Struct, frozen=True):
    """A moment that changed the game most."""

    kind: Literal["decision", "draw"]
    number: int  # of the decision, or of the one after which was drawn
    seat: int  # whose share it changed
    change: int


class Review(msgspec.Struct, frozen=True):
    """What was skill and what was luck in a finished game."""

    format: str
    game: str
    rules_version: int
    seats: int
    judge: str  # whose word it is
    refined: int  # how many decisions were looked at again; 0 in the first pass
    start: Shares
    start_error: int
    decisions: tuple[Decision, ...]
    draws: tuple[Draw, ...]
    result: Shares
    ledger: tuple[Account, ...]
    border: int  # how far, 19 times in 20, the border between decisions and luck may lie elsewhere
    turning: tuple[TurningPoint, ...]
    luckiest: tuple[int | None, ...]  # by seat: which of `draws` helped it most
    unluckiest: tuple[int | None, ...]
    band: int  # standard deviation of a share at even chances, for the band around a curve
    thresholds: Thresholds = THRESHOLDS
