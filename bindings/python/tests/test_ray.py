"""A Ray cluster gives what one process gives, also when one of its two nodes is killed."""

import pyarrow
import pytest
import ray
from ray.cluster_utils import Cluster

import fracas
import fracas.ray


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
        if done >= 2 and not killed:
            assert done < of, "the work was over before anything could go wrong"
            cluster.remove_node(cluster.extra, allow_graceful=False)
            killed.append(done)

    told = fracas.ray.simulate(ford, 300_000, seed=7, rows=True, parts=12, progress=kill)
    assert killed, "no node was killed"
    here = ford.simulate(300_000, seed=7)
    assert told.report == here.report
    assert told.rows.combine_chunks() == pyarrow.table(here).combine_chunks()
    assert ray.cluster_resources()["CPU"] == 1

    vary = {"foes.goblin.count": [3, 6], "heroes.level": [1, 2]}
    assert fracas.ray.sweep(ford, vary, n=2000, seed=3) == pyarrow.table(ford.sweep(vary, n=2000, seed=3)).combine_chunks()

    rings = [ford, fracas.load("last-stand")]
    terms = {"pairs": 12, "seed": 5}
    apart = fracas.ray.tournament(rings, "instinct", "random", stretch=5, **terms)
    assert apart == fracas.tournament(rings, "instinct", "random", **terms)

    replays = [ford.replay(fight) for fight in range(2)]
    here = [fracas.review(replay, budget=100_000) for replay in replays]
    assert fracas.ray.review(replays, budget=100_000) == here

    with pytest.raises(ValueError, match="thinks by the clock"):
        fracas.ray.tournament(rings, "search:50ms", "random")
