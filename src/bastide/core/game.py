"""What a game gives: a small bundle of functions and tables, inherited from nothing (docs/protocol.md)."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from bastide.core.components import plain_version
from bastide.core.errors import BadOption, BadSeats, BadSeed, BastideError, ForeignVersion
from bastide.core.features import Fields
from bastide.core.jit import rule
from bastide.core.notation import in_language
from bastide.core.numbers import whole_in
from bastide.core.rng import MAX_SEED
from bastide.core.state import Dtype, int_array
from bastide.core.telling import Part, tell_plain
from bastide.core.verbs import Verbs
from bastide.core.words import Choice, Event, Plan, Prompt

if TYPE_CHECKING:
    from bastide.core.position import Position

Kernel = Callable[..., Any]


@dataclass(frozen=True)
class Option:
    """A choice the table makes before the game: a switch, or a whole number in a range."""

    name: str
    default: int
    low: int
    high: int
    clause: str
    offered: tuple[int, ...] = ()  # values worth a button, where the range is long

    @property
    def is_switch(self) -> bool:
        return (self.low, self.high) == (0, 1)

    def value_of(self, given: object, game: str) -> int:
        """The number for what a caller gave."""
        if self.is_switch and isinstance(given, bool | np.bool_):
            return int(given)
        number = whole_in(given, self.low, self.high)
        if number is not None:
            return number
        allowed = "on or off" if self.is_switch else f"a whole number from {self.low} to {self.high}"
        raise BadOption(f"{game}'s option {self.name!r} is {given!r}; it takes {allowed} ({self.clause})")


@dataclass(frozen=True)
class Spec:
    """What is said about a game before it starts."""

    id: str
    title: Mapping[str, str]  # by language
    rules_version: int
    seats: tuple[int, int]
    options: tuple[Option, ...]
    num_actions: int
    max_chance: int  # outcome ids are below this
    max_plies: int  # a playout longer than this is cut (contract: random games stay well below)
    clause_prefix: str
    minutes: int  # typical length with people
    source: str  # the publisher's name for what is implemented, facts only
    reconstructed: bool = False  # some components are reconstructions
    older_versions: tuple[int, ...] = ()  # of the rules, which `setup` can still be asked for

    def check_seats(self, seats: object) -> int:
        count = whole_in(seats, *self.seats)
        if count is None:
            raise BadSeats(self.id, seats, *self.seats)
        return count

    def choose_seats(self, wanted: object = None) -> int:
        """As many as are wanted, checked; where nobody says how many, the fewest."""
        return self.seats[0] if wanted is None else self.check_seats(wanted)

    @cached_property
    def defaults(self) -> dict[str, int]:
        """What a table has that was not told otherwise."""
        return {option.name: option.value_of(option.default, self.id) for option in self.options}

    def check_options(self, given: Mapping[str, object]) -> dict[str, int]:
        if not isinstance(given, Mapping):
            raise BadOption(f"options of {self.id} are given by name, not as {given!r}")
        if not given:
            return dict(self.defaults)
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                names = ", ".join(known) or "none"
                raise BadOption(f"{self.id} has no option {name!r}; its options are: {names}")
        return {name: option.value_of(given.get(name, option.default), self.id) for name, option in known.items()}


def check_seed(seed: object) -> int:
    number = whole_in(seed, 0, MAX_SEED)
    if number is None:
        raise BadSeed(seed)
    return number


def check_count(what: str, given: object) -> int:
    """How many there are to be of something: a whole number from 1 on."""
    number = whole_in(given, 1, 2**63 - 1)
    if number is None:
        raise BastideError(f"{what} is {given!r}; it must be a whole number from 1 on")
    return number


def plan_nothing(_v: Any, _seat: int) -> list[Plan]:
    """For games whose turns are one decision each."""
    return []


def witness_all(_s: Any, a: int, _seat: int) -> int:
    """For games in which every action and every draw is made in the open."""
    return a


def fixed_never(_a: int) -> str | None:
    """For games whose moves are written as the position has it."""
    return None


def target_nothing(_v: Any, _a: int, _seat: int) -> tuple[str, ...]:
    """For games that say nothing about what cannot be chosen."""
    return ()


def live_never(_s: Any, _a: int) -> bool:
    """For games without a live auction: a turn is shown to the others when it is complete."""
    return False


@rule
def show_nothing(_v: Any, _seat: int, _out: Any) -> int:
    """For games that no judge was trained for."""
    return 0


@rule
def begins_never(_s: Any) -> bool:
    """For games whose turns are not worth waiting for on a card."""
    return False


@rule
def consider_all(_v: Any, _seat: int, _actions: Any, n: int) -> int:
    """For games whose lists of actions are short."""
    return n


@dataclass(frozen=True, eq=False)
class Game:
    """One game: its rules as compiled functions, and its words and pictures as plain ones."""

    spec: Spec
    folder: Path
    state: Dtype
    # rules (compiled): see docs/protocol.md for what each must do
    setup: Kernel
    to_move: Kernel
    legal: Kernel
    chance_total: Kernel
    chance_pick: Kernel
    apply: Kernel
    scores: Kernel
    look: Kernel
    redeal: Kernel
    opinion: Kernel
    terms: tuple[str, ...]  # catalogue keys of the opinion's terms, in order
    # words and pictures (plain Python, over readers)
    refuse: Callable[[Any, int], str]
    write: Callable[[Any, int], str]
    read: Callable[[Any, str], int]
    show: Callable[[Any], str]
    prompt: Callable[[Any, int], Prompt]
    choice: Callable[[Any, int, int], Choice]
    picture: Callable[[Any, int], msgspec.Struct]
    story: Callable[[Any, int, Any], list[Event]]
    check: Callable[[Any], str]
    components: Callable[[], list[tuple[str, list[dict[str, object]]]]]
    ending: Callable[[Any], str]  # how a game that is over ended: one of `endings`
    endings: tuple[str, ...]
    verbs: Verbs  # the table of actions
    draws: Verbs  # the table of outcomes
    witness: Callable[[Any, int, int], int] = field(default=witness_all)
    plans: Callable[[Any, int], list[Plan]] = field(default=plan_nothing)
    fixed: Callable[[int], str | None] = field(default=fixed_never)
    targets: Callable[[Any, int, int], tuple[str, ...]] = field(default=target_nothing)
    live: Callable[[Any, int], bool] = field(default=live_never)
    tell: Callable[[Any], list[Part]] = field(default=tell_plain)  # a picture in words
    openings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # events a game opens with: what names them
    # what a learned judge is shown (compiled), and what each number means
    features: Kernel = field(default=show_nothing)
    fields: Fields = field(default=Fields(0, ()))
    candidates: Kernel = field(default=consider_all)
    begins_turn: Kernel = field(default=begins_never)  # compiled: where games that are played side by side meet again

    @classmethod
    def of(cls, package: str, spec: Spec) -> Game:
        """The game of a folder: every name from the file it belongs in (HOMES), so that all games have one shape."""
        names: dict[str, Any] = {"spec": spec, "folder": Path(str(import_module(package).__file__)).resolve().parent}
        given = inspect.signature(cls).parameters
        required = {name for name in given if given[name].default is inspect.Parameter.empty}
        for file, found_there in HOMES.items():
            if file in OPTIONAL_FILES and find_spec(f"{package}.{file}") is None:
                continue
            module = import_module(f"{package}.{file}")
            for name in found_there:
                constant = CONSTANTS.get(name, name)
                if hasattr(module, constant):
                    names[name] = getattr(module, constant)
                elif name in required:
                    raise TypeError(f"{package}.{file} must give `{constant}` (docs/protocol.md)")
        return cls(**names)

    def __repr__(self) -> str:
        return f"<game {self.id!r}, rules version {self.spec.rules_version}>"

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, _memo: object) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by name, since rules are code: whoever reads it has them, or not."""
        return _game_in, (self.folder.name, self.spec.rules_version)

    @property
    def id(self) -> str:
        return self.spec.id

    def write_in(self, language: str, s: Any, a: int) -> str:
        """The notation of an action or outcome in a language; `read` understands all of them."""
        return in_language(self.id, language, self.write(s, a))

    @cached_property
    def buffer(self) -> int:
        """How many actions or outcomes a list of them must hold."""
        return max(self.spec.num_actions, self.spec.max_chance)

    @cached_property
    def kernel(self) -> types.ModuleType:
        """The rules as a module, for `jit.bind`; named after its folder, since older rules of a game have another."""
        module = types.ModuleType(self.folder.name)
        for name in KERNEL_NAMES:
            setattr(module, name, getattr(self, name))
        module.NUM_ACTIONS = self.spec.num_actions  # type: ignore[attr-defined]
        module.BUFFER = self.buffer  # type: ignore[attr-defined]
        module.NUM_TERMS = len(self.terms)  # type: ignore[attr-defined]
        return module

    def option_array(self, options: Mapping[str, int]) -> Any:
        """Checked options as the rules take them, in the order of SPEC.options, then the version of the rules."""
        array = int_array(len(self.spec.options) + 1)
        array[len(self.spec.options)] = plain_version(self.spec.rules_version)
        for i, option in enumerate(self.spec.options):
            array[i] = options[option.name]
        return array

    def under(self, version: int) -> Game:
        """This game by an older version of its rules: the same compiled functions, told so by `setup`."""
        return self if version == self.spec.rules_version else _under(self, version)

    def new(self, seats: int | None = None, *, seed: int | None = None, **options: object) -> Position:
        """A game at its start. Without a seed nothing is drawn by itself: give the outcomes with `draw`."""
        from bastide.core.position import Position

        return Position(self, self.spec.choose_seats(seats), options, seed)


@cache
def _under(game: Game, version: int) -> Game:
    older = replace(game, spec=replace(game.spec, rules_version=version))
    older.__dict__["kernel"] = game.kernel
    return older


def _game_in(folder: str, version: int) -> Game:
    """The game of a folder of the package by a version of its rules; pickles name it so."""
    game: Game = import_module(f"bastide.games.{folder}").GAME
    if version != game.spec.rules_version and version not in game.spec.older_versions:
        raise ForeignVersion(game.id, version, game.spec.rules_version)
    return game.under(version)


KERNEL_NAMES = (
    "setup",
    "to_move",
    "legal",
    "chance_total",
    "chance_pick",
    "apply",
    "scores",
    "look",
    "redeal",
    "opinion",
    "features",
    "candidates",
    "begins_turn",
)

# Which file of a game's folder gives which name; those of `Game` that have a default may be left out.
HOMES: dict[str, tuple[str, ...]] = {
    "state": ("state",),
    "actions": ("verbs", "draws"),
    "rules": ("setup", "to_move", "legal", "chance_total", "chance_pick", "apply", "begins_turn"),
    "scoring": ("scores", "ending", "endings"),
    "hidden": ("look", "redeal", "witness"),
    "advice": ("opinion", "terms"),
    "features": ("features", "fields", "candidates"),
    "notation": ("write", "read", "show", "fixed"),
    "refusals": ("refuse",),
    "choices": ("prompt", "choice", "targets", "plans", "live"),
    "picture": ("picture",),
    "telling": ("tell",),
    "story": ("story", "openings"),
    "invariants": ("check",),
    "tables": ("components",),
}
CONSTANTS = {
    "state": "STATE",
    "verbs": "VERBS",
    "draws": "DRAWS",
    "endings": "ENDINGS",
    "openings": "OPENINGS",
    "terms": "TERMS",
    "fields": "FIELDS",
}
OPTIONAL_FILES = ("features", "telling")  # a game that no judge was trained for, or that is told off its picture
