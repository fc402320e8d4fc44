"""The JSON of every command agrees with docs/reference: the schema, and the tables of json.md."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import click
import jsonschema_rs
import pytest

from support.burrtools_cases import CHEST, burr
from support.cli import NOTHING_FITS, printed_json, puzzle_file, run
from support.json_schema import SCHEMA_FILE, command_names, load_valid_json, schema, schema_errors
from support.json_schema import top_level_keys as keys_of
from support.pips_cases import UNIQUE, WITHOUT
from tilewright import errors
from tilewright.cli.program import program
from tilewright.families.dominosa.generation import generate
from tilewright.families.dominosa.techniques import DIFFICULTIES
from tilewright.families.gunport.registry import MODELS, SOLVERS
from tilewright.families.vanishing.board import SIDES
from tilewright.families.vanishing.methods import APPROXIMATIONS, EXACT, GRAPH
from tilewright.families.vanishing.solving import REASONS
from tilewright.model.puzzle import MODES
from tilewright.runs.rows import RunState
from tilewright.solving.infeasibility.reason import KINDS
from tilewright.solving.steps import Status

DOCS = SCHEMA_FILE.with_name("json.md")
GRID = "0001 1122 2201"

ON_REQUEST = {
    "mirrors", "reject", "problem", "labelled", "up_to_symmetry", "symmetries", "by", "modulus", "residue",
    "optima", "found", "arrangements", "assembly", "separations", "blocking", "only", "min_level",
    "max_level", "examined", "solution_levels",
}  # fmt: skip
"""Keys that are present only with an option, or without ``-o``; a case names others that it need not have."""

MODEL = """\
Maximize
 objective: m_1_1 + m_1_2
Subject To
 h_1_1 + m_1_1 = 1
 h_1_1 + m_1_2 = 1
 m_1_1 + m_1_2 <= 1
End
"""
"""The gunport model monomino on a board of two cells."""
CASES: list[tuple[str, set[str]]] = [
    ("solve PUZZLE", {"found"}),
    ("solve PUZZLE -o OUT.json", set()),
    ("solve PUZZLE --all --unique --mirrors same", {"found", "up_to_symmetry", "symmetries", "mirrors"}),
    ("solve catalog:polysticks-1-3-corners-of-a-side --limit 1 --reject crossings", {"found", "reject"}),
    ("solve ITEMS --all --labelled", {"found", "labelled"}),
    ("solve PUZZLE --all --nodes 1", {"found"}),
    ("count PUZZLE", set()),
    ("count NONE", set()),
    ("count DOMINOES", set()),
    ("count PUZZLE --unique --labelled", {"labelled", "up_to_symmetry", "symmetries"}),
    ("count PUZZLE --by V3", {"by"}),
    ("count PUZZLE --by V3 --nodes 1", {"by"}),
    ("count DOMINOES --by domino", {"by"}),
    ("count PUZZLE --modulo 3", {"modulus", "residue"}),
    ("count PUZZLE --modulo 9223372036854775807 --nodes 1", {"modulus", "residue"}),
    ("count TORUS --parallel", {"ways_apart"}),
    ("table PUZZLE NONE ITEMS DOMINOES", set()),
    ("table PUZZLE NONE --threads 1,2", set()),
    ("table PUZZLE NONE --motions fixed --motions all --nodes 1 -o OUT.svg", set()),
    ("series 4xN --pieces dominoes --n 1..4", set()),
    ("series 4xN --pieces dominoes --wrap torus --parallel --n 1..4", set()),
    ("series 8xN --pieces dominoes --n 16 --at 1000 --at 9 -o OUT.tex -o OUT.json", {"outputs"}),
    ("series 4xN --pieces dominoes --n 8 --nodes 1 --labelled --engine dense", set()),
    ("series 3xN --pieces O1 --pieces I2 --n 3 --least --cost O1=1 --motions fixed", set()),
    ("optimise PUZZLE", {"found"}),
    ("optimise catalog:gold-3x3 --maximise --count-optima -o OUT.json", {"optima"}),
    ("optimise NONE", {"found"}),
    ("sample PUZZLE", {"found"}),
    ("sample PUZZLE -n 3 --seed 9223372036854775807 -o OUT.json", set()),
    ("sample NONE", {"found"}),
    ("sample DOMINOES", {"found"}),
    ("shuffle 3 -n 2 --heights", {"found"}),
    ("shuffle 3 -o OUT.json", set()),
    ("heights catalog:aztec-diamond-2", set()),
    ("heights catalog:aztec-diamond-2 --volume 1/2 -o OUT.json", set()),
    ("flips DOMINOES --most 100", set()),
    ("flips catalog:aztec-diamond-2", set()),
    ("explain PUZZLE", set()),
    ("explain PUZZLE --count --run --unique", set()),
    ("explain NONE --all --run", set()),
    ("explain DOMINOES --count --run", set()),
    ("estimate PUZZLE", set()),
    ("estimate NONE", set()),
    ("estimate PUZZLE --engine dense --unique", set()),
    ("estimate PUZZLE --engine frontier", set()),
    ("estimate catalog:dominoes-8x8 --engine kasteleyn", set()),
    ("estimate PUZZLE --engine sequential-monte-carlo", set()),
    ("why PUZZLE", set()),
    ("why NONE", set()),
    ("why ITEMS", set()),
    ("forced PUZZLE", set()),
    ("forced PUZZLE --nodes 1", set()),
    ("forced NONE", set()),
    ("reduce PUZZLE", set()),
    ("reduce ITEMS", set()),
    ("reduce PUZZLE --motions fixed --steps 1 -o OUT.dlx", set()),
    ("polyforms 4", {"found"}),
    ("polyforms 3 --lattice cube --kind fixed", {"found"}),
    ("polyforms 9 --count --no-holes --kind one-sided", set()),
    ("polyforms 7 --tilers", set()),
    ("polyforms 36 --count --kind fixed --memory 1M", set()),
    ("polyform F5 -o OUT.svg", {"symmetries"}),
    ("polyform drawing:# --lattice hexagon", {"symmetries"}),
    ("show PUZZLE", set()),
    ("show ITEMS", set()),
    ("show catalog:gold-3x3 -o OUT.svg", set()),
    ("verify PUZZLE SOLUTIONS", set()),
    ("verify NONE SOLUTIONS", set()),
    ("convert PUZZLE OUT.toml", set()),
    ("shape turn PUZZLE V3", set()),
    ("shape turn catalog:soma-cube V --axis x --as T -o OUT.toml", set()),
    ("shape mirror PUZZLE V3 --axis y", set()),
    ("shape shift PUZZLE board --by 1,0", set()),
    ("shape scale PUZZLE V3 --factor 2", set()),
    ("shape crop PUZZLE board --low 0,0 --high 1,1", set()),
    ("shape hollow PUZZLE board", set()),
    ("shape fill PUZZLE board", set()),
    ("shape union PUZZLE V3 drawing:A+", set()),
    ("shape difference PUZZLE board V3", set()),
    ("shape intersection PUZZLE board V3", set()),
    ("shape box 2,2,2", set()),
    ("shape show drawing:#A+", set()),
    ("shape status catalog:soma-cube", set()),
    ("shape status PUZZLE", set()),
    ("make", set()),
    ("make queens 4 -o OUT.toml", set()),
    ("catalog list", set()),
    ("catalog search chessboard", set()),
    ("catalog search nothing of this name", set()),
    ("catalog show pentominoes-3x20", set()),
    ("catalog show gold-3x3", set()),
    ("catalog export soma-cube -o OUT.toml", set()),
    ("gunport 4x5 --count", {"up_to_symmetry"}),
    ("gunport 3x4 --all --unique", {"arrangements", "up_to_symmetry"}),
    ("gunport 3x4 --all -o OUT.svg", {"up_to_symmetry"}),
    ("gunport 1x3 --no-slide", {"up_to_symmetry"}),
    ("gunport PUZZLE --piece 'L tromino'", {"up_to_symmetry"}),
    ("gunport 30x31 --time 20m", {"up_to_symmetry"}),
    ("gunport 3x3 --model position -o OUT.lp", set()),
    ("gunport 3x3 --model monomino --solver highs --target 5", {"up_to_symmetry"}),
    ("gunport table --max 4", set()),
    ("gunport table --max 3 --no-slide -o OUT.tsv -o OUT.txt", set()),
    ("gunport compare --boards 2x3 --solvers highs --models position,domino-index-fixed", set()),
    ("gunport solve-model MODEL --solver highs", set()),
    ("gunport join 3x3 4x3", set()),
    ("gunport pattern 2x4 --shift 2 --count", set()),
    ("gunport pattern 1x1 --no-slide -o OUT.svg", set()),
    ("gunport library list", set()),
    ("gunport library show 10x8", {"found"}),
    ("gunport library show 30x31", {"found"}),
    ("gunport library show 6x6 -o OUT.svg", {"found"}),
    ("gunport library import BOARDS", set()),
    ("gunport library import WRONG", set()),
    ("gunport library export 8x10", set()),
    ("gunport library export 8x10 -o OUT.txt", set()),
    ("gunport library verify", set()),
    ("vanish solve BOARD", set()),
    ("vanish solve BOARD --approx waiting -o OUT.txt", set()),
    ("vanish compare BOARD", set()),
    ("vanish convert BOARD OUT.txt", set()),
    ("vanish verify BOARD ORDER", set()),
    ("vanish verify BOARD BACKWARDS", set()),
    ("vanish why BOARD", set()),
    ("vanish graph BOARD", set()),
    ("vanish graph BOARD --max-states 3 -o OUT.svg", set()),
    ("vanish estimate BOARD", set()),
    ("vanish make 4x4", set()),
    ("vanish make 4x4 --difficulty easy --seed 9223372036854775807 -o OUT.txt", set()),
    ("vanish show BOARD --order ORDER", set()),
    ("vanish play BOARD", set()),
    ("dominosa count GRID", set()),
    ("dominosa count GRID --engine dense", set()),
    ("dominosa solve GRID", {"found"}),
    ("dominosa list GRID -o OUT.svg", {"found"}),
    ("dominosa forced GRID", set()),
    ("dominosa grade GRID", set()),
    ("dominosa generate 2", set()),
    ("dominosa generate 1 --difficulty hard", set()),
    ("dominosa maximise 2 --steps 10", set()),
    ("dominosa maximise 1 --prove", set()),
    ("pips count PIPS", set()),
    ("pips count PIPS --confirm", {"confirmed_by", "confirmation"}),
    ("pips count TWO", set()),
    ("pips solve PIPS --all", {"found"}),
    ("pips show TWO", set()),
    ("pips explain PIPS", set()),
    ("pips make --level easy --count 2", set()),
    ("pips play PIPS", set()),
    ("disassemble catalog:slothouber-graatsma --all", {"problem"}),
    (
        "count CHEST --only disassemblable --min-level 1",
        {"only", "min_level", "examined", "up_to_symmetry", "symmetries"},
    ),
    (
        "solve CHEST --all --only disassemblable --max-level 1",
        {"only", "max_level", "found", "examined", "solution_levels", "up_to_symmetry", "symmetries"},
    ),
    ("disassemble LOCKED --solution 1", {"problem", "assembly", "blocking", "reason"}),
    ("disassemble catalog:slothouber-graatsma", {"problem", "assembly", "separations"}),
    ("assembly search catalog:slothouber-graatsma", {"problem"}),
    ("assembly search catalog:slothouber-graatsma --pieces 1", {"problem"}),
    ("assembly positions catalog:burr-level-5 --parts --ways 2 -o OUT.svg", {"problem", "assembly"}),
    ("assembly positions LOCKED", {"problem", "assembly"}),
    ("assembly positions CHEST --max-positions 1", {"problem", "assembly"}),
]
"""Command lines without ``--json``, and the keys of ON_REQUEST that their objects have."""


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """The words of CASES that stand for files; the library is a file of the test's own."""
    monkeypatch.setenv("TILEWRIGHT_LIBRARY", str(tmp_path / "library.sqlite"))
    path = puzzle_file(tmp_path)
    run("solve", path, "-o", tmp_path / "s.json")
    run("make", "dominoes", "12x12", "-o", tmp_path / "dominoes.toml")
    run("make", "dominoes", "2x2", "--wrap", "torus", "-o", tmp_path / "torus.toml")
    locked = tmp_path / "locked.xmpuzzle"
    shell = "#" * 9 + "####_####" + "#" * 9
    locked.write_text(burr("3x3x3 " + "#" * 27, "3x3x3 " + shell, "1x1x1 #"))
    outputs = [
        tmp_path / f"OUT{suffix}"
        for suffix in (".dlx", ".lp", ".svg", ".tex", ".toml", ".tsv", ".txt", ".json")
    ]
    return {
        "PUZZLE": path,
        "LOCKED": locked,
        "CHEST": puzzle_file(tmp_path, CHEST, "chest.xmpuzzle"),
        "MODEL": puzzle_file(tmp_path, MODEL, "model.lp"),
        "NONE": puzzle_file(tmp_path, NOTHING_FITS, "none.txt"),
        "ITEMS": puzzle_file(tmp_path, "a b\na\n", "items.dlx"),
        "DOMINOES": tmp_path / "dominoes.toml",
        "TORUS": tmp_path / "torus.toml",
        "SOLUTIONS": tmp_path / "s.json",
        "BOARDS": puzzle_file(tmp_path, "<>.\n.<>\n", "boards.txt"),
        "WRONG": puzzle_file(tmp_path, "<>.\n...\n", "wrong.txt"),
        "BOARD": puzzle_file(tmp_path, "5;2\nh;0;0;0;0\nh;1;3;3;0\nh;9;9;0;1\n", "board.txt"),
        "ORDER": puzzle_file(tmp_path, "2\nh;0;0;0;0\n", "order.txt"),
        "BACKWARDS": puzzle_file(tmp_path, "2\nh;9;9;0;1\n", "backwards.txt"),
        "GRID": GRID,
        "PIPS": puzzle_file(tmp_path, UNIQUE, "pips.txt"),
        "TWO": puzzle_file(tmp_path, f"{UNIQUE}\n{WITHOUT}", "two.txt"),
        **{path.name: path for path in outputs},
    }


def words_of(line: str) -> list[str]:
    """The words of a command line; quotation marks keep words together."""
    return [word.strip("'") for word in re.findall(r"'[^']*'|\S+", line)]


@pytest.mark.parametrize(("line", "requested"), CASES, ids=[line for line, _ in CASES])
def test_the_schema_accepts_what_is_printed_and_nothing_else(
    files: dict[str, object], line: str, requested: set[str], request: pytest.FixtureRequest
) -> None:
    if "--time" in line:
        request.getfixturevalue("ticking_clock")
    body = printed_json(run(*(files.get(word, word) for word in words_of(line)), "--json", text="q\n"))
    assert "error" not in body
    keys = {key for key in body if f"{key.removesuffix('_text')}_text" != key or key == "progress_text"}
    for key in keys:
        assert schema_errors({**body, key: {"unexpected": 1}}), f"{key} may be anything"
        if key not in requested:
            assert schema_errors({name: value for name, value in body.items() if name != key}), (
                f"{key} may be absent"
            )
    assert keys & ON_REQUEST == requested & ON_REQUEST and requested <= keys
    assert schema_errors({**body, "unexpected": 1})


def test_objects_of_runs(tmp_path: Path) -> None:
    path, db = puzzle_file(tmp_path), tmp_path / "runs.db"

    def body(*words: object) -> dict[str, Any]:
        return printed_json(run("run", *words, "--db", db, "--json"))

    assert body("list")["runs"] == []
    started = body("start", path, "--unique", "-q")
    assert (
        started["status"] == "complete" and not schema_errors(started) and schema_errors({**started, "x": 1})
    )
    assert body("resume", "last", "-q")["run"] == started["run"]
    assert body("status")["workers"] == started["workers"]
    assert body("tasks")["task_list"][0]["status"] == "done"
    assert body("tasks", "--limit", 1, "--status", "waiting")["next"] is None
    assert body("stop", "last")["up_to_symmetry"] == 2
    assert body("start", path, "--count", "--labelled", "-q")["labelled"] == 96
    assert len(body("list")["runs"]) == 2
    assert len(body("export", started["run"])["found"]) == 2
    assert "found" not in body("export", started["run"], "-o", tmp_path / "s.ndjson")
    assert len(body("export", "-o", tmp_path / "good.db")["runs"]) == 2
    assert body("verify")["valid"] and len(body("verify", "last")["runs"]) == 1
    assert body("delete", "last", "--yes")["db"] == str(db)
    assert body("status", "none of this name")["error"]["kind"] == "run"


def test_an_error_completes_an_object_that_was_started(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path)
    body = printed_json(
        run("solve", path, "--all", "--json", "--resume", puzzle_file(tmp_path, "?", "bad.ckpt"))
    )
    assert list(body)[-2:] == ["found", "error"] and body["error"]["kind"] == "checkpoint"
    assert schema_errors({**body, "nodes": 1}) and schema_errors({"command": "count", "error": body["error"]})


def test_solution_files(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path)
    for name in ("all.json", "all.ndjson"):
        assert run("solve", path, "--all", "-o", tmp_path / name).exit_code == 0
    document = load_valid_json((tmp_path / "all.json").read_text())
    lines = [load_valid_json(line) for line in (tmp_path / "all.ndjson").read_text().splitlines()]
    assert document["solutions"] == lines
    assert schema_errors({**document, "more": 1}) and schema_errors([[0, 0]])


# --- The schema


def test_the_schema_is_valid() -> None:
    jsonschema_rs.meta.validate(schema())


def commands_with_json(command: click.Command, names: tuple[str, ...] = ()) -> Iterator[str]:
    """The names of all commands with ``--json``; the kinds of ``make`` are one command."""
    context = click.Context(command)
    if any("--json" in param.opts for param in command.get_params(context)):
        yield " ".join(names)
    if isinstance(command, click.Group) and names != ("make",):
        for name in command.list_commands(context):
            command_found = command.get_command(context, name)
            assert command_found is not None
            yield from commands_with_json(command_found, (*names, name))


def test_every_command_with_json_has_a_definition() -> None:
    assert sorted(command_names()) == sorted(commands_with_json(program))
    assert set(schema()["$defs"]["result"]["properties"]["command"]["enum"]) == set(command_names())


def test_every_command_is_tested() -> None:
    for name in command_names():
        if name.split()[0] not in ("run", "serve"):  # test_objects_of_runs, tests/web/test_server.py
            assert any(f"{line} ".startswith(f"{name} ") for line, _ in CASES), name


def properties(part: object) -> Iterator[tuple[str, Any]]:
    """Every property in a part of the schema that is not an ``if`` or a prohibition."""
    if isinstance(part, list):
        for item in part:
            yield from properties(item)
    elif isinstance(part, dict):
        for name, value in part.get("properties", {}).items():
            if value is not False:
                yield name, value
        for name, value in part.items():
            if name not in ("if", "not", "properties"):
                yield from properties(value)
        yield from properties(list(part.get("properties", {}).values()))


def description(part: dict[str, Any]) -> str:
    """The description of a property, perhaps that of the one it refers to."""
    if "description" in part:
        return str(part["description"])
    place: Any = schema()
    for key in part["$ref"].removeprefix("#/").split("/"):
        place = place[key]
    return description(place)


def test_every_property_is_described_in_a_line() -> None:
    for name, value in properties(list(schema()["$defs"].values())):
        if not isinstance(value, dict) or set(value) <= {"enum", "const", "required"}:
            continue  # a restriction of a property that is described elsewhere
        text = description(value)
        assert text.endswith(".") and len(text) < 100 and "\n" not in text, name


def test_closed_sets_are_those_of_the_program() -> None:
    shared = schema()["$defs"]

    def values(name: str, *path: str) -> list[Any]:
        part = shared[name]
        for step in path:
            part = part[step]
        entries: list[Any] = part["enum"]
        return entries

    of_errors = [
        vars(errors)[name] for name in vars(errors) if name.endswith("Error") and name != "TilewrightError"
    ]
    kinds = {error.__name__.removesuffix("Error").lower() for error in of_errors}
    others = {"usage", "file", "memory", "limit", "stopped", "bug"}
    assert set(values("error", "properties", "kind")) == kinds | others
    assert values("status") == [status.value for status in Status]
    assert values("run_state") == [state.value for state in RunState]
    assert values("motions") == list(MODES)
    assert values("reason", "properties", "kind") == list(KINDS)
    assert values("gunport-heading", "properties", "model") == [*MODELS, None]
    assert values("gunport-heading", "properties", "solver") == [*SOLVERS, None]
    assert values("removal", "properties", "method") == [EXACT, GRAPH, *APPROXIMATIONS]
    assert values("difficulty") == list(DIFFICULTIES)
    explained = shared["vanish-why"]["properties"]["pieces"]["items"]["properties"]
    assert explained["kind"]["enum"] == list(REASONS)
    assert set(explained["sides"]["properties"]) == set(SIDES)


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_techniques_are_in_the_schema(difficulty: str) -> None:
    grade = generate(4, difficulty).grade
    names = schema()["$defs"]["grade"]["properties"]["techniques"]["propertyNames"]["enum"]
    assert grade is not None and set(grade.used) <= set(names)


# --- The tables


@cache
def sections() -> dict[str, str]:
    """The sections about JSON by the name of the command, "" for those without a section of their own."""
    parts = re.split(r"^## JSON(?: of `(\w+)`)?\n", DOCS.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return dict(zip([name or "" for name in parts[::2]], parts[1::2], strict=True))


def commands_of(prefix: str) -> set[str]:
    """The commands of a section."""
    own = {name: name.split()[0] for name in command_names()}
    return {name for name, first in own.items() if (first if first in sections() else "") == prefix}


def named(text: str, prefix: str) -> set[str]:
    """The commands that a cell of a table names: a list of names, or all except some."""
    if text == "all":
        return commands_of(prefix)
    if text.startswith("all except "):
        return commands_of(prefix) - named(text.removeprefix("all except "), prefix)
    names = {name if name == prefix else f"{prefix} {name}".strip() for name in text.split(", ")}
    assert names <= commands_of(prefix), f"no such command: {text}"
    return names


def nested_keys(name: str) -> set[str]:
    """The keys of a definition and of all definitions that it refers to."""
    keys: set[str] = set()
    seen: set[str] = set()
    waiting = [name]
    while waiting:  # a definition may refer to itself
        part = schema()["$defs"][waiting.pop()]
        keys |= {key for key, _ in properties(part)}
        others = set(re.findall(r"#/\$defs/([\w-]+)", json.dumps(part))) - seen
        seen |= others
        waiting += others
    return keys


@pytest.mark.parametrize("prefix", list(sections()))
def test_the_tables_have_the_keys_of_the_schema(prefix: str) -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([\w, -]+) \| .+ \|$", sections()[prefix], re.MULTILINE)
    in_tables = [(key, name) for key, names in rows for name in named(names, prefix) if key != "command"]
    assert len(in_tables) == len(set(in_tables)), "a key is given twice"
    names = commands_of(prefix)
    assert set(in_tables) == {(key, name) for name in names for key in keys_of(name) - {"command"}}
    words = {"command", *re.findall(r"`(\w+)`", sections()[prefix])}
    assert {key for name in names for key in nested_keys(name.replace(" ", "-"))} <= words


def test_the_table_of_errors() -> None:
    table = sections()[""].partition("| key of `error` |")[2].partition("| key |")[0]
    error = schema()["$defs"]["error"]["properties"]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(error)
    kinds = re.findall(r"`(\w+)`", re.findall(r"^\| `kind` \|(.*)", table, re.MULTILINE)[0])
    assert sorted(kinds) == sorted(error["kind"]["enum"])


@pytest.mark.parametrize("limit", [[], ["--nodes", "10"]])
def test_the_status_goes_with_the_exit_code(limit: list[str]) -> None:
    result = run("count", "catalog:pentominoes-3x20", "--json", *limit)
    assert (result.exit_code, printed_json(result)["status"]) == ((3, "limit") if limit else (0, "complete"))
