"""A Ray cluster gives what one process gives, also when one of its two nodes is killed in the middle of any kind of work."""

import time

import pyarrow
import pytest
import ray
from ray.cluster_utils import Cluster

import fracas
import fracas.ray


#: Small enough to be reviewed in no time.
DUEL = """
system = 'delve'
title = 'Duel in the lane'
aware = ['heroes', 'monsters']
zone = [{ id = 'lane', name = 'Lane', at = [0, 0] }]
party = [{ hero = 'brakk', at = 'lane' }]
foes = [{ creature = 'goblin', at = 'lane' }]
"""


def wait_for(what):
    until = time.monotonic() + 60
    while not what():
        assert time.monotonic() < until, "Ray has not noticed within 60 seconds"
        time.sleep(0.05)


@pytest.fixture(scope="module")
def cluster():
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    ray.init(address=cluster.address, log_to_driver=False)
    try:
        yield cluster
    finally:
        ray.shutdown()
        cluster.shutdown()


@pytest.fixture
def doomed(cluster, monkeypatch, tmp_path):
    """A second node, which is killed while it is at work. Called as the progress of that work, it kills the node.

    What that node has begun never comes back from it, and nothing comes back from the other before it has begun: so the
    node surely dies with work of its own, however quick or slow the machine is.
    """
    node = cluster.add_node(num_cpus=1)
    wait_for(lambda: ray.cluster_resources()["CPU"] == 2)
    begun, lost = tmp_path / "begun", node.node_id
    remote = fracas.ray._remote

    def watched(function):
        # Within, because what stands in a file of tests is not there on a worker.
        def work(*arguments):
            result = function(*arguments)
            if ray.get_runtime_context().get_node_id() == lost:
                begun.touch()
                time.sleep(600)
            until = time.monotonic() + 60
            while not begun.exists() and time.monotonic() < until:
                time.sleep(0.01)
            return result

        return remote(work)

    monkeypatch.setattr(fracas.ray, "_remote", watched)
    killed = []

    def kill(done, of):
        if not killed:
            assert begun.exists() and done < of, "the node is at work"
            cluster.remove_node(node, allow_graceful=False)
            killed.append(done)

    yield kill
    assert killed, "the node was killed"
    wait_for(lambda: ray.cluster_resources()["CPU"] == 1)


def test_a_simulation_is_the_same_though_a_node_dies(doomed):
    ford = fracas.load("goblins-at-the-ford")
    told = fracas.ray.simulate(ford, 6_000, seed=7, rows=True, parts=6, progress=doomed)
    here = ford.simulate(6_000, seed=7)
    assert told.report == here.report
    assert told.rows.combine_chunks() == pyarrow.table(here).combine_chunks()


def test_a_sweep_is_the_same_though_a_node_dies(doomed):
    ford = fracas.load("goblins-at-the-ford")
    vary = {"foes.goblin.count": [3, 6], "heroes.level": [1, 2]}
    told = fracas.ray.sweep(ford, vary, n=2000, seed=3, progress=doomed)
    assert told == pyarrow.table(ford.sweep(vary, n=2000, seed=3)).combine_chunks()


def test_a_tournament_is_the_same_though_a_node_dies(doomed):
    rings = [fracas.load("goblins-at-the-ford"), fracas.load("last-stand")]
    terms = {"pairs": 12, "seed": 5}
    apart = fracas.ray.tournament(rings, "instinct", "random", stretch=5, progress=doomed, **terms)
    assert apart == fracas.tournament(rings, "instinct", "random", **terms)


def test_reviews_are_the_same_though_a_node_dies(doomed):
    duel = fracas.loads(DUEL)
    replays = [duel.replay(fight) for fight in range(3)]
    here = [fracas.review(replay, budget=100_000) for replay in replays]
    assert fracas.ray.review(replays, budget=100_000, progress=doomed) == here


def test_minds_that_think_by_the_clock_are_refused(cluster):
    with pytest.raises(ValueError, match="thinks by the clock"):
        fracas.ray.tournament([fracas.load("last-stand")], "search:50ms", "random")
