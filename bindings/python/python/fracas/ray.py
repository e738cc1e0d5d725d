"""Simulations, sweeps, tournaments and reviews on a Ray cluster.

Work is cut into parts by number, and every part draws from its own streams of the seed: what comes back is bit for bit what
one process gives, on any number of nodes, and also when a node dies on the way, because its parts are simply run again
elsewhere. ``fracas`` must be installed on every node. Call ``ray.init`` first; otherwise Ray starts on this machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import pyarrow
import ray

import fracas

__all__ = ["Simulated", "review", "simulate", "sweep", "tournament"]

#: Told how many parts are done, and of how many.
Progress = Callable[[int, int], None]
#: Parts for each core: enough that the last ones do not keep the others waiting, and that little is lost with a node.
_PARTS = 4


@dataclass(frozen=True)
class Simulated:
    """A simulation: its report, as ``Simulation.report`` gives it, and every fight as a row, if that was asked for."""

    report: dict[str, Any]
    rows: pyarrow.Table | None = None


def _gather(tasks: list[Any], progress: Progress | None) -> list[Any]:
    """The results of all tasks, in their order."""
    waiting = list(tasks)
    while waiting:
        done, waiting = ray.wait(waiting, num_returns=1)
        if progress is not None:
            progress(len(tasks) - len(waiting), len(tasks))
    return ray.get(tasks)


def _remote(function: Callable[..., Any]) -> Any:
    # A worker that dies is no fault of the work: it is run again for as long as there are nodes.
    return ray.remote(num_cpus=1, max_retries=-1)(function)


def _parts(parts: int | None) -> int:
    if not ray.is_initialized():
        ray.init()
    if parts is None:
        return max(1, int(ray.cluster_resources().get("CPU", 1))) * _PARTS
    if parts < 1:
        raise ValueError(f"parts is {parts}: cut the work into at least one")
    return parts


def _part(scenario: fracas.Scenario, shard: str, n: int, seed: int) -> str:
    return scenario.part(shard, n, seed, threads=1)


def _rows(scenario: fracas.Scenario, start: int, stop: int, seed: int) -> pyarrow.Table:
    return pyarrow.table(scenario.rows(start, stop, seed, threads=1))


def simulate(
    scenario: fracas.Scenario,
    n: int = 10_000,
    seed: int = 1,
    *,
    rows: bool = False,
    parts: int | None = None,
    progress: Progress | None = None,
) -> Simulated:
    """``Scenario.simulate``, in parts on the cluster."""
    many = min(_parts(parts), n)
    shared = ray.put(scenario)
    part = _remote(_part)
    tasks = [part.remote(shared, f"{number}/{many}", n, seed) for number in range(1, many + 1)]
    if rows:
        fights = _remote(_rows)
        cuts = [n * number // many for number in range(many + 1)]
        tasks += [fights.remote(shared, start, stop, seed) for start, stop in zip(cuts, cuts[1:])]
    done = _gather(tasks, progress)
    table = pyarrow.concat_tables(done[many:]) if rows else None
    return Simulated(fracas.merge(done[:many]), table)


def _point(scenario: fracas.Scenario, values: dict[str, list[Any]], n: int, seed: int) -> pyarrow.Table:
    return pyarrow.table(scenario.sweep(values, n, seed, threads=1))


def sweep(
    scenario: fracas.Scenario,
    vary: dict[str, Iterable[int | float | bool | str]],
    n: int = 10_000,
    seed: int = 1,
    *,
    progress: Progress | None = None,
) -> pyarrow.Table:
    """``Scenario.sweep``, each version on some core of the cluster."""
    _parts(None)
    paths, values = list(vary), [list(values) for values in vary.values()]
    if not paths or not all(values):
        raise ValueError('what to vary is a dictionary with values to try: {"goblin.hp": range(3, 10)}')
    shared = ray.put(scenario)
    point = _remote(_point)
    tasks = [
        point.remote(shared, {path: [value] for path, value in zip(paths, version)}, n, seed)
        for version in product(*values)
    ]
    return pyarrow.concat_tables(_gather(tasks, progress)).combine_chunks()


def _bouts(
    scenario: fracas.Scenario, first: str, second: str, start: int, stop: int, seed: int
) -> list[tuple[str, str]]:
    return fracas.bouts(scenario, first, second, start, stop, seed)


def tournament(
    scenarios: Sequence[fracas.Scenario],
    first: str,
    second: str,
    *,
    pairs: int = 200,
    seed: int = 1,
    between: tuple[float, float] = (0.0, 30.0),
    stretch: int = 20,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """``fracas.tournament``, on the cluster: the same standing, for minds that do not think by the clock.

    It looks after every ``stretch`` pairs whether it is clear by now which mind is better.
    """
    if stretch < 1:
        raise ValueError(f"stretch is {stretch}: fight at least one pair between two looks")
    for mind in (first, second):
        if mind == "brutal" or (mind.startswith("search:") and mind.endswith("s")):
            raise ValueError(f"{mind} thinks by the clock, and no two machines alike: give it playouts, as in search:1000")
    _parts(None)
    shared = [ray.put(scenario) for scenario in scenarios]
    bouts = _remote(_bouts)
    fought: list[list[tuple[str, str]]] = [[] for _ in scenarios]
    start = 0
    while True:
        stop = min(start + stretch, pairs)
        tasks = [
            bouts.remote(scenario, first, second, at, at + 1, seed) for scenario in shared for at in range(start, stop)
        ]
        done = iter(_gather(tasks, progress))
        for pairs_of_one in fought:
            for _ in range(start, stop):
                pairs_of_one.extend(next(done))
        standing = fracas.tournament(
            scenarios, first, second, pairs=pairs, seed=seed, between=between, fought=fought
        )
        # It ends where one process would have ended, which may be within the stretch.
        if standing["verdict"] != "open" or stop == pairs:
            return standing
        start = stop


def _review(replay: str, seed: int, budget: int) -> dict[str, Any]:
    return fracas.review(replay, seed=seed, budget=budget, threads=1)


def review(
    replays: Sequence[str],
    *,
    seed: int = 1,
    budget: int = 16_000_000,
    progress: Progress | None = None,
) -> list[dict[str, Any]]:
    """``fracas.review`` of each of these replays, in their order."""
    _parts(None)
    task = _remote(_review)
    return _gather([task.remote(replay, seed, budget) for replay in replays], progress)
