"""Scenarios, simulations as Arrow, odds, tables, exceptions."""

import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import duckdb
import pandas
import polars
import pyarrow
import pyarrow.compute
import pytest

import fracas

DUEL = """
system = 'delve'
title = 'Duel in the lane'
aware = ['heroes', 'monsters']
[[zone]]
id = 'lane'
name = 'Lane'
at = [0, 0]
[[party]]
hero = 'brakk'
at = 'lane'
[[foes]]
creature = 'goblin'
at = 'lane'
"""


@pytest.fixture(scope="module")
def ford():
    return fracas.load("goblins-at-the-ford")


def test_scenarios_are_loaded_by_name_by_path_and_from_text(ford, tmp_path):
    assert (ford.system, ford.title, ford.kind) == ("delve", "Goblins at the ford", "fight")
    file = tmp_path / "duel.toml"
    file.write_text(DUEL)
    for duel in (fracas.load(str(file)), fracas.loads(DUEL)):
        assert duel.title == "Duel in the lane" and duel.toml == DUEL
    names = {one["name"] for one in fracas.scenarios()}
    assert {"goblins-at-the-ford", "kiln-yard"} <= names
    assert {one["system"] for one in fracas.scenarios()} == {"ardor", "delve", "heed", "ranks", "twelves"}


def test_what_is_wrong_is_told_as_check_tells_it():
    with pytest.raises(fracas.ContentError) as raised:
        fracas.loads(DUEL.replace("'goblin'", "'gobln'"), name="my-duel.toml")
    assert str(raised.value).startswith("my-duel.toml:13:")
    assert "did you mean \"goblin\"?" in str(raised.value)
    (problem,) = raised.value.problems
    assert (problem["file"], problem["line"]) == ("my-duel.toml", 13)
    assert isinstance(raised.value, ValueError)
    again = pickle.loads(pickle.dumps(raised.value))
    assert again.problems == raised.value.problems and str(again) == str(raised.value)
    with pytest.raises(fracas.NotFoundError, match="did you mean \"goblins-at-the-ford\""):
        fracas.load("goblin-at-the-ford")
    with pytest.raises(ValueError, match="a party is for adventures"):
        fracas.load("goblins-at-the-ford", party="x")


def test_exceptions_have_the_words_of_the_command(tmp_path):
    command = os.environ.get("FRACAS_BIN")
    if command is None:
        pytest.skip("FRACAS_BIN names no program to compare with")
    file = tmp_path / "duel.toml"
    file.write_text(DUEL.replace("'goblin'", "'gobln'").replace("at = [0, 0]", "at = [0]"))
    told = subprocess.run([command, "check", str(file)], capture_output=True, text=True, check=False)
    with pytest.raises(fracas.ContentError) as raised:
        fracas.load(str(file))
    assert told.stdout.strip() == str(raised.value)
    file.write_text(DUEL)
    report = subprocess.run(
        [command, "sim", str(file), "-n", "3000", "--seed", "5", "--json"], capture_output=True, text=True, check=True
    )
    assert json.loads(report.stdout) == fracas.load(str(file)).simulate(3000, seed=5).report


def test_a_simulation_is_the_same_on_any_number_of_threads_and_in_parts(ford):
    one, two = (ford.simulate(1200, seed=7, threads=threads) for threads in (1, 2))
    assert one.report == two.report and one.report["fights"] == 1200
    assert pyarrow.table(one) == pyarrow.table(two)
    assert pyarrow.table(one) != pyarrow.table(ford.simulate(1200, seed=8))
    parts = [ford.part(f"{number}/3", 1200, 7) for number in (3, 1, 2)]
    assert fracas.merge(parts) == one.report
    assert pyarrow.concat_tables(
        [pyarrow.table(ford.rows(0, 500, 7)), pyarrow.table(ford.rows(500, 1200, 7))]
    ).combine_chunks() == pyarrow.table(one).combine_chunks()
    with pytest.raises(fracas.PartError, match="1 are missing: 2"):
        fracas.merge(parts[:2])
    with pytest.raises(fracas.PartError, match="damaged"):
        fracas.merge([parts[0].replace("0", "1"), *parts[1:]])


def test_ctrl_c_ends_a_simulation():
    """In a process of its own: a hundred million fights, and somebody who has had enough after a second."""
    code = "import fracas; print('begun', flush=True); fracas.load('goblins-at-the-ford').simulate(100_000_000)"
    running = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert running.stdout.readline() == "begun\n"
        time.sleep(1)
        running.send_signal(signal.SIGINT)
        _, told = running.communicate(timeout=30)
    finally:
        running.kill()
    assert "KeyboardInterrupt" in told and running.returncode != 0


def test_a_simulation_stops_when_it_is_precise_enough(ford):
    simulations = [ford.simulate(seed=3, until=until) for until in (0.01, "1%")]
    assert simulations[0].fights == simulations[1].fights < 100_000
    heroes = simulations[0].report["ends"]["heroes"]
    assert (heroes["high"] - heroes["low"]) / 2 <= 0.01 and heroes["of"] == simulations[0].fights
    with pytest.raises(ValueError, match="until: 7 is not a share"):
        ford.simulate(until=7)
    with pytest.raises(ValueError, match="n is 0"):
        ford.simulate(0)


def test_rows_reach_polars_pandas_and_duckdb_and_agree_with_the_report(ford):
    simulation = ford.simulate(5000, seed=2)
    wins = simulation.report["ends"]["heroes"]["count"]
    frame = polars.DataFrame(simulation)
    assert frame.height == 5000 == len(simulation)
    assert frame.filter(polars.col("end").cast(polars.String) == "heroes").height == wins
    table = pandas.DataFrame.from_arrow(simulation)
    assert (table["end"] == "heroes").sum() == wins
    assert duckdb.sql("select count(*) from simulation where \"end\" = 'heroes'").fetchall() == [(wins,)]
    rounds = duckdb.sql("select avg(rounds) from simulation").fetchall()[0][0]
    assert rounds == pytest.approx(simulation.report["rounds"]["mean"])
    brakk = next(one for one in simulation.report["combatants"] if one["id"] == "brakk")
    assert frame["brakk.fell"].is_not_null().sum() == brakk["falls"]["chance"]["count"]


def test_rows_that_the_command_writes_are_the_same_for_every_reader(ford, tmp_path):
    command = os.environ.get("FRACAS_BIN")
    if command is None:
        pytest.skip("FRACAS_BIN names no program that writes rows")
    for ending in ("parquet", "csv", "jsonl"):
        rows = ["sim", "goblins-at-the-ford", "-n", "300", "--rows", str(tmp_path / f"rows.{ending}")]
        subprocess.run([command, *rows], capture_output=True, check=True)
    frame = polars.read_parquet(tmp_path / "rows.parquet")
    assert frame.equals(polars.read_csv(tmp_path / "rows.csv"))
    assert frame.equals(polars.read_ndjson(tmp_path / "rows.jsonl", schema=frame.schema))
    assert frame.equals(duckdb.sql(f"select * from '{tmp_path}/rows.parquet'").pl())
    assert frame.equals(polars.from_pandas(pandas.read_parquet(tmp_path / "rows.parquet")).cast(dict(frame.schema)))
    own = polars.DataFrame(ford.simulate(300, seed=1))
    assert frame.columns == own.columns
    assert frame["brakk.health"].to_list() == own["brakk.health"].to_list()


def test_columns_are_handed_over_without_a_copy(ford):
    simulation = ford.simulate(2000)
    address = lambda table: table["rounds"].chunk(0).buffers()[1].address  # noqa: E731
    own = address(pyarrow.table(simulation))
    assert own == address(pyarrow.table(simulation.rows)), "two readers, one column"
    assert own == address(polars.DataFrame(simulation).to_arrow()), "polars has taken the column as it is"
    pandas_column = pandas.DataFrame.from_arrow(simulation)["rounds"]
    assert pandas_column.to_numpy().tolist() == pyarrow.table(simulation)["rounds"].to_pylist()
    held = pyarrow.table(simulation)
    del simulation
    assert held["rounds"].to_pylist() == pyarrow.table(ford.simulate(2000))["rounds"].to_pylist()


def test_the_lock_is_released_while_fights_are_fought(ford):
    """Another thread goes on counting while this one simulates: with the lock held it would stand still."""
    counted, stop = [0], threading.Event()

    def count():
        while not stop.is_set():
            counted[0] += 1
            time.sleep(0.0005)

    thread = threading.Thread(target=count)
    thread.start()
    try:
        began, before = time.perf_counter(), counted[0]
        while time.perf_counter() - began < 0.5:
            ford.simulate(200_000, threads=1)
        took, grown = time.perf_counter() - began, counted[0] - before
    finally:
        stop.set()
        thread.join()
    assert grown > 100 * took, f"{grown} steps in {took:.2f} s"


def test_exact_odds_of_dice():
    four = fracas.odds("4d6kh3")
    assert four.mean == pytest.approx(15869 / 1296)
    assert four[18] == pytest.approx(21 / 1296) and four.at_least(16) == pytest.approx(169 / 1296)
    assert sum(chance for _, chance in four.distribution()) == pytest.approx(1)
    win, tie, lose = fracas.odds("d20").versus(fracas.odds("d20"))
    assert (win, tie, lose) == pytest.approx((0.475, 0.05, 0.475))
    with pytest.raises(fracas.NotationError, match="4d6q"):
        fracas.odds("4d6q")
    with pytest.raises(ValueError, match="no dialect"):
        fracas.odds("d6", dialect="klingon")


def test_a_table_is_stepped_through_with_typed_dice():
    table = fracas.loads(DUEL).table()
    assert table.asked == table.awaited == ["brakk"] and table.choices == ["brakk begin"]
    assert table.question["text"] == "The sides meet. Begin?"
    table.choose("brakk begin", rolls=[6, 2])
    odds = table.odds("brakk attack goblin sword")
    assert odds["chance"]["p"] == pytest.approx(0.6) and odds["drops"][0]["p"] == pytest.approx(0.525)
    assert set(table.odds()) == set(table.choices)
    with pytest.raises(fracas.DiceWanted) as raised:
        table.choose(0, rolls=[14])
    assert (raised.value.wanted["label"], raised.value.wanted["sides"]) == ("damage", 8)
    assert table.position == 1, "nothing has happened"
    lines = table.choose(0, rolls=[14, 1])
    assert "Brakk strikes at Goblin (sword)" in lines[0]["text"]
    goblin = lambda: next(one for one in table.view("watcher")["tokens"] if one["id"] == "goblin")  # noqa: E731
    assert goblin()["tracks"][0]["value"] == 1
    assert table.undo() == 1 and goblin()["tracks"][0]["value"] == 4
    assert table.redo() == 1 and goblin()["tracks"][0]["value"] == 1
    with pytest.raises(fracas.ChoiceError) as raised:
        table.choose("goblin attack brak")
    assert "no such choice now" in str(raised.value)
    with pytest.raises(ValueError, match='nobody here is "brak"; did you mean "brakk"'):
        table.view(["brak"])
    while table.over is None:
        table.choose(table.think())
    assert table.choices == [] and table.asked == []
    with pytest.raises(fracas.OverError):
        table.choose("brakk done")
    assert table.verify()["verdict"] == "same"
    again = fracas.replay(table.replay())
    assert again.state() == table.state() and again.log() == table.log()


def test_a_seat_sees_no_more_than_it_knows():
    table = fracas.load("kiln-yard").table(seed=1)
    while table.over is None and table.position < 12:
        table.choose(table.think())
    heroes = [one["id"] for one in table.combatants if one["side"] == "heroes"]
    judge, player, watcher = table.view(), table.view(heroes), table.view("watcher")
    assert {choice["text"].split()[0] for choice in player["choices"]} <= set(heroes)
    assert watcher["choices"] == [] and judge["choices"] == table.view("judge")["choices"]
    with pytest.raises(ValueError, match="a seat is"):
        table.view("nobody")


def test_minds_and_hints(ford):
    table = ford.table(seed=4)
    table.choose(table.think())
    assert table.think("search:200") in table.choices
    advice = table.hint(mind="search:200", most=2)
    assert 1 <= len(advice) <= 2 and advice[0]["choice"] in table.choices
    with pytest.raises(ValueError, match="is not a mind"):
        table.think("genius")


def test_sweeps_and_balance(ford):
    sweep = polars.DataFrame(ford.sweep({"foes.goblin.count": [2, 9], "heroes.level": range(1, 3)}, n=2000))
    assert sweep.select("foes.goblin.count", "heroes.level").rows() == [(2, 1), (2, 2), (9, 1), (9, 2)]
    shares = sweep["heroes"].to_list()
    assert shares[0] > shares[2] and shares[1] > shares[3]
    nine = ford.replace({"foes.goblin.count": 9, "heroes.level": 1}).simulate(2000)
    assert shares[2] == nine.win_rate
    assert pyarrow.table(ford.sweep("foes.goblin.count=2..9/7", n=2000))["foes.goblin.count"].to_pylist() == [2, 9]
    with pytest.raises(fracas.ContentError, match="with goblin.ac = -70"):
        ford.sweep({"goblin.ac": [-70]}, n=10)
    with pytest.raises(ValueError, match="goblin"):
        ford.sweep({"gobln.ac": [12]}, n=10)
    with pytest.raises(ValueError, match="neither a number nor a text"):
        ford.sweep({"goblin.ac": [None]}, n=10)
    found = ford.balance("60%", n=400)
    assert found["path"].endswith(".count") and found["wanted"] == pytest.approx(0.6)
    assert abs(found["scenario"].simulate(1000, seed=9).win_rate - 0.6) < 0.2
    assert fracas.loads(found["toml"]).simulate(50).report == found["scenario"].simulate(50).report
    with pytest.raises(ValueError, match="win: 'often' is not a share"):
        ford.balance("often")


def test_a_review_adds_up_and_is_the_same_again(ford):
    review = ford.review(fight=3, seed=2, budget=200_000)
    change = sum(step["luck"] + step["skill"] for step in review["steps"])
    assert change == pytest.approx(review["final"] - review["initial"])
    text = ford.replay(fight=3, seed=2)
    assert fracas.review(text, seed=2, budget=200_000, threads=1) == review
    assert fracas.replay(text).review(seed=2, budget=200_000) == review
    with pytest.raises(fracas.ReplayError, match="not a replay file"):
        fracas.review("{}")


def test_a_scenario_goes_to_another_process(ford):
    changed = ford.replace({"goblin.hp": 9})
    again = pickle.loads(pickle.dumps(changed))
    fights = [pyarrow.table(one.rows(0, 1000)) for one in (again, changed, ford)]
    assert fights[0] == fights[1] and fights[0] != fights[2]
    assert again.part("1/1", 100) == changed.part("1/1", 100)


def test_minds_decide_in_simulations_and_go_along(ford):
    minded = pickle.loads(pickle.dumps(ford.with_minds("random", heroes="search:20")))
    assert ford.minds == ("instinct", "instinct")
    assert minded.minds == ("search:20", "random")
    simulation = minded.simulate(12, seed=3, threads=1)
    assert simulation.report["minds"] == {"heroes": "search:20", "monsters": "random"}
    assert minded.simulate(12, seed=3, threads=2).report == simulation.report
    rows = polars.DataFrame(simulation)
    assert rows["heroes_mind"].to_list() == ["search:20"] * 12
    assert "minds" not in ford.simulate(12, seed=3).report
    with pytest.raises(ValueError, match="give it playouts instead"):
        ford.with_minds("search:50ms")


def test_a_tournament_ends_the_same_from_fights_that_were_fought_elsewhere():
    duel, ford = fracas.loads(DUEL), fracas.load("last-stand")
    standing = fracas.tournament([duel, ford], "instinct", "random", pairs=12, seed=3)
    fought = [fracas.bouts(one, "instinct", "random", 0, 12, seed=3) for one in (duel, ford)]
    assert fracas.tournament([duel, ford], "instinct", "random", pairs=12, seed=3, fought=fought) == standing
    assert standing["elo"]["difference"] > 0 and standing["fights"] == 2 * 2 * standing["scenarios"][0]["pairs"]
    with pytest.raises(ValueError, match="several systems"):
        fracas.tournament([duel, fracas.load("kiln-yard")], "instinct", "random")


def test_adventures_can_be_simulated_and_played():
    adventure = fracas.load("saltmarrow-cellars")
    assert adventure.kind == "adventure"
    rows = pyarrow.table(adventure.simulate(20))
    assert rows.num_rows == 20 and len(rows["choices"].unique()) > 10
    table = adventure.table(seed=1)
    assert table.choices and "kind = 'party'" in table.party().replace('"', "'")
    with pytest.raises(fracas.ContentError, match="no fixed list of choices"):
        adventure.lanes(1)


def test_everything_that_is_there_is_documented_and_in_the_stubs():
    import ast
    import importlib.resources

    stubs = ast.parse((importlib.resources.files(fracas) / "_fracas.pyi").read_text())
    classes = {node.name: node for node in stubs.body if isinstance(node, ast.ClassDef)}
    functions = {node.name for node in stubs.body if isinstance(node, ast.FunctionDef)}
    from fracas import _fracas

    public = [name for name in dir(_fracas) if not name.startswith("_")]
    for name in public:
        thing = getattr(_fracas, name)
        assert thing.__doc__, f"{name} has no docstring"
        if not isinstance(thing, type):
            assert name in functions, f"{name} is not in the stubs"
            continue
        known = {node.name for node in classes[name].body if isinstance(node, ast.FunctionDef)}
        known |= {node.target.id for node in classes[name].body if isinstance(node, ast.AnnAssign)}
        own = {member for member in vars(thing) if not member.startswith("_")}
        assert own <= known, f"{name}: {own - known} are not in the stubs"
    assert (importlib.resources.files(fracas) / "py.typed").is_file()
