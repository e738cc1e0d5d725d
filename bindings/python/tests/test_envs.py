"""Environments: the official checkers, masks, what a seat knows, and many tables at once."""

import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

import fracas
from fracas.envs import WAIT, FightAEC, FightEnv, FightParallel, FightVectorEnv



def of_system(system):
    return next(one["name"] for one in fracas.scenarios() if one["system"] == system and one["kind"] == "fight")


SYSTEMS = {system: of_system(system) for system in ("ardor", "delve", "heed", "ranks", "twelves")}


def legal(rng, mask):
    return rng.choice(np.flatnonzero(mask))


@pytest.mark.parametrize("system", SYSTEMS)
def test_gymnasium_accepts_every_system(system):
    with warnings.catch_warnings():
        # It asks for a name from the registry, which we do not use.
        warnings.simplefilter("ignore")
        check_env(FightEnv(SYSTEMS[system]), skip_render_check=True)


@pytest.mark.parametrize("system", SYSTEMS)
def test_pettingzoo_accepts_every_system(system):
    api_test(FightAEC(SYSTEMS[system]), num_cycles=200)


def test_pettingzoo_accepts_what_is_chosen_at_once():
    parallel_api_test(FightParallel(SYSTEMS["ardor"]), num_cycles=200)
    with pytest.raises(ValueError, match="one after the other: use FightAEC"):
        FightParallel("goblins-at-the-ford")


def test_a_seed_gives_the_same_fight():
    seed_test(lambda: FightAEC(SYSTEMS["delve"]), num_cycles=50)


@pytest.mark.parametrize("side", ["heroes", "monsters"])
def test_a_fight_is_played_to_its_end_by_legal_actions(side):
    env, rng, ends = FightEnv("last-stand", side=side, illegal="raise"), np.random.default_rng(1), []
    names = env.action_names
    seen, info = env.reset(seed=5)
    for _ in range(8):
        over = cut = False
        while not (over or cut):
            offered = dict(info["choices"])
            assert set(np.flatnonzero(seen["action_mask"])) == set(offered) and WAIT not in offered
            assert all(names[number] in (text, "") for number, text in offered.items())
            assert np.array_equal(env.action_masks(), seen["action_mask"] == 1)
            seen, reward, over, cut, info = env.step(legal(rng, seen["action_mask"]))
            assert reward == 0 or over
        ends.append(reward)
        assert seen["action_mask"][WAIT] == 1 and seen["action_mask"].sum() == 1
        seen, info = env.reset()
    assert set(ends) <= {-1.0, 0.0, 1.0} and any(ends)


def test_what_cannot_be_chosen_loses_or_is_refused():
    env = FightEnv("last-stand")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(WAIT)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)
    strict = FightEnv("last-stand", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(fracas.ChoiceError, match="what can be chosen: 1 "):
        strict.step(WAIT)
    aec = FightAEC("last-stand")
    aec.reset(seed=1)
    with pytest.raises(fracas.ChoiceError, match="cannot choose action 0 now"):
        aec.step(WAIT)
    for wrong in ({"side": "elves"}, {"illegal": "forgive"}):
        with pytest.raises(ValueError):
            FightEnv("last-stand", **wrong)


def test_an_observation_has_what_the_table_shows():
    lanes = fracas.load("goblins-at-the-ford").lanes(1)
    env = FightEnv("goblins-at-the-ford")
    seen, _ = env.reset(seed=3)
    rows = seen["observation"][:-1].reshape(lanes.rows, len(lanes.FEATURES))
    column = {name: rows[:, at] for at, name in enumerate(lanes.FEATURES)}
    people = lanes.people
    view = fracas.load("goblins-at-the-ford").table(seed=3).view("judge")
    health = {token["id"]: token["tracks"][0]["value"] for token in view["tokens"]}
    assert column["present"].sum() == len(people)
    for at, (who, side) in enumerate(people):
        assert column["health"][at] == health[who]
        assert column["friend"][at] == column["own"][at] * 2 - 1 == (1 if side == "heroes" else -1)
        assert column["standing"][at] == 1 and column["gone"][at] == 0
    assert column["asked"].sum() == 1, "one of them is asked to begin"


def test_what_is_really_meant_does_not_show():
    """The masked duelist shows one thing and means another. Whatever that is, the heroes are told the same."""
    lanes = fracas.load("the-masked-duelist").lanes(2)
    shape = (2, lanes.figures), (2, len(lanes.actions))
    compared = 0
    for seed in range(10):
        for lane in (0, 1):
            lanes.open_lane(lane, seed)
            # Begin, and show an intent.
            lanes.follow(lane)
            shown = lanes.offers(lane, ["duelist"])[0]
            assert shown[1].startswith("duelist show ")
            lanes.act(lane, ["duelist"], shown[0])
            meant = lanes.offers(lane, ["duelist"])
            lanes.act(lane, ["duelist"], meant[0 if lane == 0 else -1][0])
        assert meant[0][1] != meant[-1][1] and all(text.startswith("duelist mean ") for _, text in meant)
        figures, mask = np.empty(shape[0], np.float32), np.empty(shape[1], np.int8)
        while "isaura" not in lanes.awaited(0):
            for lane in (0, 1):
                lanes.act(lane, "monsters", lanes.offers(lane, "monsters")[0][0])
        for own in ("heroes", ["isaura"], ["lark"]):
            for lane in (0, 1):
                lanes.observe(lane, own, figures[lane], mask[lane])
            assert np.array_equal(figures[0], figures[1]) and np.array_equal(mask[0], mask[1])
            assert mask[0].sum() > 1
            compared += 1
    assert compared == 30


def test_somebody_out_of_sight_is_not_where_they_are():
    """On squares with fog a seat must not learn from figures where the unseen are: what it is told of them is what its view tells."""
    scenario = fracas.load(SYSTEMS["ranks"])
    lanes = scenario.lanes(1)
    at = {name: index for index, name in enumerate(lanes.FEATURES)}
    heroes = [who for who, side in lanes.people if side == "heroes"]
    figures, mask = np.empty(lanes.figures, np.float32), np.empty(len(lanes.actions), np.int8)
    hidden = shown = 0
    for seed in range(6):
        table = scenario.table(seed=seed)
        lanes.open_lane(0, seed)
        for _ in range(25):
            if table.over is not None:
                break
            view = {token["id"]: token for token in table.view(heroes)["tokens"]}
            judge = {token["id"]: token for token in table.view()["tokens"]}
            lanes.observe(0, heroes, figures, mask)
            rows = figures[:-1].reshape(lanes.rows, len(lanes.FEATURES))
            for number, (who, _) in enumerate(lanes.people):
                place = f"{int(rows[number][at['column']])},{int(rows[number][at['row']])}"
                seen = view.get(who, {}).get("place")
                if seen is None and judge[who]["place"] is not None:
                    assert place != judge[who]["place"], f"{who} is given away at {place}"
                    hidden += 1
                elif seen is not None:
                    assert place == seen
                    shown += 1
            choice = table.choices[0] if table.position == 0 else table.think()
            table.choose(choice)
            assert lanes.act(0, [choice.split()[0]], dict((text, n) for n, text in lanes.offers(0, [choice.split()[0]]))[choice])
    assert hidden > 0 and shown > 0


def test_many_tables_step_as_one_does():
    """A table among many goes the same way as the only one, and begins its next fight when it is over."""
    alone, many = (FightVectorEnv("last-stand", count) for count in (1, 64))
    (seen_one, _), (seen, _) = alone.reset(seed=9), many.reset(seed=9)
    over = np.zeros(64, bool)
    ends = 0
    for step in range(150):
        assert np.array_equal(seen_one["observation"][0], seen["observation"][0])
        assert np.array_equal(seen_one["action_mask"][0], seen["action_mask"][0])
        actions = seen["action_mask"].shape[1] - 1 - seen["action_mask"][:, ::-1].argmax(axis=1)
        if not over[0]:
            seen_one, *told_one = alone.step(actions[:1])
        seen, reward, over, cut, info = many.step(actions)
        assert not info["illegal"].any() and not cut.any()
        assert ((reward != 0) <= over).all()
        ends += over.sum()
        if over[0]:
            assert told_one[0][0] == reward[0] and told_one[1][0]
            break
    assert ends > 0 and seen["observation"].dtype == np.float32
    while not over.any():
        *_, over, _, _ = many.step(many.sample())
    at = int(np.flatnonzero(over)[0])
    seen, reward, over, *_ = many.step(many.sample())
    assert reward[at] == 0 and not over[at] and seen["action_mask"][at].sum() >= 1, "a new fight"


def test_many_tables_keep_to_the_spaces_they_name():
    env = FightVectorEnv("goblins-at-the-ford", 8, opponent="random", max_steps=5)
    seen, _ = env.reset(seed=1)
    cuts = 0
    for _ in range(20):
        assert env.observation_space.contains(seen)
        actions = env.sample()
        assert env.action_space.contains(actions)
        assert (seen["action_mask"][np.arange(8), actions] == 1).all()
        seen, _, over, cut, _ = env.step(actions)
        assert not (over & cut).any()
        cuts += cut.sum()
    assert cuts > 0, "a fight of more than five steps is given up"
    with pytest.raises(ValueError, match="actions has 3 places, and 8"):
        env.step(np.zeros(3, np.int64))
