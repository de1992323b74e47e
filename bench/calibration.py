"""Whether a review's figures are what they say: win shares against outcomes, luck against nothing.

    python -m bench.calibration alhambra --games 2000

plays games between judged bots, bins the shares that reviews would show, chooses the exponent that makes them
frequencies on half of the games, measures the other half, and writes reviews/figures.json, docs/calibration.json and
docs/calibration.svg.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from bastide.arena.plots import INKS
from bastide.bots.greedy import pick_slipping, settle_chance
from bastide.core.game import Game
from bastide.core.jit import bind
from bastide.core.play import MAX_SEATS, draw
from bastide.core.position import Position
from bastide.core.rng import new_rng
from bastide.core.state import OVER, int_array, new_states
from bastide.games import load
from bastide.judge import judge_of
from bastide.judge.after import show_after
from bastide.judge.net import SHARE, UTILITY, judge_after, tell_result
from bastide.reviews.figures import FILE, Figures, all_figures
from bastide.reviews.kernel import tell_shares
from bastide.reviews.reviewer import Reviewer
from bastide.reviews.shares import WHOLE
from bastide.reviews.study import Study

DOCS = Path(__file__).resolve().parents[1] / "docs"
BINS = 10
HEAT = 0.01  # utility that a bot may overlook: equal players, but not always the same game
SECOND_LOOKS = 4  # of each game that is reviewed: decisions that are rehearsed, to learn what a first look is worth
LEAST = 0.01  # no look is trusted further than this
EXPONENTS = np.arange(0.4, 2.01, 0.02)

game: Any = None  # stands for a game's rules; each compiled copy has its own


def play_told(states: Any, rng: Any, buf: Any, mind: Any, wants: Any, told: Any, plies: Any, heat: float) -> int:
    """A whole game: told[t] = each seat's share before decision t, plies[t] what was decided; returns decisions."""
    s = states[0]
    settle_chance(s, rng)
    t = 0
    while game.to_move(s) != OVER and t < len(told) - 1:
        mover = game.to_move(s)
        n = game.candidates(s, mover, buf, game.legal(s, buf))
        best = -1.0
        for k in range(n):
            judge_after(s, buf[k], mover, mind)
            wants[k] = mind.said[UTILITY]
            if mind.said[SHARE] > best:
                best = mind.said[SHARE]
                tell_shares(mind, mover, s.seats, 1.0, told[t])
        plies[t] = buf[pick_slipping(wants, n, rng, heat)] if n > 1 else buf[0]
        game.apply(s, plies[t])
        settle_chance(s, rng)
        t += 1
    game.scores(s, mind.points)
    tell_result(mind, 0, s.seats)
    tell_shares(mind, 0, s.seats, 1.0, told[t])
    return t


class Played(NamedTuple):
    """Games between equals: shares before every decision, the results, which game each row is of, and by how many."""

    shares: Any
    results: Any
    games: Any
    seats: Any


def play(of: Game, games: int, seed: int) -> Played:
    judge = judge_of(of)
    assert judge is not None
    kernel = bind((draw, settle_chance, show_after, judge_after, pick_slipping, play_told), of.kernel)
    mind, buf, wants = judge.new_mind(), int_array(of.buffer), np.zeros(of.buffer)
    told, plies = np.zeros((of.spec.max_plies, MAX_SEATS)), int_array(of.spec.max_plies)
    low, high = of.spec.seats
    rows: list[Any] = []
    for number in range(games):
        seats = low + number % (high - low + 1)
        position = Position(of, seats, {}, None)
        states = new_states(of.state)
        states[0] = position.states[0]
        told[:] = 0
        n = kernel.play_told(states, new_rng(seed, number), buf, mind, wants, told, plies, HEAT)
        rows.append((told[:n].copy(), np.tile(told[n], (n, 1)), np.full(n, number), np.full(n, seats)))
    return Played(*(np.concatenate(part) for part in zip(*rows, strict=True)))


def calmed(shares: Any, exponent: float) -> Any:
    powers = np.where(shares > 0, shares, 0.0) ** exponent
    return powers / powers.sum(axis=1, keepdims=True)


def fit(played: Played) -> float:
    """The exponent under which the games of even number were least surprising."""
    even = played.games % 2 == 0

    def surprise(exponent: float) -> float:
        shares = np.clip(calmed(played.shares[even], exponent), 1e-9, 1)
        return float(-(played.results[even] * np.log(shares)).sum() / even.sum())

    return round(float(min(EXPONENTS, key=surprise)), 2)


class Bins(msgspec.Struct, frozen=True):
    """Ten bins: what was said on average, what came of it, and how often."""

    games: int
    error: float  # expected calibration error
    said: list[float]
    came: list[float]
    weight: list[float]
    luck: list[float] = []  # mean luck of a seat, in points, and half of its 95 % interval


def bin_up(played: Played, exponent: float) -> Bins:
    odd = played.games % 2 == 1
    seated = np.arange(MAX_SEATS)[None, :] < played.seats[odd][:, None]
    said, came = calmed(played.shares[odd], exponent)[seated], played.results[odd][seated]
    place = np.minimum((said * BINS).astype(int), BINS - 1)
    weight = np.bincount(place, minlength=BINS) / len(said)
    means = [
        (float(said[place == i].mean()), float(came[place == i].mean())) if weight[i] else (0.0, 0.0)
        for i in range(BINS)
    ]
    error = float(sum(abs(a - b) * w for (a, b), w in zip(means, weight, strict=True)))
    return Bins(
        int(played.games.max()) + 1, error, [a for a, _ in means], [b for _, b in means], [float(w) for w in weight]
    )


class Looks(NamedTuple):
    """Typical errors of one look: of a gap between two moves, and of a share at even chances."""

    gap: float
    share: float


def typical(differences: list[float]) -> float:
    """The standard deviation of one look, from what two looks differ by; medians, so that rare turns do not count."""
    return 1.4826 * float(np.median(differences)) / math.sqrt(2)


def review_some(of: Game, games: int, seed: int) -> tuple[list[float], Looks]:
    """Mean luck of seats over whole reviews with its interval, and what a look errs by."""
    luck: list[float] = []
    gaps: list[float] = []
    shares: list[float] = []
    for number in range(games):
        seats = of.spec.seats[0] + number % (of.spec.seats[1] - of.spec.seats[0] + 1)
        study = Study(_record(of, seats, seed + number))
        luck += [row.luck / WHOLE for row in study.review().ledger[:1]]
        looked = [i for i in range(len(study.moments)) if study.worth_another_look(i)]
        for i in looked[:: max(1, len(looked) // SECOND_LOOKS)]:
            gap, gap_again, share, share_again = _look_twice(study, i)
            gaps.append(abs(gap - gap_again))
            shares.append(abs(share - share_again) / max(0.2, 2 * math.sqrt(share * (1 - share))))
    interval = 1.96 * float(np.std(luck, ddof=1)) / math.sqrt(len(luck))
    return [100 * float(np.mean(luck)), 100 * interval], Looks(typical(gaps), typical(shares))


def _record(of: Game, seats: int, seed: int) -> Any:
    from bastide.bots.judged import Judged

    judge = judge_of(of)
    assert judge is not None
    bots = [Judged(of, judge, seed + p, heat=HEAT, deals=1) for p in range(seats)]
    m = of.new(seats, seed=seed)
    while not m.is_over:
        m.apply(bots[m.to_move].choose(m.view(m.to_move)))
    return m.record()


def _look_twice(study: Study, i: int) -> tuple[float, float, float, float]:
    """The gap between the move played and its best rival at two looks; the mover's share after the move, at both."""
    seat, view, once = study.moments[i].seat, study.view(i), study.weighed[i]
    rival = once.second(seat)
    assert rival is not None
    again = study.reviewer.rehearse_only(view, once, i)
    at = again.actions.index(once.actions[rival])
    return (
        float(once.shares[once.played, seat] - once.shares[rival, seat]),
        float(again.shares[again.played, seat] - again.shares[at, seat]),
        float(once.shares[once.played, seat]),
        float(again.shares[again.played, seat]),
    )


def draw_plot(found: dict[str, Bins]) -> str:
    """All games in one plot: what was said along, what came of it up, the diagonal dashed."""
    size, edge = 420, 46

    def place(v: float) -> float:
        return edge + v * (size - 2 * edge)

    body = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size + 190} {size}" font-family="sans-serif" '
        f'font-size="13"><rect width="100%" height="100%" fill="#fffdf8"/>',
        f'<path d="M{place(0)} {place(1)}L{place(1)} {place(0)}" stroke="#888" stroke-dasharray="5 4"/>',
    ]
    for v in (0, 0.25, 0.5, 0.75, 1):
        body.append(f'<path d="M{place(v)} {place(0)}V{place(1)}M{place(0)} {place(1 - v)}H{place(1)}" stroke="#ddd"/>')
        body.append(f'<text x="{place(v)}" y="{size - 24}" text-anchor="middle">{v:.0%}</text>')
        body.append(f'<text x="{edge - 6}" y="{place(1 - v) + 4}" text-anchor="end">{v:.0%}</text>')
    for i, (name, bins) in enumerate(sorted(found.items())):
        points = [(a, b, w) for a, b, w in zip(bins.said, bins.came, bins.weight, strict=True) if w > 0]
        path = "L".join(f"{place(a):.1f} {place(1 - b):.1f}" for a, b, _ in points)
        body.append(f'<path d="M{path}" fill="none" stroke="{INKS[i]}" stroke-width="1.5"/>')
        for a, b, w in points:
            radius = 2.5 + 9 * math.sqrt(w)
            body.append(f'<circle cx="{place(a):.1f}" cy="{place(1 - b):.1f}" r="{radius:.1f}" fill="{INKS[i]}" '
                        f'fill-opacity=".55"/>')  # fmt: skip
        body.append(f'<text x="{size - 10}" y="{70 + 42 * i}" fill="{INKS[i]}" font-weight="bold">{name}</text>')
        body.append(f'<text x="{size - 10}" y="{87 + 42 * i}">error {bins.error:.3f}, {bins.games} games</text>')
    body.append(f'<text x="{size / 2}" y="{size - 6}" text-anchor="middle">win share said</text>')
    body.append(f'<text transform="translate(12 {size / 2}) rotate(-90)" text-anchor="middle">games won</text></svg>')
    return "\n".join(body) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--reviews", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    of = load(asked.game)
    played = play(of, asked.games, asked.seed)
    exponent = fit(played)
    figures = {**all_figures(), of.id: Figures(calm=exponent, judge=Reviewer(of, exponent).judge)}
    _write(FILE, figures)
    all_figures.cache_clear()
    luck, looks = review_some(of, asked.reviews, asked.seed)
    bins = msgspec.structs.replace(bin_up(played, exponent), luck=luck)
    figures[of.id] = Figures(
        calm=exponent,
        doubt=round(max(LEAST, looks.gap), 4),
        refined=round(max(LEAST, looks.gap) / 4, 4),
        value=round(looks.share, 4),
        judge=Reviewer(of).judge,
    )
    _write(FILE, figures)
    path = DOCS / "calibration.json"
    kept = msgspec.json.decode(path.read_bytes(), type=dict[str, Bins]) if path.exists() else {}
    kept[of.id] = bins
    _write(path, kept)
    (DOCS / "calibration.svg").write_text(draw_plot(kept), encoding="utf-8")
    print(f"{of.id}: exponent {exponent}, error {bins.error:.4f}, luck {luck[0]:+.2f} ± {luck[1]:.2f} points, {looks}")


def _write(path: Path, value: Any) -> None:
    path.write_bytes(msgspec.json.format(msgspec.json.encode(value, order="sorted"), indent=2) + b"\n")


if __name__ == "__main__":
    main()
