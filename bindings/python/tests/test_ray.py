"""A Ray cluster gives what one process gives, also when one of its two nodes is killed."""

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
    until = time.monotonic() + 30
    while not what():
        assert time.monotonic() < until, "Ray has not noticed within 30 seconds"
        time.sleep(0.05)


@pytest.fixture(scope="module")
def cluster():
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    cluster.extra = cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False)
    try:
        yield cluster
    finally:
        ray.shutdown()
        cluster.shutdown()


def test_every_kind_of_work_is_the_same_and_a_node_may_die(cluster):
    assert ray.cluster_resources()["CPU"] == 2
    ford = fracas.load("goblins-at-the-ford")
    killed = []

    def kill(done, of):
        if not killed:
            # Both nodes are at work: what the one is doing will be lost.
            wait_for(lambda: ray.available_resources().get("CPU", 0) == 0)
            cluster.remove_node(cluster.extra, allow_graceful=False)
            killed.append(of - done)

    told = fracas.ray.simulate(ford, 60_000, seed=7, rows=True, parts=6, progress=kill)
    assert killed and killed[0] > 2, "a node was killed while there was work left"
    here = ford.simulate(60_000, seed=7)
    assert told.report == here.report
    assert told.rows.combine_chunks() == pyarrow.table(here).combine_chunks()
    wait_for(lambda: ray.cluster_resources()["CPU"] == 1)

    vary = {"foes.goblin.count": [3, 6], "heroes.level": [1, 2]}
    assert fracas.ray.sweep(ford, vary, n=2000, seed=3) == pyarrow.table(ford.sweep(vary, n=2000, seed=3)).combine_chunks()

    rings = [ford, fracas.load("last-stand")]
    terms = {"pairs": 12, "seed": 5}
    apart = fracas.ray.tournament(rings, "instinct", "random", stretch=5, **terms)
    assert apart == fracas.tournament(rings, "instinct", "random", **terms)

    duel = fracas.loads(DUEL)
    replays = [duel.replay(fight) for fight in range(3)]
    here = [fracas.review(replay, budget=100_000) for replay in replays]
    assert fracas.ray.review(replays, budget=100_000) == here

    with pytest.raises(ValueError, match="thinks by the clock"):
        fracas.ray.tournament(rings, "search:50ms", "random")
