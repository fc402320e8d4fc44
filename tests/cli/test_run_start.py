"""``tilewright run start`` and ``resume``: results, output, refused options."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from support.cli import NOTHING_FITS, endless, printed_json, puzzle_file, run
from tilewright.cli.interruption import Interrupted, TimeLimitReached
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.run import session
from tilewright.runs import executors
from tilewright.runs.executors import ExecutorDescriptor
from tilewright.runs.rows import RunState
from tilewright.runs.store import Store


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The run database that is meant when none is named."""
    path = tmp_path / "runs.db"
    monkeypatch.setenv("TILEWRIGHT_RUNS", str(path))
    return path


def begun(result: Result) -> str:
    """The ID on the first line."""
    word, name = result.stdout.split()[:2]
    assert word == "run" and len(name) == 8
    return name


@pytest.mark.parametrize(
    ("options", "numbers", "kept"),
    [
        ([], "4 solutions", 4),
        (["--all"], "4 solutions", 4),
        (["--count"], "4 solutions", None),
        (["--unique"], "4 solutions (2 up to symmetry: 2 rotations and 2 reflections)", 2),
        (["--unique", "--count"], "4 solutions (2 up to symmetry: 2 rotations and 2 reflections)", None),
        (["--first"], "1 solution", 1),
        (["--tasks", "1"], "4 solutions", 4),
        (["--split-depth", "2"], "4 solutions", 4),
        (["--engine", "dancing-cells", "--workers", "3"], "4 solutions", 4),
        (["--motions", "rotation"], "4 solutions", 4),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_the_questions(
    runs: Path, tmp_path: Path, options: list[str], numbers: str, kept: int | None
) -> None:
    result = run("run", "start", puzzle_file(tmp_path), *options)
    assert result.exit_code == 0, result.stderr
    assert result.stdout.splitlines()[-1].split("   ")[0] == numbers
    exported = run("run", "export", begun(result)[:4], "-o", tmp_path / "out.ndjson")
    if kept is None:
        assert exported.exit_code == 2 and "stores no solutions" in exported.stderr
    else:
        assert len((tmp_path / "out.ndjson").read_text().splitlines()) == kept
        assert run("verify", tmp_path / "puzzle.txt", tmp_path / "out.ndjson").exit_code == 0


def test_the_same_numbers_as_count(runs: Path) -> None:
    words = ["catalog:pentominoes-3x20", "--unique", "--json"]
    counted, ran = printed_json(run("count", *words)), printed_json(run("run", "start", *words))
    for key in ("solutions", "up_to_symmetry", "status", "title", "file"):
        assert ran[key] == counted[key]
    assert ran["share"] == [1.0, 1.0] and ran["progress_text"] == "100%"
    assert ran["tasks"]["waiting"] == 0 < ran["tasks"]["done"]


@pytest.mark.usefixtures("ticking_clock")
def test_a_run_in_sessions_finds_the_same(runs: Path) -> None:
    result = run("run", "start", "catalog:pentominoes-6x10", "--unique", "--time", "30", "--tasks", "40")
    assert result.exit_code == 3
    name = begun(result)
    assert f"tilewright run resume {name}" in result.stderr and "stopped after " in result.stderr
    assert "stopped: the time limit of 30 seconds was reached" in run("run", "status", name).stdout
    for _ in range(1_000):
        result = run("run", "resume", name, "--time", "10000")
        if result.exit_code != 3:
            break
    assert result.exit_code == 0, result.stderr
    assert result.stdout.startswith("9,356 solutions (2,339 up to symmetry: 2 rotations and 2 reflections)")
    again = run("run", "resume", "last")
    assert again.exit_code == 0 and again.stdout.split("   ")[0] == result.stdout.split("   ")[0]


def test_no_solution_has_exit_code_1(runs: Path, tmp_path: Path) -> None:
    result = run("run", "start", puzzle_file(tmp_path, NOTHING_FITS))
    assert result.exit_code == 1 and "no solution exists" in result.stdout
    assert "the pieces have 20 cells and the board 16" in result.stderr


def test_the_first_solution_is_drawn(runs: Path, tmp_path: Path) -> None:
    result = run("run", "start", puzzle_file(tmp_path), "--first", "--workers", "4")
    drawing = result.stdout.splitlines()[1:-1]
    assert result.exit_code == 0 and sum(line.startswith("┌") for line in drawing) == 1
    assert printed_json(run("run", "status", "--json"))["solutions"] == 1


def test_solutions_are_printed_as_they_come(runs: Path, tmp_path: Path) -> None:
    path = puzzle_file(tmp_path)
    drawn = run("run", "export", begun(run("run", "start", path))).stdout.split("\n\n")[:-1]
    printed = run("run", "start", path, "--print").stdout
    assert sorted(drawn) == sorted(printed.partition("\n")[2].split("\n\n")[:-1]) and len(drawn) == 4
    assert printed.splitlines()[-1].startswith("4 solutions   ")
    first = run("run", "start", path, "--first")
    assert run("run", "resume", begun(first), "--print").stdout.count("┌") >= 1
    run("run", "start", path, "--count")
    refused = run("run", "resume", "last", "--print")
    assert refused.exit_code == 2 and "only counts; it stores no solutions to print" in refused.stderr


def test_a_run_stops_when_nobody_reads_its_solutions(
    runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(*_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("tilewright.cli.run.export.echo_drawing", closed)
    result = run("run", "start", "catalog:pentominoes-6x10", "--print", "-q")
    assert result.exit_code == 130 and "it was interrupted" in result.stderr
    body = printed_json(run("run", "status", "--json"))
    assert body["status"] == "stopped" and body["solutions"] > 0


def test_items_and_standard_input(runs: Path, tmp_path: Path) -> None:
    items = run("run", "start", puzzle_file(tmp_path, "p q\np q\np\nq\n", "items.dlx"))
    assert items.exit_code == 0 and "2 solutions" in items.stdout
    piped = run("run", "start", "-", text="##\n##  ##  ##\n")
    assert piped.exit_code == 0 and "2 solutions" in piped.stdout


def test_json_output_and_id_on_stderr(runs: Path, tmp_path: Path) -> None:
    result = run("run", "start", puzzle_file(tmp_path), "--json")
    body = printed_json(result)
    assert f"tilewright: run {body['run']}\n" in result.stderr
    assert (body["status"], body["solutions"], body["kept"], body["question"]) == ("complete", 4, True, "all")
    assert {worker["name"] for worker in body["workers"]} <= {f"thread {n}" for n in range(1, 100)}
    assert body["db"] == str(runs)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--all", "--count"], "--all and --count cannot be combined"),
        (["--print", "--count"], "--count and --print cannot be combined"),
        (["--print", "--first"], "--first and --print cannot be combined"),
        (["--print", "--background"], "--print and --background cannot be combined"),
        (["--first", "--unique"], "--first and --unique cannot be combined"),
        (["--first", "--count"], "--first and --count cannot be combined"),
        (["--tasks", "3", "--split-depth", "2"], "--tasks and --split-depth cannot be combined"),
        (["--tasks", "0"], "0 is not in the range"),
        (["--workers", "0"], "0 is not in the range"),
        (["--mirrors", "same"], "--mirrors requires --unique"),
        (["--scheduler", "here"], "'here' is not the address of a scheduler"),
        (["--scheduler", "tcp://a:1", "--workers", "2"], "--scheduler and --workers cannot be combined"),
        (["--scheduler", "tcp://a:1", "--executor", "threads"], "needs --executor dask"),
        (
            ["--scheduler", "tcp://a:1", "--scheduler-file", "x"],
            "--scheduler and --scheduler-file cannot be combined",
        ),
        (["--scheduler-file", "/no/such"], "--scheduler-file: there is no file /no/such"),
        (["--host", "0.0.0.0"], "--host needs --port"),
        (["--port", "0"], "0 is not in the range 1<=x<=65535"),
        (["--port", "1", "--executor", "threads"], "--port needs --executor dask"),
        (["--port", "1", "--scheduler", "tcp://a:1"], "--scheduler and --port cannot be combined"),
        (["--port", "1", "--host", "x..y"], "no scheduler can listen on port 1 of 'x..y'"),
        (["--tls-ca", "x"], "--tls-cert is missing"),
        (["--tls-ca", "x", "--tls-cert", "x", "--tls-key", "x"], "certificates are for a cluster"),
        (
            ["--scheduler", "tls://a:1", "--tls-ca", "/no", "--tls-cert", "/no", "--tls-key", "/no"],
            "--tls-ca: there is no file /no",
        ),
        (["--engine", "frontier"], "this command does not support the engine 'frontier'"),
        (["--time", "soon"], "'soon' is not a time"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_conflicting_options(runs: Path, tmp_path: Path, options: list[str], sentence: str) -> None:
    result = run("run", "start", puzzle_file(tmp_path), *options)
    assert result.exit_code == 2 and sentence in result.stderr
    assert not runs.exists()


def database(path: Path, statements: str) -> Path:
    with sqlite3.connect(path) as connection:
        connection.executescript(statements)
    connection.close()
    return path


@pytest.mark.parametrize("words", [["start", "FILE"], ["status"], ["resume", "x"], ["stop", "x"], ["verify"]])
def test_other_kinds_of_files(runs: Path, tmp_path: Path, words: list[str]) -> None:
    puzzle = puzzle_file(tmp_path)
    text = tmp_path / "notes.db"
    text.write_text("these are notes, and no database\n" * 50)
    foreign = database(tmp_path / "other.db", "CREATE TABLE cats (name TEXT)")
    for db, sentence in (
        (text, "this is not a run database"),
        (foreign, "this is a database of another program"),
        (tmp_path, "this is a directory"),
        (tmp_path / "no" / "runs.db", "there "),
    ):
        before = db.read_bytes() if db.is_file() else b""
        line = [puzzle if word == "FILE" else word for word in words]
        result = run("run", *line, "--db", db)
        assert result.exit_code == 2 and sentence in result.stderr, result.stderr
        assert result.stderr.count("\n") == 1
        assert not db.is_file() or db.read_bytes() == before


def test_an_unreadable_puzzle_creates_no_file(runs: Path, tmp_path: Path) -> None:
    result = run("run", "start", tmp_path / "none.txt")
    assert result.exit_code == 2 and "no such file" in result.stderr
    assert not runs.exists()


def test_an_unreachable_cluster(runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unreachable = ExecutorDescriptor("dask", "", "support.unreliable_executor:unreachable")
    monkeypatch.setattr(executors, "EXECUTORS", {**executors.EXECUTORS, "dask": unreachable})
    result = run("run", "start", puzzle_file(tmp_path), "--scheduler", "tcp://nowhere:1")
    assert result.exit_code == 2
    again = f"tilewright run resume {begun(result)} --scheduler tcp://nowhere:1"
    assert result.stderr == (
        "tilewright: no scheduler answers at tcp://nowhere:1. "
        f"Run {begun(result)} is kept; to resume: {again}\n"
    )
    assert "stopped" in run("run", "status").stdout
    assert "to add workers" not in run("run", "resume", "last", "--port", "7").output  # it does not start
    assert "4 solutions" in run("run", "resume", "last").stdout


@pytest.mark.parametrize(
    ("options", "invitation", "warning"),
    [
        ([], "to add workers, on this machine only (see --host): dask worker tcp://127.0.0.1:7", ""),
        (
            ["--host", "[::1]"],
            "to add workers, on this machine only (see --host): dask worker tcp://[::1]:7",
            "",
        ),
        (["--host", "node17"], "to add workers, on each machine: dask worker tcp://node17:7", "without TLS"),
    ],
)
def test_a_port_for_other_machines(
    runs: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    options: list[str],
    invitation: str,
    warning: str,
) -> None:
    descriptor = ExecutorDescriptor("dask", "", "tilewright.runs.executors.local:threads")
    monkeypatch.setattr(executors, "EXECUTORS", {**executors.EXECUTORS, "dask": descriptor})
    result = run("run", "start", puzzle_file(tmp_path), "--port", "7", *options)
    assert result.exit_code == 0 and result.stdout.splitlines()[1].startswith(invitation)
    assert ("whoever reaches port 7 can run any program" in result.stderr) == bool(warning)
    assert warning in result.stderr
    as_json = run("run", "start", puzzle_file(tmp_path), "--port", "7", *options, "--json")
    assert invitation in as_json.stderr
    resumed = run("run", "resume", "last", "--port", "7", *options)
    assert "to add workers" not in resumed.output  # it is complete


def test_the_help_lists_the_registered_executors() -> None:
    text = " ".join(run("run", "start", "--help").stdout.split())
    for executor in executors.EXECUTORS.values():
        assert f"{executor.name} ({executor.summary})" in text


def test_an_executor_that_is_not_registered(runs: Path, tmp_path: Path) -> None:
    result = run("run", "start", puzzle_file(tmp_path), "--executor", "slurm")
    assert result.exit_code == 2 and "'threads', 'processes', 'dask'" in result.stderr


def test_unknown_runs(runs: Path, tmp_path: Path) -> None:
    assert "there are no runs" in run("run", "resume", "last").stderr
    for _ in range(2):
        assert run("run", "start", puzzle_file(tmp_path)).exit_code == 0
    missing = run("run", "resume", "zzzz")
    assert missing.exit_code == 2 and "there is no run 'zzzz'" in missing.stderr
    empty = run("run", "resume", "")
    assert empty.exit_code == 2


@pytest.mark.usefixtures("ticking_clock")
def test_an_endless_run_ends_by_time(runs: Path, tmp_path: Path) -> None:
    result = run("run", "start", puzzle_file(tmp_path, endless()), "--count", "--time", "300")
    assert result.exit_code == 3 and "so far" in result.stdout
    body = printed_json(run("run", "status", "--json"))
    assert body["status"] == "stopped" and body["nodes"] > 0
    assert body["share"][0] < 1 and body["progress_text"] != "100%"


@pytest.mark.parametrize("place", ["title_text", "ProgressMonitor.__exit__", "Store.create_run"])
@pytest.mark.parametrize(("stop", "code"), [(Interrupted, 130), (TimeLimitReached, 3)])
def test_what_stops_a_run_that_is_stored_says_that_it_is_kept(
    runs: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    place: str,
    stop: type[Interrupted],
    code: int,
) -> None:
    owner, name = {
        "title_text": (session, "title_text"),
        "ProgressMonitor.__exit__": (ProgressMonitor, "__exit__"),
        "Store.create_run": (Store, "create_run"),
    }[place]
    original = getattr(owner, name)

    def then_stop(*arguments: Any) -> object:
        original(*arguments)
        monkeypatch.setattr(owner, name, original)
        raise stop

    monkeypatch.setattr(owner, name, then_stop)
    result = run("run", "start", puzzle_file(tmp_path))
    assert result.exit_code == code
    assert "nothing was written" not in result.stderr and "everything committed is kept" in result.stderr
    assert "to resume: tilewright run resume" in result.stderr
    body = printed_json(run("run", "status", "--json"))
    assert body["status"] == "stopped"
    assert printed_json(run("run", "resume", "last", "--json"))["solutions"] == 4


@pytest.mark.parametrize("ended", [RunState.COMPLETE, RunState.FAILED])
def test_a_run_that_ended_before_its_report_was_stopped_stays_as_it_is(
    runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ended: RunState
) -> None:
    def stop(self: session.RunSession, store: Store, number: str, *others: object) -> int:
        if ended is RunState.FAILED:
            store.set_state(number, ended, "all workers died")
        raise Interrupted

    monkeypatch.setattr(session.RunSession, "_report", stop)
    result = run("run", "start", puzzle_file(tmp_path))
    assert result.exit_code == 130 and "to resume" not in result.stderr
    assert f" is {ended.value}, but it was interrupted before the report was complete" in result.stderr
    assert "to see the run: tilewright run status" in result.stderr
    assert printed_json(run("run", "status", "--json"))["status"] == ended.value
