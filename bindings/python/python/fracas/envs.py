"""Environments for those who learn to play: Gymnasium, PettingZoo, and many tables at once.

An observation is a dictionary. ``observation`` has a row of figures for each combatant (``fracas.Lanes.FEATURES``) and the
round, as far as the seat knows them: what is hidden from it is not in there. ``action_mask`` says which actions can be chosen
now. An action is the number of a choice; the same number means the same choice at every table of a scenario, and
``action_names`` has their texts. Action 0 is to wait, for those who are not asked. A victory is worth 1, a defeat -1.

Single fights only: an adventure has no fixed list of choices, and is stepped through with ``Scenario.table``.
"""

from __future__ import annotations

from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from pettingzoo import AECEnv, ParallelEnv

import fracas

__all__ = ["FightAEC", "FightEnv", "FightParallel", "FightVectorEnv"]

Side = Literal["heroes", "monsters"]
WAIT = 0
#: No figure comes near it.
_BOUND = np.float32(1e6)
_SEEDS = 2**63 - 1


def _scenario(scenario: str | fracas.Scenario) -> fracas.Scenario:
    return fracas.load(scenario) if isinstance(scenario, str) else scenario


def _check_side(side: str) -> None:
    if side not in ("heroes", "monsters"):
        raise ValueError(f'{side!r} is no side: write "heroes" or "monsters"')


def _observation_space(lanes: fracas.Lanes) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(-_BOUND, _BOUND, (lanes.figures,), np.float32),
            "action_mask": spaces.Box(0, 1, (len(lanes.actions),), np.int8),
        }
    )


class _Seats:
    """One table, looked at from any seat."""

    def __init__(self, scenario: str | fracas.Scenario) -> None:
        self.scenario = _scenario(scenario)
        self.lanes = self.scenario.lanes(1)
        self.action_names = self.lanes.actions
        self.observation_space = _observation_space(self.lanes)
        self.action_space = spaces.Discrete(len(self.action_names))

    def observe(self, own: str | list[str]) -> dict[str, np.ndarray]:
        figures = np.empty(self.lanes.figures, np.float32)
        mask = np.empty(len(self.action_names), np.int8)
        self.lanes.observe(0, own, figures, mask)
        return {"observation": figures, "action_mask": mask}

    def refuse(self, who: str, own: str | list[str], action: int) -> fracas.ChoiceError:
        may = ", ".join(f"{number} ({text})" for number, text in self.lanes.offers(0, own)) or f"{WAIT} (wait)"
        return fracas.ChoiceError(f"{who} cannot choose action {action} now; what can be chosen: {may}")


class FightEnv(gymnasium.Env[dict[str, np.ndarray], np.int64]):
    """One side of a fight against a mind, for Gymnasium.

    ``reset(seed=s)`` begins fight 0 of the seed, and every ``reset()`` after it the next one. An action that cannot be
    chosen loses the fight at once and says so in ``info["illegal"]``; with ``illegal="raise"`` it is an error.
    ``info["choices"]`` has the numbers and texts of what can be chosen.
    """

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(
        self,
        scenario: str | fracas.Scenario,
        *,
        side: Side = "heroes",
        opponent: str = "instinct",
        max_steps: int = 2000,
        illegal: Literal["lose", "raise"] = "lose",
        render_mode: None = None,
    ) -> None:
        _check_side(side)
        if illegal not in ("lose", "raise"):
            raise ValueError(f'illegal is "lose" or "raise", not {illegal!r}')
        if render_mode is not None:
            raise ValueError("there is nothing to render: use Scenario.table and its view")
        self._seats = _Seats(scenario)
        self.side, self.opponent, self.max_steps, self.illegal = side, opponent, max_steps, illegal
        self.render_mode = None
        self.observation_space = self._seats.observation_space
        self.action_space = self._seats.action_space
        self.action_names = self._seats.action_names
        self._seed: int | None = None
        self._fight = 0
        self._steps = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None or self._seed is None:
            self._seed = seed if seed is not None else int(self.np_random.integers(_SEEDS))
            self._fight = 0
        else:
            self._fight += 1
        self._steps = 0
        self._seats.lanes.open_lane(0, self._seed, self._fight)
        self._until_asked()
        return self._seats.observe(self.side), self._info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[dict[str, np.ndarray], float, bool, bool, dict[str, Any]]:
        if not self._seats.lanes.act(0, self.side, int(action)):
            if self.illegal == "raise":
                raise self._seats.refuse(f"the side of the {self.side}", self.side, int(action))
            return self._seats.observe(self.side), -1.0, True, False, {"illegal": True, "choices": []}
        self._steps += 1
        self._until_asked()
        outcome = self._seats.lanes.outcome(0)
        reward = 0.0 if outcome in (None, "draw") else 1.0 if outcome == self.side else -1.0
        cut = outcome is None and self._steps >= self.max_steps
        return self._seats.observe(self.side), reward, outcome is not None, cut, self._info()

    def action_masks(self) -> np.ndarray:
        """What can be chosen now, as truths: the name under which other libraries look for it."""
        return self._seats.observe(self.side)["action_mask"].astype(bool)

    def _until_asked(self) -> None:
        lanes = self._seats.lanes
        while lanes.outcome(0) is None and not lanes.offers(0, self.side):
            lanes.follow(0, self.opponent)

    def _info(self) -> dict[str, Any]:
        return {"illegal": False, "choices": self._seats.lanes.offers(0, self.side)}


class FightVectorEnv(gymnasium.vector.VectorEnv):
    """Many tables of one fight at once, each with the same side against a mind. They are stepped in Rust, on all cores and
    without Python's lock.

    Table i plays fights i, i + n, i + 2n … of the seed. A table that is over begins its next fight at the step after
    (``AutoresetMode.NEXT_STEP``). An action that cannot be chosen loses. With ``copy=False`` the arrays of the last step
    are written over by the next one.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        scenario: str | fracas.Scenario,
        num_envs: int,
        *,
        side: Side = "heroes",
        opponent: str = "instinct",
        max_steps: int = 2000,
        copy: bool = True,
    ) -> None:
        _check_side(side)
        self.scenario = _scenario(scenario)
        self.lanes = self.scenario.lanes(num_envs)
        self.num_envs = num_envs
        self.side, self.opponent, self.max_steps, self.copy = side, opponent, max_steps, copy
        self.action_names = self.lanes.actions
        self.single_observation_space = _observation_space(self.lanes)
        self.single_action_space = spaces.Discrete(len(self.action_names))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._figures = np.zeros((num_envs, self.lanes.figures), np.float32)
        self._mask = np.zeros((num_envs, len(self.action_names)), np.int8)
        self._reward = np.zeros(num_envs, np.float32)
        self._over, self._cut, self._illegal = (np.zeros(num_envs, np.uint8) for _ in range(3))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        super().reset(seed=seed)
        seed = seed if seed is not None else int(self.np_random.integers(_SEEDS))
        self.lanes.begin(self.side, self.opponent, seed, self._figures, self._mask)
        return self._seen(), {}

    def step(
        self, actions: np.ndarray
    ) -> tuple[dict[str, np.ndarray], np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        self.lanes.step(
            self.side,
            self.opponent,
            np.ascontiguousarray(actions, np.int64),
            self.max_steps,
            self._figures,
            self._mask,
            self._reward,
            self._over,
            self._cut,
            self._illegal,
        )
        told = (self._reward, self._over.view(np.bool_), self._cut.view(np.bool_), self._illegal.view(np.bool_))
        reward, over, cut, illegal = (array.copy() for array in told) if self.copy else told
        return self._seen(), reward, over, cut, {"illegal": illegal, "_illegal": illegal}

    def sample(self) -> np.ndarray:
        """Some action for each table that can be chosen now, all with the same chance."""
        actions = np.empty(self.num_envs, np.int64)
        self.lanes.sample(self.side, actions)
        return actions

    def _seen(self) -> dict[str, np.ndarray]:
        figures, mask = (self._figures.copy(), self._mask.copy()) if self.copy else (self._figures, self._mask)
        return {"observation": figures, "action_mask": mask}


class _Fight:
    """What both kinds of PettingZoo environments share: every combatant is an agent."""

    possible_agents: list[str]

    def _open(self, scenario: str | fracas.Scenario, max_steps: int) -> None:
        self._seats = _Seats(scenario)
        self._sides = dict(self._seats.lanes.people)
        self.possible_agents = list(self._sides)
        self.action_names = self._seats.action_names
        self.max_steps = max_steps
        self._draw = np.random.default_rng()
        self._seed: int | None = None
        self._fight = 0
        self._steps = 0

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._seats.observation_space

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._seats.action_space

    def _begin(self, seed: int | None) -> None:
        if seed is not None or self._seed is None:
            self._seed = seed if seed is not None else int(self._draw.integers(_SEEDS))
            self._fight = 0
        else:
            self._fight += 1
        self._steps = 0
        self._seats.lanes.open_lane(0, self._seed, self._fight)

    def _awaited(self) -> list[str]:
        """The agents who have to choose. Whoever came later is no agent, and follows instinct."""
        lanes = self._seats.lanes
        while lanes.outcome(0) is None:
            awaited = [who for who in lanes.awaited(0) if who is not None and lanes.offers(0, [who])]
            if awaited:
                return awaited
            lanes.follow(0)
        return []

    def _rewards(self) -> dict[str, float]:
        outcome = self._seats.lanes.outcome(0)
        if outcome in (None, "draw"):
            return dict.fromkeys(self.possible_agents, 0.0)
        return {agent: 1.0 if side == outcome else -1.0 for agent, side in self._sides.items()}

    def _observed(self, agent: str) -> dict[str, np.ndarray]:
        return self._seats.observe([agent])


class FightAEC(_Fight, AECEnv):
    """A fight with an agent for each combatant, one after the other, for PettingZoo.

    Where several may act in any order they do so in the order of their numbers. Nobody leaves before the end: whoever has
    fallen is simply not asked again.
    """

    metadata: dict[str, Any] = {"name": "fracas_v0", "render_modes": [], "is_parallelizable": False}

    def __init__(self, scenario: str | fracas.Scenario, *, max_steps: int = 2000) -> None:
        AECEnv.__init__(self)
        self._open(scenario, max_steps)
        self.render_mode = None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = (self._awaited() or self.agents)[0]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        seen = self._observed(agent)
        if agent != self.agent_selection:
            # Others may be asked too, but it is not their turn here.
            seen["action_mask"][:] = 0
            seen["action_mask"][WAIT] = 1
        return seen

    def step(self, action: int | np.int64 | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self._seats.lanes.act(0, [agent], int(action)):
            raise self._seats.refuse(agent, [agent], -1 if action is None else int(action))
        self._steps += 1
        self._cumulative_rewards[agent] = 0.0
        awaited = self._awaited()
        self.rewards = self._rewards()
        if awaited:
            self.agent_selection = awaited[0]
            if self._steps >= self.max_steps:
                self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()


class FightParallel(_Fight, ParallelEnv):
    """A fight in which all choose at once, with an agent for each combatant, for PettingZoo.

    Only ``ardor`` has hidden plans that are carried out together. Whoever is not asked in a step waits (action 0). If what
    somebody chose is no longer possible because of what others chose in the same step, it is passed over and asked again.
    """

    metadata: dict[str, Any] = {"name": "fracas_parallel_v0", "render_modes": []}

    def __init__(self, scenario: str | fracas.Scenario, *, max_steps: int = 2000) -> None:
        scenario = _scenario(scenario)
        if scenario.system != "ardor":
            raise ValueError(
                f"in {scenario.system} people act one after the other: use FightAEC, or a scenario of ardor"
            )
        self._open(scenario, max_steps)
        self.render_mode = None
        self.agents: list[str] = []

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, np.ndarray]], dict[str, dict[str, Any]]]:
        self._begin(seed)
        self.agents = list(self.possible_agents)
        self._waiting = self._awaited()
        return self._seen(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int | np.int64]) -> tuple[
        dict[str, dict[str, np.ndarray]],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        lanes = self._seats.lanes
        for agent in self.agents:
            action = int(actions.get(agent, WAIT))
            if not self._last[agent]["action_mask"][action]:
                raise self._seats.refuse(agent, [agent], action)
        for agent in self._waiting:
            if agent in lanes.awaited(0):
                lanes.act(0, [agent], int(actions.get(agent, WAIT)))
        self._steps += 1
        self._waiting = self._awaited()
        over, cut = not self._waiting, bool(self._waiting) and self._steps >= self.max_steps
        agents = self.agents
        told = (
            self._seen(),
            self._rewards(),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            {agent: {} for agent in agents},
        )
        if over or cut:
            self.agents = []
        return told

    def _seen(self) -> dict[str, dict[str, np.ndarray]]:
        self._last = {agent: self._observed(agent) for agent in self.agents}
        return self._last
