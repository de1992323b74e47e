"""Whether a review's figures are what they say: win shares against outcomes, luck against nothing.

    python -m bench.calibration alhambra --games 2000

plays games between judged bots and bins the shares that reviews would show. The exponents that make them frequencies
are chosen for every number of seats on all of the games; each half is measured with those chosen on the other. Luck
and what a look errs by come from whole reviews of other games. Written are reviews/figures.json, docs/calibration.json
and docs/calibration.svg. What was played and reviewed is kept in --keep: begun again, it goes on where it was.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import numpy as np

from bastide.core.game import Game
from bastide.core.play import MAX_SEATS
from bastide.games import load
from bastide.reviews.figures import FILE, Figures, all_figures
from bastide.reviews.reviewer import Reviewer
from bastide.reviews.shares import WHOLE
from bastide.reviews.study import Study
from bench.calibration_games import Played, play, record_of, seats_of
from bench.calibration_plot import draw_plot

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
BINS = 10
SECOND_LOOKS = 4  # of each game that is reviewed: decisions that are rehearsed, to learn what a first look is worth
OTHERS = 10_000  # the number from which games are counted that are looked at twice
LEAST = 0.01  # no look is trusted further than this
EXPONENTS = np.arange(0.4, 2.51, 0.02)
SURE = 1.96  # standard deviations: 19 times in 20

T = TypeVar("T")


# ---------------------------------------------------------------------- shares against outcomes


def calmed(shares: Any, exponent: float) -> Any:
    powers = np.where(shares > 0, shares, 0.0) ** exponent
    return powers / powers.sum(axis=1, keepdims=True)


def fit(played: Played) -> float:
    """The exponent under which these games were least surprising."""

    def surprise(exponent: float) -> float:
        shares = np.clip(calmed(played.shares, exponent), 1e-9, 1)
        return float(-(played.results * np.log(shares)).sum() / len(shares))

    return round(float(min(EXPONENTS, key=surprise)), 2)


def fit_by_seats(played: Played) -> dict[int, float]:
    """The exponent for every number of seats."""
    return {int(n): fit(played.where(played.seats == n)) for n in np.unique(played.seats)}


def said_of_the_other_half(played: Played) -> Any:
    """The shares that would be said of each half of the games with the exponents chosen on the other."""
    said = np.zeros_like(played.shares)
    is_odd = played.rounds % 2 == 1
    for half in (is_odd, ~is_odd):
        for seats, exponent in fit_by_seats(played.where(~half)).items():
            rows = half & (played.seats == seats)
            said[rows] = calmed(played.shares[rows], exponent)
    return said


class Bins(msgspec.Struct, frozen=True):
    """Ten bins: what was said on average, what came of it, and how often."""

    games: int
    error: float  # expected calibration error
    said: list[float]
    came: list[float]
    weight: list[float]
    errors: dict[int, float] = {}  # the same by the number of seats
    luck: list[float] = []  # mean luck of a seat, in points, and half of its 95 % interval
    lucks: int = 0  # over how many games


def bin_up(said: Any, played: Played) -> Bins:
    """All seats of all decisions, by what was said of them."""
    seated = np.arange(MAX_SEATS)[None, :] < played.seats[:, None]
    flat, came = said[seated], played.results[seated]
    place = np.minimum((flat * BINS).astype(int), BINS - 1)
    counts = np.maximum(1, np.bincount(place, minlength=BINS))
    weight = np.bincount(place, minlength=BINS) / len(flat)
    means, outcomes = (np.bincount(place, each, minlength=BINS) / counts for each in (flat, came))
    error = float((np.abs(means - outcomes) * weight).sum())
    return Bins(len(np.unique(played.games)), error, means.tolist(), outcomes.tolist(), weight.tolist())


def measure(played: Played) -> Bins:
    """The calibration of all games, and at each number of seats."""
    said = said_of_the_other_half(played)
    by_seats = {}
    for seats in np.unique(played.seats):
        rows = played.seats == seats
        by_seats[int(seats)] = round(bin_up(said[rows], played.where(rows)).error, 4)
    return msgspec.structs.replace(bin_up(said, played), errors=by_seats)


# ---------------------------------------------------------------------- luck, and what a look errs by


def lucks_of(of: Game, numbers: Iterable[int], seed: int, keep: Path) -> list[float]:
    """What draws did for one seat in each of some games, all seats in turn, in points."""

    def luck(number: int) -> float:
        study = Study(record_of(of, number, seed))
        seat = (number // (of.spec.seats[1] - of.spec.seats[0] + 1)) % seats_of(of, number)
        return 100 * sum(draw.change[seat] for draw in study.draws) / WHOLE

    return _kept(keep / "luck.json", luck, numbers, float)


class Looks(msgspec.Struct, frozen=True):
    """Some decisions looked at twice: by how much gaps between two moves changed, and shares at even chances."""

    gaps: list[float]
    shares: list[float]


def looks_of(of: Game, numbers: Iterable[int], seed: int, keep: Path) -> Looks:
    """Looks twice at some decisions of each of some games."""

    def look(number: int) -> Looks:
        study = Study(record_of(of, number, seed))
        looked = [i for i in range(len(study.moments)) if study.worth_another_look(i)]
        chosen = looked[:: max(1, len(looked) // SECOND_LOOKS)]
        return Looks(*(list(part) for part in zip(*(_look_twice(study, i) for i in chosen), strict=True)))

    found = _kept(keep / "looks.json", look, numbers, Looks)
    return Looks([gap for one in found for gap in one.gaps], [share for one in found for share in one.shares])


def _look_twice(study: Study, i: int) -> tuple[float, float]:
    """How much the gap between the move played and its best rival changed, and the mover's share after the move."""
    seat, view, once = study.moments[i].seat, study.view(i), study.weighed[i]
    rival = once.second(seat)
    assert rival is not None
    again = study.reviewer.rehearse_only(view, once, i)
    at = again.actions.index(once.actions[rival])
    gap = float(once.shares[once.played, seat] - once.shares[rival, seat])
    gap_again = float(again.shares[again.played, seat] - again.shares[at, seat])
    share, share_again = float(once.shares[once.played, seat]), float(again.shares[again.played, seat])
    return abs(gap - gap_again), abs(share - share_again) / max(0.2, 2 * math.sqrt(share * (1 - share)))


def typical(differences: list[float]) -> float:
    """The standard deviation of one look, from what two looks differ by; medians, so that rare turns do not count."""
    return 1.4826 * float(np.median(differences)) / math.sqrt(2)


def _kept(path: Path, find: Callable[[int], T], numbers: Iterable[int], kind: type[T]) -> list[T]:
    """What was found of each number, written down as it is found."""
    found: dict[int, T] = {}
    if path.exists():
        found = msgspec.convert(msgspec.json.decode(path.read_bytes()), dict[int, kind], strict=False)  # type: ignore[valid-type]
    wanted = list(numbers)
    for number in wanted:
        if number not in found:
            found[number] = find(number)
            _write(path, found)
    return [found[number] for number in wanted]


def mean_of(values: list[float]) -> list[float]:
    """The mean and half of its 95 % interval."""
    return [float(np.mean(values)), SURE * float(np.std(values, ddof=1)) / math.sqrt(len(values))]


# ---------------------------------------------------------------------- all of it


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--lucks", type=int, default=400)
    parser.add_argument("--reviews", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=ROOT / "build" / "calibration")
    asked = parser.parse_args()
    of = load(asked.game)
    judge = Reviewer(of).judge
    keep = asked.keep / f"{of.id}-{judge.replace(' ', '-')}-{asked.seed}"
    played = play(of, asked.games, asked.seed, keep)
    calm = fit_by_seats(played)
    _note_figures(of, Figures(calm=calm, judge=judge))
    lucks = lucks_of(of, range(asked.lucks), asked.seed, keep)
    looks = looks_of(of, range(OTHERS, OTHERS + asked.reviews), asked.seed, keep)
    gap, share = typical(looks.gaps), typical(looks.shares)
    doubt = max(LEAST, gap)
    _note_figures(of, Figures(calm, round(doubt, 4), round(doubt / 4, 4), round(share, 4), judge))
    bins = msgspec.structs.replace(measure(played), luck=mean_of(lucks), lucks=len(lucks))
    path = DOCS / "calibration.json"
    kept = msgspec.json.decode(path.read_bytes(), type=dict[str, Bins]) if path.exists() else {}
    kept[of.id] = bins
    _write(path, kept)
    (DOCS / "calibration.svg").write_text(draw_plot(kept), encoding="utf-8")
    print(f"{of.id}: exponents {calm}, error {bins.error:.4f}, by seats {bins.errors}")
    print(f"luck {bins.luck[0]:+.2f} ± {bins.luck[1]:.2f} points; gap {gap:.4f}, share {share:.4f}")


def _note_figures(of: Game, figures: Figures) -> None:
    """Keeps what was measured of a game, and reads it from now on."""
    _write(FILE, {**all_figures(), of.id: figures})
    all_figures.cache_clear()


def _write(path: Path, value: Any) -> None:
    plain = msgspec.to_builtins(value, str_keys=True)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(plain, order="sorted"), indent=2) + b"\n")


if __name__ == "__main__":
    main()
