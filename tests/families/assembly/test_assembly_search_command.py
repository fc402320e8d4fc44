"""``tilewright assembly search``: what it prints and writes, limits, wrong input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.burrtools_cases import burr
from support.cli import printed_json, run
from support.set_cases import random_pool
from tilewright.formats import toml
from tilewright.formats.burrtools_reader import saved_problems


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    path = tmp_path / "pool.toml"
    path.write_text(toml.dumps(random_pool(3)))
    return path


def test_the_best_set_and_its_moves(pool: Path) -> None:
    result = run("assembly", "search", pool, "--threads", 1)
    lines = result.stdout.splitlines()
    assert result.exit_code == 0 and lines[0].startswith("level ") and "    1. " in result.stdout
    assert lines[-1].startswith("searched all ") and ": none is better" in lines[-1]
    announced = result.stderr.splitlines()[-1]  # a set as good, or the same
    assert announced.startswith(f"tilewright: {lines[0].partition(':')[0]}")


@pytest.mark.parametrize("suffix", [".xmpuzzle", ".toml"])
def test_the_best_set_is_written(pool: Path, suffix: str) -> None:
    path = pool.with_name(f"best{suffix}")
    body = printed_json(run("assembly", "search", pool, "-o", path, "--json", "-q"))
    best = body["best"]
    assert body["proven"] and body["output"] == str(path)
    again = printed_json(run("disassemble", path, "--all", "--json"))
    assert again["levels"][0] == best["level"] and again["numbers"][0] == best["number"]
    assert (again["assemblies"], again["solutions"]) == (best["assemblies"], best["solutions"])
    if suffix == ".xmpuzzle":
        (problem,) = saved_problems(path.read_text())
        assert len(problem.assemblies) == 1 and problem.assemblies[0].separation is not None


def test_no_set_exits_with_1_and_writes_nothing(pool: Path) -> None:
    path = pool.with_name("best.toml")
    result = run("assembly", "search", pool, "--pieces", 1, "-o", path)
    assert result.exit_code == 1 and not path.exists()
    assert result.stdout.startswith(
        "no set of 1 piece has an assembly that comes apart\nsearched 0 sets with 0 assemblies   "
    )
    assert f"no set was found; {path} was not written" in result.stderr


def test_a_search_of_one_set_and_one_for_a_unique_solution(tmp_path: Path) -> None:
    path = tmp_path / "bars.xmpuzzle"
    domino = "2x1x1 ##"
    path.write_text(burr("2x2x2 ########", domino, domino, domino, domino), encoding="utf-8")
    words = ("assembly", "search", path, "--pieces", 4)
    one = run(*words).stdout.splitlines()[-1].partition("   ")[0]
    assert one == "searched 1 set with 2 assemblies: none is better"
    unique = run(*words, "--goal", "unique", "--max-assemblies", 9).stdout.splitlines()
    assert unique[0] == (
        "no set of 4 pieces with at most 9 assemblies has exactly one assembly that comes apart"
    )
    assert unique[1].partition("   ")[0] == "searched 1 set with 2 assemblies"


@pytest.mark.usefixtures("ticking_clock")
def test_a_time_limit_exits_with_3(tmp_path: Path) -> None:
    path = tmp_path / "best.toml"
    result = run("assembly", "search", "--sticks", "notchable", "--time", 100, "-q", "-o", path)
    assert result.exit_code == 3 and "time" in result.stderr


def test_resuming_a_search(pool: Path) -> None:
    path = pool.with_name("sets.ckpt")
    first = printed_json(run("assembly", "search", pool, "--checkpoint", path, "--json"))
    again = printed_json(run("assembly", "search", pool, "--resume", path, "--json"))
    assert {**first, "seconds": 0} == {**again, "seconds": 0}
    other = run("assembly", "search", pool, "--resume", path, "--goal", "unique")
    assert other.exit_code == 2 and "belongs to another search for sets" in other.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "give either FILE or --sticks"),
        (("FILE", "--sticks", "usable"), "give either FILE or --sticks"),
        (("FILE", "--length", "8"), "--length and --solid require --sticks"),
        (("--sticks", "usable", "--length", "7"), "expected an even length, 6 to 40"),
        (("--sticks", "usable"), "more than 35 billion assemblies, too many to list"),
        (("FILE", "--restarts", "3"), "--restarts requires --grow"),
        (("FILE", "--seed", "0"), "--seed requires --grow"),
        (("FILE", "--grow", "--pieces", "3"), "do not apply to --grow"),
        (("--sticks", "notchable", "--grow"), "--grow applies to FILE or to --sticks usable"),
        (("--sticks", "useable"), "'useable' is no piece of a six-piece burr; expected usable or notchable"),
        (("--sticks", ""), "no pieces of the six-piece burr"),
        (("--sticks", "usable", "--lattice", "cube"), "apply to FILE, not to --sticks"),
        (("FILE", "--problem", "all"), "--problem all does not apply"),
        (("FILE", "-o", "best.svg"), "expected one of .xmpuzzle, .toml"),
        (("FILE", "-o", "FILE"), "this is an input file"),
        (("FILE", "--pieces", "0"), "too small"),
        (("FILE", "--resume", "FILE"), "this is an input file"),
        (("FILE", "--checkpoint", "FILE"), "this is an input file"),
        (("catalog:pentominoes-6x10",), "in space only"),
        (("missing.toml",), "no such file"),
    ],
)
def test_wrong_input(pool: Path, words: tuple[str, ...], message: str) -> None:
    before = pool.read_bytes()
    result = run("assembly", "search", *(pool if word == "FILE" else word for word in words))
    assert result.exit_code == 2 and message in result.stderr.replace("\n", " "), result.stderr
    assert pool.read_bytes() == before


def test_a_single_piece_cannot_be_changed(tmp_path: Path) -> None:
    path = tmp_path / "one.xmpuzzle"
    path.write_text(burr("2x1x1 ##", "2x1x1 ##"), encoding="utf-8")
    result = run("assembly", "search", path, "--grow")
    assert result.exit_code == 2 and "no cell can be given to another piece" in result.stderr


def test_pieces_that_are_changed(pool: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tilewright.families.assembly.sets import annealing

    monkeypatch.setattr(annealing, "STEPS", 20)
    path = pool.with_name("grown.xmpuzzle")
    words = ("assembly", "search", pool, "--grow", "--restarts", 2, "--seed", 3)
    body = printed_json(run(*words, "--json", "-o", path))
    assert (body["method"], body["listed"], body["proven"], body["sets"]) == ("annealing", None, False, 40)
    assert printed_json(run("disassemble", path, "--all", "--json"))["levels"][0] == body["best"]["level"]
    text = run(*words).stdout
    assert text.startswith(f"level {body['best']['level']}, ") and "took 40 assemblies apart" in text


def test_errors_as_json(pool: Path) -> None:
    result = run("assembly", "search", pool, "--resume", pool, "--json")
    assert json.loads(result.stdout)["error"]["kind"] in ("checkpoint", "output")
