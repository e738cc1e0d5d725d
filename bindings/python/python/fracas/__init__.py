"""Play, referee and simulate tabletop fights.

>>> import fracas
>>> ford = fracas.load("goblins-at-the-ford")
>>> ford.simulate(10_000, seed=7).win_rate > 0.5
True
>>> round(fracas.odds("4d6kh3").mean, 2)
12.24

``fracas.envs`` has environments for Gymnasium and PettingZoo, ``fracas.ray`` spreads work over a Ray cluster.
"""

from fracas._errors import (
    ChoiceError,
    ContentError,
    DiceError,
    DiceWanted,
    FracasError,
    NotationError,
    NotFoundError,
    OverError,
    PartError,
    ReplayError,
)
from fracas._fracas import (
    Frame,
    Lanes,
    Odds,
    Scenario,
    Simulation,
    Table,
    __version__,
    bouts,
    load,
    loads,
    merge,
    odds,
    replay,
    review,
    scenarios,
    tournament,
)

__all__ = [
    "ChoiceError",
    "ContentError",
    "DiceError",
    "DiceWanted",
    "FracasError",
    "Frame",
    "Lanes",
    "NotFoundError",
    "NotationError",
    "Odds",
    "OverError",
    "PartError",
    "ReplayError",
    "Scenario",
    "Simulation",
    "Table",
    "__version__",
    "bouts",
    "load",
    "loads",
    "merge",
    "odds",
    "replay",
    "review",
    "scenarios",
    "tournament",
]
