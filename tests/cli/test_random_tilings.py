"""``tilewright shuffle``, ``flips`` and samples of large boards: outputs, JSON, endings, wrong words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.cli import run
from tilewright.solving.random_tilings.shuffling import AztecTiling
from tilewright.solving.steps import Cancelled, Status


def test_an_aztec_diamond_as_letters_and_heights() -> None:
    rows = run("shuffle", "3", "--seed", "1").stdout.split()
    assert [len(row.strip(".")) for row in rows] == [2, 4, 6, 6, 4, 2]
    assert set("".join(rows)) <= set("NSEW.")
    heights = run("shuffle", "3", "--heights").stdout.splitlines()
    assert [len(row.split()) for row in heights] == [7] * 7


@pytest.mark.parametrize(
    ("name", "start"), [("a.png", b"\x89PNG"), ("a.svg", b"<svg"), ("a.txt", b"..."), ("a.json", b"{")]
)
def test_files(tmp_path: Path, name: str, start: bytes) -> None:
    result = run("shuffle", "4", "-n", "2", "-o", tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(start)
    assert ("1 more left out" in result.stdout) == (name in ("a.png", "a.svg"))


def test_heights_in_files(tmp_path: Path) -> None:
    run("shuffle", "40", "--heights", "-o", tmp_path / "h.png")
    assert (tmp_path / "h.png").read_bytes().startswith(b"\x89PNG")
    run("shuffle", "2", "--heights", "-o", tmp_path / "h.json")
    (tiling,) = json.loads((tmp_path / "h.json").read_text())["found"]
    assert len(tiling["heights"]) == 5
    refused = run("shuffle", "2", "--heights", "-o", tmp_path / "h.svg")
    assert refused.exit_code == 2
    assert "expected one of .png, .txt, .json" in refused.stderr


def test_nothing_is_printed_where_nothing_was_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    def draw(*_: object, **__: object) -> Iterator[AztecTiling]:
        yield from ()
        raise Cancelled(Status.LIMIT)

    monkeypatch.setattr("tilewright.solving.random_tilings.shuffling.aztec_tilings", draw)
    result = run("shuffle", "3")
    assert (result.exit_code, result.stdout) == (3, "")


def test_the_same_seed_gives_the_same_tilings() -> None:
    first, other = (run("shuffle", "12", "--seed", "7", "-n", n).stdout for n in ("1", "2"))
    assert other.startswith(first.rstrip("\n"))
    assert first != run("shuffle", "12", "--seed", "8").stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("shuffle", "0"), "0"),
        (("shuffle", "5000"), "the order is 5,000; at most 4,000 is accepted"),
        (("shuffle", "1000", "-n", "1000"), "would have 4,000,000,000 squares"),
        (("shuffle", "801", "--heights"), "at most 2,560,000 are accepted with --heights"),
        (("shuffle", "3", "--vertical", "9999999999"), "the weight of vertical dominoes is 9,999,999,999"),
        (("flips", "catalog:pentominoes-6x10"), "it has other pieces than one kind of dominoes"),
        (("flips", "catalog:dominoes-ring"), "boards without holes, and this one has some"),
    ],
)
def test_wrong_words(words: tuple[str, ...], sentence: str) -> None:
    refused = run(*words)
    assert refused.exit_code == 2
    assert sentence in refused.stderr


def test_flips_and_their_limit(tmp_path: Path) -> None:
    assert run("flips", "catalog:aztec-diamond-3").stdout == (
        "64 tilings, 128 flips between them; at most 14 flips from one to another\n"
    )
    limited = run("flips", "catalog:dominoes-8x8", "--most", "10")
    assert limited.stdout.startswith("at least ")
    assert limited.exit_code == 3
    small = run("flips", "catalog:dominoes-8x8", "--memory", "1M")
    assert small.exit_code == 3
    assert "reached the bound of memory" in small.stderr
    board = tmp_path / "none.toml"
    board.write_text(
        '[board]\ndrawing = """\n.###\n####\n####\n###.\n"""\n[[pieces]]\nset = "domino"\ncopies = 7\n'
    )
    none = run("flips", board)
    assert (none.exit_code, none.stdout) == (1, "no tiling exists\n")


def test_a_large_sample_names_its_method(tmp_path: Path) -> None:
    for kind, engine in (
        (("hexagon", "9", "8", "7"), "coupling-from-the-past"),
        (("aztec", "15"), "domino-shuffling"),
    ):
        run("make", *kind, "-o", tmp_path / "board.toml")
        body = json.loads(run("sample", tmp_path / "board.toml", "-n", "2", "--json").stdout)
        assert (body["engine"], body["drawn"], body["solutions"]) == (engine, 2, None)
        assert "same probability" in body["engine_reason"]
        assert "exactly uniform" in run("sample", tmp_path / "board.toml").stdout


def test_weights_of_single_dominoes(tmp_path: Path) -> None:
    weights = tmp_path / "weights.toml"
    weights.write_text("horizontal = [[0]]\nvertical = [['1/2', 3]]\n")
    assert set(run("shuffle", "3", "--weights", weights).stdout) == set("EW.\n")
    body = json.loads(run("shuffle", "2", "--weights", weights, "--json").stdout)
    assert body["weights"] == {"horizontal": [["0"]], "vertical": [["1/2", "3"]]}
    weights.write_text("horizontal = [[-1]]")
    for words, sentence in (
        ((), f"{weights}: horizontal, row 1, column 1: the weight -1 is negative"),
        (("--vertical", "2"), "--weights excludes --horizontal and --vertical"),
    ):
        refused = run("shuffle", "3", "--weights", weights, *words)
        assert refused.exit_code == 2
        assert sentence in refused.stderr
    weights.write_text("### a comment, and no weights")
    assert run("shuffle", "3", "--weights", weights).stderr.startswith(
        f"tilewright: {weights}: there are no weights;"
    )
    weights.write_text("horizontal = [[0]]\nvertical = [[0]]\n")
    none = run("shuffle", "3", "--weights", weights)
    assert (none.exit_code, none.stdout) == (2, "")
    assert "each tiling has a domino of weight 0" in none.stderr


def test_heights_of_a_random_and_of_a_given_tiling(tmp_path: Path) -> None:
    board, solved = "catalog:dominoes-8x8", tmp_path / "s.json"
    run("solve", board, "-o", solved)
    (given, drawn) = (json.loads(run("heights", board, *words, "--json").stdout) for words in ((solved,), ()))
    assert (given["seed"], given["solutions_file"], drawn["seed"]) == (None, str(solved), 0)
    for body in (given, drawn):
        heights = {(x, y): height for x, y, height in body["heights"]}
        assert len(heights) == 81
        for placement in body["placements"]:
            (x, y), (_, below) = sorted(map(tuple, placement))
            ends = ((x, y), (x + 2, y)) if y == below else ((x, y), (x, y + 2))
            assert abs(heights[ends[0]] - heights[ends[1]]) in (0, 2), "no side of a domino is crossed"
    (low, high) = (
        json.loads(run("heights", board, "--volume", q, "--json").stdout)["flips"] for q in ("1/90", "90")
    )
    assert low < drawn["flips"] < high


@pytest.mark.parametrize("name", ["h.png", "h.svg", "h.txt", "h.json"])
def test_heights_of_lozenges_in_files(tmp_path: Path, name: str) -> None:
    run("make", "hexagon", "3", "2", "2", "-o", tmp_path / "hexagon.toml")
    run("heights", tmp_path / "hexagon.toml", "-o", tmp_path / name)
    content = (tmp_path / name).read_bytes()
    assert content.startswith({"png": b"\x89PNG", "svg": b"<svg", "txt": b" ", "jso": b"{"}[name[2:5]])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("catalog:dominoes-ring",), "boards without holes, and this one has some"),
        (("catalog:pentominoes-6x10",), "other pieces than one kind of dominoes"),
        (("catalog:dominoes-8x8", "--volume", "0"), "'0' is no positive fraction, such as 3/2 or 0.9"),
        (("catalog:dominoes-8x8", "--volume", "1/0"), "'1/0' is no positive fraction"),
        (("catalog:dominoes-8x8", "--volume", "9" * 20), "expected a positive fraction of numbers up to"),
        (("catalog:dominoes-8x8", "nosuch.json"), "nosuch.json"),
        (("catalog:dominoes-8x8", "-o", "h.pdf"), "expected one of .svg, .png, .txt, .json"),
    ],
)
def test_wrong_words_about_heights(words: tuple[str, ...], sentence: str) -> None:
    refused = run("heights", *words)
    assert refused.exit_code == 2
    assert sentence in refused.stderr


@pytest.mark.parametrize("command", ["heights", "flips"])
def test_surfaces_have_no_heights(tmp_path: Path, command: str) -> None:
    run("make", "dominoes", "4x4", "--wrap", "torus", "-o", tmp_path / "torus.toml")
    refused = run(command, tmp_path / "torus.toml")
    assert refused.exit_code == 2
    assert "need a flat board of dominoes or lozenges; the board is a torus" in refused.stderr


def test_no_tiling_has_no_heights(tmp_path: Path) -> None:
    board = tmp_path / "none.toml"
    board.write_text(
        '[board]\ndrawing = """\n.###\n####\n####\n###.\n"""\n[[pieces]]\nset = "domino"\ncopies = 7\n'
    )
    none = run("heights", board)
    assert (none.exit_code, none.stdout) == (1, "no tiling exists\n")
    assert json.loads(run("heights", board, "--json").stdout)["heights"] == []
