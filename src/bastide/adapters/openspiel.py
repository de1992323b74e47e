"""OpenSpiel: importing this module registers every game, as `bastide_<id>`.

    game = pyspiel.load_game("bastide_enghien", {"players": 3})

Chance is explicit. Returns are the share of first place less 1/players, so they add up to zero. The information state
is what a seat has witnessed, ply by ply; tensors are the seat's view (`core.observation`), as floats.

A whole game is long. For algorithms that walk the tree, `start_seed` and `start_left` give a subgame: a random game of
that seed is played until so many decisions are left, and OpenSpiel's game begins there, everything about that position
being known to all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from bastide.adapters.spaces import text_of
from bastide.core.errors import BastideError
from bastide.core.game import Game, check_seed
from bastide.core.observation import layout_of, observe_view
from bastide.core.play import Simulator
from bastide.core.position import Position
from bastide.core.state import CHANCE, OVER
from bastide.games import GAMES, load

PREFIX = "bastide_"
WHOLE = -1  # start_left: the whole game
SPECIAL = {CHANCE: pyspiel.PlayerId.CHANCE, OVER: pyspiel.PlayerId.TERMINAL}


def game_type(of: Game) -> pyspiel.GameType:
    """The type that OpenSpiel registers for a game before it is loaded."""
    spec = of.spec
    low, high = spec.seats
    parameters: dict[str, Any] = {"players": low, "start_seed": 0, "start_left": WHOLE}
    parameters.update({option.name: option.default for option in spec.options})
    return pyspiel.GameType(
        short_name=PREFIX + spec.id,
        long_name=f"{spec.title['en']} (Bastide, rules version {spec.rules_version})",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


class BastideGame(pyspiel.Game):  # type: ignore[misc]
    """One game at one table, as OpenSpiel knows games."""

    of: Game  # set by `register`

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        spec = self.of.spec
        low, _ = spec.seats
        seats = spec.check_seats(given.pop("players", low))
        seed, left = check_seed(given.pop("start_seed", 0)), given.pop("start_left", WHOLE)
        self.root = starting_position(self.of, seats, given, seed, left)
        info = pyspiel.GameInfo(
            num_distinct_actions=spec.num_actions,
            max_chance_outcomes=spec.max_chance,
            num_players=seats,
            min_utility=-1.0 / seats,
            max_utility=1.0 - 1.0 / seats,
            utility_sum=0.0,
            max_game_length=spec.max_plies,
        )
        super().__init__(game_type(self.of), info, dict(params or {}))

    def new_initial_state(self) -> BastideState:
        return BastideState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> BastideObserver:
        """Tensors and strings for a player: with perfect recall all it witnessed, else its view."""
        if params:
            raise BastideError(f"{self.of.id}'s observer takes no parameters, not {params}")
        return BastideObserver(self.of, iig_obs_type)


def starting_position(of: Game, seats: int, options: Mapping[str, object], seed: int, left: int) -> Position:
    """The whole game, or a random one of a seed once `left` decisions are still to come."""
    position = Position(of, seats, options, None)
    if left == WHOLE:
        return position
    played = Simulator(of, seats, position.options).play(seed, 0)
    if not 1 <= left <= played.decisions:
        raise BastideError(f"start_left is {left}; random game 0 of seed {seed} has {played.decisions} decisions")
    decisions = played.decisions - left
    for who, action in played.plies:
        if who >= 0 and decisions == 0:
            break
        decisions -= who >= 0
        position.draw(action) if who == CHANCE else position.apply(action)
    return position


class Table:
    """A position and what each seat has witnessed since the start: the part of a state that OpenSpiel copies whole."""

    def __init__(self, position: Position, witnessed: list[str]) -> None:
        self.position = position
        self.witnessed = witnessed  # a line for each seat, one word a ply

    def __deepcopy__(self, _memo: dict[int, Any]) -> Table:
        return Table(self.position.copy(), list(self.witnessed))

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        m = self.position
        return _rebuild, (m.game.id, m.seats, m.options, m.plies, bytes(m), self.witnessed)

    def apply(self, action: int) -> None:
        """One decision or outcome; every seat notes what it learns of it."""
        m = self.position
        who, s = m.to_move, m.state
        name = "c" if who == CHANCE else str(who)
        for seat in range(m.seats):
            known = action if seat == who else m.game.witness(s, action, seat)
            self.witnessed[seat] += f" {name}:{'?' if known < 0 else known}"
        m.draw(action) if who == CHANCE else m.apply(action)


def _rebuild(name: str, seats: int, options: Any, plies: Any, data: bytes, witnessed: list[str]) -> Table:
    return Table(Position.resume(load(name), seats, options, plies, data), witnessed)


class BastideState(pyspiel.State):  # type: ignore[misc]
    """A position, as OpenSpiel knows states."""

    def __init__(self, game: BastideGame) -> None:
        super().__init__(game)
        self.table = Table(game.root.copy(), [""] * game.root.seats)

    @property
    def position(self) -> Position:
        return self.table.position

    def current_player(self) -> Any:
        mover = self.position.to_move
        return SPECIAL.get(mover, mover)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.position.legal) if player == self.position.to_move else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every outcome with its probability, ascending."""
        listed = self.position.outcomes()
        total = sum(weight for _, weight in listed)
        return sorted((outcome, weight / total) for outcome, weight in listed)

    def _apply_action(self, action: int) -> None:
        self.table.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.game.write(self.position.state, action)

    def is_terminal(self) -> bool:
        return self.position.is_over

    def returns(self) -> list[float]:
        seats = self.position.seats
        if not self.position.is_over:
            return [0.0] * seats
        first = [score.place == 1 for score in self.position.scores()]
        return [won / sum(first) - 1.0 / seats for won in first]

    @property
    def ending(self) -> str | None:
        """How it ended, in the game's own word; none while it is played."""
        return self.position.ending

    def __str__(self) -> str:
        return self.position.game.show(self.position.state)


class BastideObserver:
    """What a player sees, as tensor and as text."""

    def __init__(self, of: Game, iig_obs_type: Any = None) -> None:
        self.recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        layout = layout_of(of)
        self.tensor = np.zeros(layout.size, np.float32)
        self.dict = {
            field.name: self.tensor[field.offset : field.offset + field.size].reshape(field.shape)
            for field in layout.fields
        }

    def set_from(self, state: BastideState, player: int) -> None:
        """A player's view; the same with or without perfect recall, for a view forgets nothing that still matters."""
        self.tensor[:] = observe_view(state.position.view(player))

    def string_from(self, state: BastideState, player: int) -> str:
        """With perfect recall who did what, as far as the player witnessed it (`?` where not); else its view."""
        if self.recalls:
            return f"seat {player}:{state.table.witnessed[player]}"
        return f"seat {player}\n{text_of(state.position, player)}\n{bytes(state.position.view(player)).hex()}"


def register(of: Game) -> None:
    """Makes a game known to `pyspiel.load_game`."""
    adapter = type(f"{of.id.title()}Game", (BastideGame,), {"of": of})
    pyspiel.register_game(game_type(of), adapter)


for _name in GAMES:
    register(load(_name))
