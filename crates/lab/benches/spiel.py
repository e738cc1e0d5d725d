"""Random playouts of OpenSpiel in its own C++, timed by this process's CPU time: choices per second, as JSON.

The rollouts are those of its tree search, told to look once and to judge what it sees by a number of random games:
all of it is C++, and lists what is legal before each choice, as ours do. How long a game is comes from games stepped
through here, untimed.
"""

from __future__ import annotations

import json
import random
import sys
import time

import pyspiel

SAMPLE = 200
TIMES = 5
SECONDS = 1.0


def choices(game: pyspiel.Game) -> int:
    """Choices of players in one random game; dice are nobody's choice."""
    state, count = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, chances)[0])
            continue
        state.apply_action(random.choice(state.legal_actions()))
        count += 1
    return count


def start(game: pyspiel.Game) -> pyspiel.State:
    """The first position at which a player chooses."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


def main(name: str) -> None:
    random.seed(1)
    game = pyspiel.load_game(name)
    length = sum(choices(game) for _ in range(SAMPLE)) / SAMPLE
    state, rollouts, best = start(game), 64, 0.0
    for times in range(TIMES):
        while True:
            evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=rollouts, seed=times)
            searcher = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, times, False)
            began = time.process_time()
            searcher.step(state)
            took = time.process_time() - began
            if took >= SECONDS / 4:
                break
            rollouts *= 2
        best = max(best, rollouts * length / took)
    print(json.dumps({"choices_per_second": best, "length": length}))


main(sys.argv[1])
