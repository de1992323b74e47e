"""PettingZoo: an AEC environment for every game and seat count.

    env = bastide.adapters.pettingzoo.env("enghien", seats=3)

An agent's observation is a dict: `observation`, the seat's view as integers (`core.observation`), and `action_mask`.
"""

from __future__ import annotations

from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo.utils import wrappers
from pettingzoo.utils.env import AECEnv

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
from bastide.batch.rewards import check_reward
from bastide.core.errors import BadSeat
from bastide.core.game import Game
from bastide.core.observation import layout_of, legal_mask, observe_view
from bastide.core.position import Position
from bastide.core.state import SPECTATOR
from bastide.core.view import View


def env(
    game: Game | str, seats: int | None = None, *, illegal: Literal["raise", "terminate"] = "raise", **settings: Any
) -> AECEnv:
    """The environment with PettingZoo's wrappers.

    An illegal action is an error; with illegal="terminate" it ends the game, at -1 for the seat that chose it.
    """
    made: AECEnv = raw_env(game, seats, **settings)
    if check_illegal(illegal) == "terminate":
        made = wrappers.TerminateIllegalWrapper(made, illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - PettingZoo's own name for it
    """One game; agents are `seat_0`, `seat_1`, ... Rewards come at the end (`share`, `points` or `margin`)."""

    metadata = {"render_modes": ["ansi"], "name": "bastide", "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        *,
        reward: str = "share",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        super().__init__()
        self.game = game_of(game)
        spec = self.game.spec
        self.seats = spec.choose_seats(seats)
        self.options = spec.check_options(options)
        self.reward = check_reward(reward)
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "name": f"bastide_{spec.id}_v{spec.rules_version}"}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self.agents: list[str] = []
        layout = layout_of(self.game)
        self.observation_spaces = {agent: self._observation_space(layout) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(spec.num_actions) for agent in self.possible_agents}
        self._np_random: np.random.Generator | None = None
        self._position: Position | None = None
        self._closed = False

    def _observation_space(self, layout: Any) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(layout.low(), layout.high(), dtype=np.int32),
                "action_mask": spaces.Box(0, 1, (self.game.spec.num_actions,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.action_spaces[agent]

    @property
    def position(self) -> Position:
        """The game in progress, with everything that is hidden in it: not for agents."""
        if self._closed:
            raise ClosedEnvironment(str(self))
        if self._position is None:
            raise NotReset(str(self))
        return self._position

    def view(self, agent: str) -> View:
        """The raw view of an agent's seat."""
        return self.position.view(self._seat(agent))

    def _seat(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise BadSeat(agent, self.seats)
        return self.possible_agents.index(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. A seed gives that very game; without one, games follow from the last seed given."""
        if self._closed:
            raise ClosedEnvironment(str(self))
        if seed is not None or self._np_random is None:
            self._np_random, _ = seeding.np_random(seed)
        chosen = fresh_seed(self._np_random) if seed is None else seed
        self._position = self.game.new(self.seats, seed=chosen, **self.options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Info] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._position.to_move]

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent's seat sees; its mask is empty unless it is to move."""
        seat, position = self._seat(agent), self.position
        mask = legal_mask(position)
        return {
            "observation": observe_view(position.view(seat)),
            "action_mask": mask if position.to_move == seat else np.zeros_like(mask),
        }

    def step(self, action: Any) -> None:
        position = self.position
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        position.apply(action)
        if position.is_over:
            worth = final_rewards(self.reward, position)
            self.rewards = dict(zip(self.agents, worth, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: final_info(position) for agent in self.agents}
        else:
            self.agent_selection = self.possible_agents[position.to_move]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position as a spectator sees it, as text."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs render_mode='ansi'")
            return None
        return text_of(self.position, SPECTATOR)

    def close(self) -> None:
        self._closed = True
        self._position = None

    def __str__(self) -> str:
        return str(self.metadata["name"])
