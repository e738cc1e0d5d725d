"""Steps per second of Fracas and of two libraries that many learn with, all played by chance in one run.

A step is one action of a player, with the observation after it and what can be chosen next, as a learner needs them. Fracas
steps many tables at once (`FightVectorEnv`); OpenSpiel's Python API is measured as its environment for learners
(`rl_environment`, and the vectorised one), PettingZoo's classic games by their own loop. So a batch on all cores is held
against loops on one core; one table of ours is told too, and is nowhere near the bar.

Fails if Fracas is not at least 20 times as fast as OpenSpiel's larger games (backgammon, gin rummy, chess) and the three of
PettingZoo's. OpenSpiel's small games (tic-tac-toe, connect four) and its bare states, which give no observation, are told but
do not count: against those the tests' build does not reach 20 times.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable, Iterator

import numpy as np

SECONDS = 2.0
TITLE = "Steps for learners, from Python"
BAR = 20.0
TABLES = 1024
OURS = ["goblins-at-the-ford", "last-stand", "kiln-yard"]


def record(of: str, what: str, value: str, bar: str = "", verdict: str = "") -> None:
    """Tells `cargo xtask bench` a figure: see crates/lab/benches/common/figures.rs."""
    if file := os.environ.get("FRACAS_FIGURES"):
        with open(file, "a", encoding="utf-8") as out:
            print(TITLE, of, what, value, bar, verdict, sep="\t", file=out)


def pace(steps: Iterator[int]) -> float:
    """Steps per second, the first ones left out: they open things."""
    next(steps)
    began, count = time.perf_counter(), 0
    while (took := time.perf_counter() - began) < SECONDS:
        count += next(steps)
    return count / took


def fracas_vector(name: str) -> Iterator[int]:
    from fracas.envs import FightVectorEnv

    env = FightVectorEnv(name, TABLES, copy=False)
    env.reset(seed=1)
    while True:
        env.step(env.sample())
        yield TABLES


def fracas_single(name: str) -> Iterator[int]:
    from fracas.envs import FightEnv

    env = FightEnv(name)
    seen, _ = env.reset(seed=1)
    while True:
        seen, _, over, cut, _ = env.step(random.choice(np.flatnonzero(seen["action_mask"])))
        if over or cut:
            seen, _ = env.reset()
        yield 1


def spiel_state(name: str) -> Iterator[int]:
    import pyspiel

    game = pyspiel.load_game(name)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes())
                state.apply_action(random.choices(outcomes, chances)[0])
                continue
            state.apply_action(random.choice(state.legal_actions()))
            yield 1


def spiel_env(name: str) -> Iterator[int]:
    from open_spiel.python import rl_environment

    env = rl_environment.Environment(name)
    while True:
        now = env.reset()
        while not now.last():
            now = env.step([random.choice(now.observations["legal_actions"][now.current_player()])])
            yield 1


def spiel_vector(name: str) -> Iterator[int]:
    from open_spiel.python import rl_environment
    from open_spiel.python.rl_agent import StepOutput
    from open_spiel.python.vector_env import SyncVectorEnv

    env = SyncVectorEnv([rl_environment.Environment(name) for _ in range(64)])
    now = env.reset()
    while True:
        chosen = [random.choice(one.observations["legal_actions"][one.current_player()]) for one in now]
        now, *_ = env.step([StepOutput(action=action, probs=None) for action in chosen], reset_if_done=True)
        yield 64


def zoo(name: str) -> Iterator[int]:
    import importlib

    env = importlib.import_module(f"pettingzoo.classic.{name}").env()
    while True:
        env.reset()
        for agent in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            env.step(random.choice(np.flatnonzero(seen["action_mask"])))
            yield 1


def main() -> int:
    random.seed(1)
    ours = {name: pace(fracas_vector(name)) for name in OURS}
    for name, steps in ours.items():
        print(f"{steps:>12,.0f} steps/s  fracas, {TABLES} tables: {name}")
        record(f"fracas, {TABLES} tables: {name}", "steps in a second", f"{steps:,.0f}")
    print(f"{pace(fracas_single(OURS[0])):>12,.0f} steps/s  fracas, one table: {OURS[0]}")
    slowest = min(ours.values())
    others: list[tuple[str, Callable[[str], Iterator[int]], str, bool]] = [
        *(("OpenSpiel, environment", spiel_env, game, True) for game in ("backgammon", "gin_rummy", "chess")),
        *(("OpenSpiel, 64 environments", spiel_vector, game, True) for game in ("backgammon",)),
        *(("PettingZoo", zoo, game, True) for game in ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4")),
        *(("OpenSpiel, small game", spiel_env, game, False) for game in ("tic_tac_toe", "connect_four")),
        *(("OpenSpiel, bare state", spiel_state, game, False) for game in ("connect_four", "backgammon")),
    ]
    missed = []
    for library, how, game, counts in others:
        theirs = pace(how(game))
        ratio = slowest / theirs
        mark = "" if not counts else "  ok" if ratio >= BAR else f"  MISSED: {BAR:.0f} times was wanted"
        print(f"{theirs:>12,.0f} steps/s  {library}: {game}  (fracas: {ratio:,.1f} times){mark}")
        record(f"{library}: {game}", "steps in a second", f"{theirs:,.0f}")
        bar, verdict = (f"at least {BAR:.0f}", "met" if ratio >= BAR else "missed") if counts else ("", "")
        record(f"{library}: {game}", "times as many", f"{ratio:,.1f}", bar, verdict)
        if counts and ratio < BAR:
            missed.append(f"{library}: {game}")
    if missed:
        print(f"Not {BAR:.0f} times as fast as {', '.join(missed)}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
