"""Gymnasium: one seat against bots, one game at a time or thousands.

    env = gymnasium.make("bastide.adapters.gymnasium:bastide/enghien-v0", seats=3, opponents="classic2")
    envs = bastide.adapters.gymnasium.VectorSeatEnv("enghien", 4096, opponents="greedy")

An observation is a dict: `observation`, the seat's view as integers (`core.observation`), and `action_mask`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from bastide.adapters.spaces import (
    ILLEGAL_REWARD,
    ClosedEnvironment,
    Info,
    NotReset,
    check_illegal,
    final_info,
    final_rewards,
    fresh_seed,
    game_of,
    text_of,
)
from bastide.batch.rewards import check_reward, rewards
from bastide.batch.seat import SeatBatch, bot_seed, check_seat, name_opponents
from bastide.bots import Bot, check_bot, make_bot
from bastide.core.errors import IllegalAction
from bastide.core.game import Game, check_count, check_seed
from bastide.core.observation import layout_of, legal_mask, observe_view
from bastide.core.position import Position
from bastide.core.state import reader
from bastide.games import GAMES


def observation_space(game: Game) -> spaces.Dict:
    layout = layout_of(game)
    return spaces.Dict(
        {
            "observation": spaces.Box(layout.low(), layout.high(), dtype=np.int32),
            "action_mask": spaces.Box(0, 1, (game.spec.num_actions,), np.int8),
        }
    )


class SeatEnv(gymnasium.Env[dict[str, Any], Any]):
    """One seat of one game; bots play the others. The reward comes at the end (`share`, `points` or `margin`).

    An illegal action is an error; with illegal="terminate" it ends the game at -1, and the info says which clause
    forbids it.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        *,
        seat: int = 0,
        opponents: str | Sequence[str] = "uniform",
        reward: str = "share",
        illegal: Literal["raise", "terminate"] = "raise",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self.game = game_of(game)
        spec = self.game.spec
        self.seats = spec.choose_seats(seats)
        self.seat = check_seat(seat, self.seats)
        self.opponents = name_opponents(opponents, self.seats, self.seat)
        for name in filter(None, self.opponents):
            check_bot(name)
        self.options = spec.check_options(options)
        self.reward = check_reward(reward)
        self.illegal = check_illegal(illegal)
        self.render_mode = render_mode
        self.observation_space = observation_space(self.game)
        self.action_space = spaces.Discrete(spec.num_actions)
        self._position: Position | None = None
        self._bots: list[Bot | None] = []
        self._closed = False

    @property
    def position(self) -> Position:
        """The game in progress, with everything that is hidden in it: not for agents."""
        if self._closed:
            raise ClosedEnvironment("the environment")
        if self._position is None:
            raise NotReset("the environment")
        return self._position

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], Info]:
        """A new game, up to the seat's first decision. A seed gives that very game and those very bots."""
        if self._closed:
            raise ClosedEnvironment("the environment")
        super().reset(seed=seed)
        chosen = fresh_seed(self.np_random) if seed is None else check_seed(seed)
        self._position = self.game.new(self.seats, seed=chosen, **self.options)
        self._bots = [
            make_bot(name, self.game, bot_seed(chosen, p)) if name else None for p, name in enumerate(self.opponents)
        ]
        self._meet(self._position)
        return self._observe(self._position), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, Info]:
        position = self.position
        try:
            position.apply(action)
        except IllegalAction as error:
            if self.illegal == "raise":
                raise
            return self._observe(position), ILLEGAL_REWARD, True, False, {"illegal": error.clause or str(error)}
        self._meet(position)
        worth = final_rewards(self.reward, position)[self.seat] if position.is_over else 0.0
        return self._observe(position), worth, position.is_over, False, final_info(position)

    def _meet(self, position: Position) -> None:
        """The bots move until the seat decides or the game is over."""
        while not position.is_over and position.to_move != self.seat:
            bot = self._bots[position.to_move]
            assert bot is not None
            position.apply(bot.choose(position.view(position.to_move)))

    def _observe(self, position: Position) -> dict[str, Any]:
        return {"observation": observe_view(position.view(self.seat)), "action_mask": legal_mask(position)}

    def render(self) -> str | None:
        """The position as the seat sees it, as text."""
        return text_of(self.position, self.seat) if self.render_mode == "ansi" else None

    def close(self) -> None:
        self._closed = True
        self._position = None


class VectorSeatEnv(VectorEnv[dict[str, Any], Any, Any]):
    """Thousands of games of one seat against compiled bots, one decision of each a call.

    A game that has ended begins again on the next step, whose action for it is not read (AutoresetMode.NEXT_STEP);
    the info's `ending` says how it ended.
    Observations and masks are written into the same arrays at every step: with copy=True each step gives its own.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        seats: int | None = None,
        *,
        seat: int = 0,
        opponents: str | Sequence[str] = "uniform",
        reward: str = "share",
        copy: bool = False,
        threads: int | None = None,
        **options: object,
    ) -> None:
        self.game = game_of(game)
        self.num_envs = num_envs = check_count("num_envs", num_envs)
        self.reward = check_reward(reward)
        self.copy = copy
        self.single_observation_space = observation_space(self.game)
        self.single_action_space = spaces.Discrete(self.game.spec.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._settings: dict[str, Any] = {"seat": seat, "opponents": opponents, "threads": threads, **options}
        self._batch = SeatBatch(self.game, range(num_envs), seats, **self._settings)
        self._started = False
        self._over = np.zeros(num_envs, bool)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins all games again. With a seed, game i is that of seed + i."""
        self._check_open()
        super().reset(seed=seed)
        if seed is None:
            seeds = self.np_random.integers(2**62, size=self.num_envs)
        else:
            seeds = check_seed(seed) + np.arange(self.num_envs)
        self._batch.restart(np.arange(self.num_envs), seeds)
        self._started = True
        self._over = np.asarray(self._batch.movers) < 0
        return self._observe(), {}

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        self._check_open()
        if not self._started:
            raise NotReset("the environment")
        again = np.flatnonzero(self._over)
        self._batch.step(actions)
        if len(again):
            self._batch.restart(again, self.np_random.integers(2**62, size=len(again)))
        self._over = np.asarray(self._batch.movers) < 0
        ended = self._over.copy()
        worth = np.zeros(self.num_envs)
        if ended.any():
            played = self._batch.played()
            worth[ended] = rewards(self.reward, played.points[ended], played.places[ended])[:, self._batch.seat]
        return self._observe(), worth, ended, np.zeros(self.num_envs, bool), self._final_info(ended)

    def _final_info(self, ended: Any) -> dict[str, Any]:
        """How each game that is over ended: `ending`, and `_ending`, the games it is known of."""
        info: dict[str, Any] = {}
        for i in np.flatnonzero(ended):
            info = self._add_info(info, {"ending": self.game.ending(reader(self._batch.states, int(i)))}, int(i))
        return info

    def _observe(self) -> dict[str, Any]:
        seen = {"observation": self._batch.observations, "action_mask": self._batch.masks}
        return {name: array.copy() for name, array in seen.items()} if self.copy else seen

    def _check_open(self) -> None:
        if self.closed:
            raise ClosedEnvironment("the environment")


for _name in GAMES:
    gymnasium.register(
        f"bastide/{_name}-v0",
        "bastide.adapters.gymnasium:SeatEnv",
        vector_entry_point="bastide.adapters.gymnasium:VectorSeatEnv",
        kwargs={"game": _name},
    )
