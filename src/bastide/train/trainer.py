"""Training: iterations of self-play and learning, kept on disk as they go, measured now and then."""

from __future__ import annotations

import math
import time
import zipfile
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import msgspec
import torch

from bastide.bots.levels import LEVELS, ranks_of
from bastide.core.decoding import convert
from bastide.core.errors import BastideError
from bastide.core.game import Game
from bastide.judge.weights import FORMAT, About, Strength, Weights, write_weights
from bastide.train.afar import Work, Workers, cut, gather, state_of
from bastide.train.curve import trim_curve
from bastide.train.net import Lessons, Net, losses_of
from bastide.train.recipes import Recipe, recipe_of
from bastide.train.selfplay import SURE, Manner, Want, by_net, by_opinion, duel, heated, lessons, play_itself
from bastide.train.stage import CpuStage, GpuStage, Stage

FIRST_SEED = 10**9  # far from the deals that tournaments play
AVERAGED = 4  # updates between two looks of the averaged weights
RISE = 3  # iterations until the full rate
QUIET_SECONDS = 10.0  # between lines that tell how far a training is
MEASURED = 2048  # games of a measure, at most
COOLED = 1.2  # heat has fallen after this part of the time, inverted
OPINION = "opinion"  # the opponent that looks one step ahead with the hand-written opinion
KEPT = {  # in a checkpoint
    "recipe", "digest", "counts", "seed", "progress", "strength", "net", "average", "last", "optimizer", "dice",
    "card_dice",
}  # fmt: skip
LAST = "last"  # itself when it was last measured
VICTIM = "victim"  # the judge that an exploiter is trained against


@dataclass
class Progress:
    """How far a training has come; one line of its curve."""

    iteration: int = 0
    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    shares_loss: float = 0.0
    points_loss: float = 0.0
    points: float = 0.0  # mean of the last games


@dataclass(frozen=True)
class Limit:
    """When a training ends: after so many iterations, or so many seconds; with neither, before it begins."""

    iterations: int = 0
    seconds: float = 0.0

    def part(self, progress: Progress) -> float:
        """How much of it is done, 0 to 1."""
        if not (self.iterations or self.seconds):
            return 1.0
        by_count = progress.iteration / self.iterations if self.iterations else 0.0
        by_clock = progress.seconds / self.seconds if self.seconds else 0.0
        return min(1.0, max(by_count, by_clock))


def read_checkpoint(path: Path) -> dict[str, Any]:
    """What going on needs, in the host's memory: that a card has no room is not the file's fault. Damage is refused."""
    try:
        with zipfile.ZipFile(path) as kept:
            if torn := kept.testzip():
                raise ValueError(f"{torn} is not what was written")
        found: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
        if not isinstance(found, dict) or not found.keys() >= KEPT:
            raise ValueError("it is of something else")
    except Exception as error:  # a wrong byte may lead those who read it to any
        reason = (str(error) or type(error).__name__).splitlines()[0]
        raise BastideError(
            f"{path} is damaged, or no checkpoint ({reason}): delete it to begin anew, or name another folder"
        ) from error
    return found


class Trainer:
    """One training of one game's judge, for all the seat counts that are named."""

    def __init__(
        self,
        of: Game,
        folder: Path,
        *,
        limit: Limit,
        seats: Sequence[int] = (),
        recipe: Recipe | None = None,
        device: str = "",
        seed: int = 0,
        start: Sequence[Weights] = (),
        against: Weights | None = None,
        levels: Weights | None = None,
        command: str = "",
        tell: Callable[[str], None] = print,
        watch: Callable[[str, float], None] = lambda _what, _part: None,
        clock: Callable[[], float] = time.perf_counter,
        cluster: Workers | None = None,
    ) -> None:
        self.game, self.folder, self.limit, self.seed = of, folder, limit, seed
        self.command, self.tell, self.watch, self.clock, self.cluster = command, tell, watch, clock, cluster
        self.recipe = recipe or recipe_of(of)
        self.device = device or ("cuda" if torch.cuda.is_available() else "cpu")
        if against is not None and cluster is not None:
            raise BastideError("an exploiter is trained on this machine: --against goes without --ray")
        low, high = of.spec.seats
        for count in self.recipe.mix:
            of.spec.check_seats(count)
        self.counts = tuple(of.spec.check_seats(count) for count in seats) or tuple(range(low, high + 1))
        torch.manual_seed(seed)
        make = GpuStage if self.device == "cuda" else CpuStage
        self.stages: dict[int, Stage] = {count: make(of, self.recipe.games, count) for count in self.counts}
        self.tables: dict[int, Stage] = {
            count: make(of, min(MEASURED, self.recipe.games), count) for count in self.counts
        }
        self.mix = [count for count in self.recipe.mix if count in self.counts] or self.counts
        self.net = Net(of, self.recipe, self.device)
        if start:
            self.net.begin_with(start)
        self.victim = None if against is None else self._frozen(against)
        self.levels = None if levels is None else self._frozen(levels)
        self.memory: deque[Lessons] = deque(maxlen=self.recipe.memory)
        self.average = Net(of, self.recipe, self.device).requires_grad_(False)
        self.average.load_state_dict(self.net.state_dict())
        self.last = Net(of, self.recipe, self.device).requires_grad_(False)
        self.last.load_state_dict(self.net.state_dict())
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=self.recipe.rate, eps=1e-7)
        self.progress = Progress()
        self.told = 0.0  # seconds of training at the latest line
        self.strength: tuple[Strength, ...] = ()
        folder.mkdir(parents=True, exist_ok=True)
        if self.checkpoint.exists():
            self.resume()
        trim_curve(self.curve, self.progress.iteration, is_measured=bool(self.strength))

    def _frozen(self, weights: Weights) -> Net:
        """A net that plays and does not learn."""
        recipe = self.recipe._replace(hidden=len(weights.b1), second=len(weights.b2), last=0.0)
        net = Net(self.game, recipe, self.device).requires_grad_(False)
        net.begin_with([weights])
        return net

    @property
    def opponents(self) -> tuple[tuple[str, Want], ...]:
        """Those that a measure is against."""
        known: tuple[tuple[str, Want], ...] = ((OPINION, by_opinion()), (LAST, by_net(self.last, self.recipe)))
        if self.victim is not None:
            known = (*known, (VICTIM, by_net(self.victim, self.recipe)))
        if self.levels is None:
            return known
        judge = by_net(self.levels, self.recipe)
        heats = zip(LEVELS, ranks_of(self.game).heats, strict=True)
        return (*known, *((level, heated(judge, SURE * heat) if heat else judge) for level, heat in heats))

    @property
    def checkpoint(self) -> Path:
        return self.folder / f"{self.game.id}.checkpoint.pt"

    @property
    def weights(self) -> Path:
        return self.folder / f"{self.game.id}.npz"

    @property
    def curve(self) -> Path:
        return self.folder / f"{self.game.id}.jsonl"

    def run(self, measures: int = 4) -> None:
        """Trains until the limit; `measures` times on the way, and at the end, the net is measured and kept."""
        if self.progress.iteration and not self.strength:  # it ended while it was measured, which draws from its dice
            self.measure()
            self.save()
        marks = [(k + 1) / measures for k in range(measures)]
        marks = [mark for mark in marks if mark > self.limit.part(self.progress)]
        while self.limit.part(self.progress) < 1.0:
            self.iterate()
            part = self.limit.part(self.progress)
            if marks and part >= marks[0]:
                marks = [mark for mark in marks if mark > part]
                self.strength = ()  # what was measured is not of this net
                self.save()
                self.measure()
                self.save()
        if not self.strength:
            self.measure()
        self.save()

    def iterate(self) -> None:
        """The games of one seat count, and one pass over what they teach."""
        started, p, recipe = self.clock(), self.progress, self.recipe
        stage = self.stages[self.mix[p.iteration % len(self.mix)]]
        part = self.limit.part(p)
        taught = p.iteration < recipe.taught * len(self.mix)
        manner = Manner(
            heat=recipe.heat * (recipe.heat_end / recipe.heat) ** min(1.0, part * COOLED),
            margin=recipe.margin + (recipe.margin_end - recipe.margin) * part,
            wild=recipe.taught_wild if taught else recipe.wild + (recipe.wild_end - recipe.wild) * part,
            taught=taught,
        )
        fresh, p.points = self.play(stage, FIRST_SEED + p.games, manner)
        self.memory.append(fresh)
        self.learn(part)
        p.iteration += 1
        p.games += len(stage.movers)
        p.decisions += len(fresh.shown)
        p.seconds += self.clock() - started
        line = {**asdict(p), "seats": stage.seats, "taught": taught}
        with self.curve.open("a", encoding="utf-8") as file:
            file.write(msgspec.json.encode(line).decode() + "\n")
        if p.iteration <= RISE or p.seconds >= self.told + QUIET_SECONDS:
            self.told = p.seconds
            self.tell(
                f"{self.game.id} {p.iteration}: {p.seconds:.0f} s, {p.decisions / 1e6:.1f} M decisions, "
                f"{stage.seats} seats, losses {p.shares_loss:.4f} {p.points_loss:.4f}, {p.points:.1f} points"
            )

    def play(self, stage: Stage, first_seed: int, manner: Manner) -> tuple[Lessons, float]:
        """The games of an iteration, on the stage or on the cluster: what they teach, and their mean points."""
        if self.cluster is not None:
            work = Work(self.game.id, self.recipe, state_of(self.net), manner)
            pieces = cut(len(stage.movers), stage.seats, first_seed, self.seed)
            return gather(self.cluster.run(work, pieces), stage.seats, self.device)
        partner = None if self.victim is None else by_net(self.victim, self.recipe)
        lines = play_itself(self.net, stage, first_seed, self.recipe, manner, partner)
        taught = lessons(lines, stage.points, stage.seats, self.net.seats, self.recipe)
        return taught, float(stage.points[:, : stage.seats, 0].float().mean())

    def learn(self, part: float) -> None:
        """As many batches as the newest lessons and the recipe's passes make, drawn from all that is remembered."""
        recipe = self.recipe
        rate = recipe.rate_end + (recipe.rate - recipe.rate_end) * 0.5 * (1 + math.cos(math.pi * part))
        for group in self.optimizer.param_groups:
            group["lr"] = rate * min(1.0, (self.progress.iteration + 1) / RISE)
        losses = torch.zeros(2, device=self.device)
        updates = 0
        for batch in self._batches():
            shares, points, last = losses_of(self.net(batch.shown.to(torch.int32)), batch)
            self.optimizer.zero_grad(set_to_none=True)
            (shares + 0.5 * points + recipe.last * last).backward()
            torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
            self.optimizer.step()
            losses += torch.stack([shares.detach(), points.detach()])
            updates += 1
            if updates % AVERAGED == 0:
                self._average()
        self._average()
        self.progress.shares_loss, self.progress.points_loss = (losses / updates).tolist()

    def _batches(self) -> Iterator[Lessons]:
        """Batches with as much of every remembered iteration as it has of all lessons, in any order."""
        orders = [torch.randperm(len(lessons.shown), device=self.device) for lessons in self.memory]
        fresh = len(orders[-1])
        size = min(self.recipe.batch, fresh)
        total = sum(len(order) for order in orders)
        count = max(1, int(self.recipe.passes * fresh) // size)
        for i in range(count):
            parts = []
            for remembered, order in zip(self.memory, orders, strict=True):
                share = size * len(order) // total
                at = i * share % max(1, len(order) - share + 1)
                parts.append(remembered.some(order[at : at + share]))
            yield Lessons(*(torch.cat(columns) for columns in zip(*parts, strict=True)))

    @torch.no_grad()
    def _average(self) -> None:
        keep = min(self.recipe.average, 0.9 + self.progress.iteration / 200)
        for name, value in self.net.named_parameters():
            self.average.get_parameter(name).lerp_(value, 1 - keep)

    def measure(self) -> None:
        """The averaged net, one step ahead, against all opponents; who watches is told which, and how many are done."""
        found: list[Strength] = []
        duels = len(self.tables) * len(self.opponents)
        seed = FIRST_SEED // 2 + self.progress.games
        mine = by_net(self.average, self.recipe)
        for count, stage in self.tables.items():
            told = []
            for name, other in self.opponents:
                self.watch(f"{count} seats, {name}", len(found) / duels)
                share, error = duel(mine, other, stage, seed, self.recipe)
                found.append(Strength(count, name, round(share, 4), round(error, 4), len(stage.movers)))
                told.append(f"{name} {100 * share:.1f} ± {100 * error:.1f}")
            self.tell(
                f"{self.game.id} {self.progress.iteration}, {self.progress.seconds:.0f} s: {count} seats, % won "
                f"against {', '.join(told)}"
            )
        self.watch("", 1.0)
        self.last.load_state_dict(self.average.state_dict())
        self.strength = tuple(one for one in found if one.opponent != LAST)
        line = {**asdict(self.progress), "strength": msgspec.to_builtins(found)}
        with self.curve.open("a", encoding="utf-8") as file:
            file.write(msgspec.json.encode(line).decode() + "\n")

    def about(self) -> About:
        p, of = self.progress, self.game
        machine = torch.cuda.get_device_name() if self.device == "cuda" else "CPU"
        return About(
            FORMAT, of.id, of.spec.rules_version, of.fields.version, of.fields.digest, self.command, self.seed,
            p.iteration, p.games, p.decisions, round(p.seconds, 1), machine, self.recipe.mean, self.recipe.scale,
            self.strength,
        )  # fmt: skip

    def save(self) -> None:
        """The averaged net as weights, and everything that going on needs."""
        write_weights(self.weights, self.about(), self.average.layers())
        unfinished = self.checkpoint.with_suffix(".part")
        torch.save(
            {
                "recipe": self.recipe._asdict(),
                "digest": self.game.fields.digest,
                "counts": self.counts,
                "seed": self.seed,
                "progress": asdict(self.progress),
                "strength": msgspec.to_builtins(self.strength),
                "net": self.net.state_dict(),
                "average": self.average.state_dict(),
                "last": self.last.state_dict(),
                "optimizer": self.optimizer.state_dict(),
                "dice": torch.get_rng_state(),
                "card_dice": torch.cuda.get_rng_state() if self.device == "cuda" else None,
            },
            unfinished,
        )
        unfinished.replace(self.checkpoint)

    def resume(self) -> None:
        """Goes on where a training of the same recipe stopped."""
        kept = read_checkpoint(self.checkpoint)
        mine = (self.recipe._asdict(), self.game.fields.digest, self.counts, self.seed)
        theirs = (kept["recipe"], kept["digest"], tuple(kept["counts"]), kept["seed"])
        if mine != theirs:
            raise BastideError(
                f"{self.checkpoint} is of another training (recipe, features, seats or seed); name another folder"
            )
        self.progress = Progress(**kept["progress"])
        self.strength = convert(kept["strength"], tuple[Strength, ...])
        for name in ("net", "average", "last"):
            getattr(self, name).load_state_dict(kept[name])
        self.optimizer.load_state_dict(kept["optimizer"])
        torch.set_rng_state(kept["dice"])
        if kept["card_dice"] is not None and self.device == "cuda":
            torch.cuda.set_rng_state(kept["card_dice"])
