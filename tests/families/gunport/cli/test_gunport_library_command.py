"""``tilewright gunport library``: list, show, import, export, verify."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from support.cli import parse_json
from tilewright.cli.program import Program
from tilewright.families.gunport.cli.library import library

LIBRARY = "TILEWRIGHT_LIBRARY"
# The group stands alone here: what surrounds it is tested elsewhere.
PROGRAM = Program("tilewright", commands={"gunport": click.Group("gunport", commands={"library": library})})

EIGHT, SEVEN = ".<>" * 4 + "<>" * 4 + "\n", ".<>" * 6 + "<>\n"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the library is that commands use when none is named."""
    path = tmp_path / "boards.sqlite"
    monkeypatch.setenv(LIBRARY, str(path))
    return path


def run(*words: object, text: str | None = None) -> Result:
    line = ["gunport", "library", *map(str, words)]
    return CliRunner().invoke(PROGRAM, line, input=text, prog_name="tilewright")


def solved(*words: object, text: str | None = None) -> dict[str, Any]:
    result = run(*words, "--json", text=text)
    return parse_json(result.stdout)


def test_list_includes_the_shipped_boards(place: Path) -> None:
    result = run("list")
    lines = result.stdout.splitlines()
    assert result.exit_code == 0 and len(lines) == 107
    assert lines[0] == "domino:" and lines[1].split() == [
        "board",
        "pieces",
        "ports",
        "kept",
        "found",
        "by",
        "on",
    ]
    assert any(line.split()[:4] == ["8x10", "27", "26", "proven"] for line in lines)
    assert run("list", "--own").stdout == f"the library is empty; its file will be {place}\n"
    body = solved("list")
    assert len(body["boards"]) == 105 and body["library"] == str(place)
    assert not place.exists()


def test_list_keeps_rules_apart(place: Path) -> None:
    run("import", "-", text="<><>\n")
    run("import", "-", "--no-slide", text="<><>\n")
    run("import", "-", "--piece", "L tromino", text="AA\nA.\n")
    lines = run("list", "--own").stdout.splitlines()
    assert [line for line in lines if line.endswith(":")] == ["domino, no slide:", "L tromino:"]


def test_show_draws_the_board_as_given(place: Path) -> None:
    result = run("show", "10x8")
    drawing, _, words = result.stdout.partition("\n\n")
    assert result.exit_code == 0
    assert [len(line) for line in drawing.splitlines()] == [8] * 10 and set(drawing) == set("<>^v.\n")
    assert words.startswith("10x8: 27 dominoes, 26 ports, proven to be the fewest by the ")
    assert "Found by Tilewright" in words and words.endswith(
        "; shipped with Tilewright.\nFirst solved by Captain J. C. Huvall in 1975, as Gardner reports.\n"
    )
    assert "Huvall" not in run("show", "8x9").stdout
    assert set(run("show", "3x3", "--style", "letters").stdout.partition("\n\n")[0]) <= set("LRUDE\n")


def test_show_into_a_file(place: Path, tmp_path: Path) -> None:
    result = run("show", "8x10", "-o", tmp_path / "a.svg")
    assert result.exit_code == 0 and result.stdout.splitlines()[-1] == f"wrote {tmp_path / 'a.svg'}"
    picture = (tmp_path / "a.svg").read_text()
    assert picture.startswith("<svg") and "8x10: 27 dominoes, 26 ports" in picture
    assert solved("show", "10x8", "-o", tmp_path / "a.txt")["output"] == str(tmp_path / "a.txt")
    assert run("import", tmp_path / "a.txt").exit_code == 0
    assert run("show", "8x10", "-o", tmp_path / "a.gif").exit_code == 2
    assert not place.exists()


def test_show_as_json(place: Path) -> None:
    body = solved("show", "10x8")
    assert (body["rows"], body["columns"], body["dominoes"], body["ports"]) == (10, 8, 27, 26)
    assert body["proven"] is True and body["lower_bound"] == 27 and len(body["arrangement"]) == 10
    missing = solved("show", "20x20")
    assert missing == {"command": "gunport library show", "board": "20x20", "found": False}


def test_show_of_what_is_not_there(place: Path) -> None:
    result = run("show", "20x20", "--no-slide")
    assert result.exit_code == 1 and result.stdout == ""
    assert "the library has no arrangement of 20x20 (domino, no slide)" in result.stderr


@pytest.mark.parametrize("board", ["0x5", "-1", "3x", "1000x1000", "letters", "catalog:none"])
@pytest.mark.parametrize("command", ["show", "export"])
def test_bad_boards_are_refused(place: Path, board: str, command: str) -> None:
    result = run(command, "--", board)
    assert result.exit_code == 2 and result.stderr.startswith("tilewright: ")


def test_import_reports_the_result_of_each_drawing(place: Path, tmp_path: Path) -> None:
    file = tmp_path / "found.txt"
    file.write_text(f"{EIGHT}\n; again, better\n{SEVEN}\n{EIGHT}\nLRE\nELR\nLRE\n")
    result = run("import", file)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "line 1: 1x20: 8 dominoes, 4 ports: entered, the first for this board",
        "line 4: 1x20: 7 dominoes, 6 ports: entered, 1 fewer than before",
        "line 6: 1x20: 8 dominoes, 4 ports: not entered, 1 more than the known one",
        "line 8: 3x3: 3 dominoes, 3 ports: not entered, known already",
        f"4 drawings: 2 entered in {place}, 1 known already, 1 no better than those known",
    ]
    shown = run("show", "20x1").stdout
    assert "Found by a drawing in found.txt, 20" in shown and "7 dominoes, 6 ports, the best known." in shown


def test_import_names_who_found_it(place: Path) -> None:
    run("import", "-", "--who", "Ada", text=f'; {{"who": "Bo", "found": "2011-11-11T11:11:11Z"}}\n{SEVEN}')
    assert "Found by Ada, 2011-11-11T11:11:11Z." in run("show", "1x20").stdout


def test_import_as_json(place: Path) -> None:
    body = solved("import", "-", text=f"{SEVEN}\n{EIGHT}")
    assert (body["entered"], body["wrong"], body["file"]) == (1, 0, "-")
    first, second = body["drawings"]
    assert (first["line"], first["result"], first["pieces"], first["rows"], first["columns"]) == (
        1,
        "new",
        7,
        1,
        20,
    )
    assert (second["result"], second["in_library"]["pieces"], second["in_library"]["proven"]) == (
        "known",
        7,
        False,
    )


def test_one_wrong_drawing_keeps_all_out(place: Path) -> None:
    text = f"{SEVEN}\n...\n\n<>\n<.\n"
    result = run("import", "-", text=text)
    assert result.exit_code == 2 and not place.exists()
    assert result.stdout.splitlines() == [
        "line 1: 1x20: 7 dominoes, 6 ports: valid, but not entered",
        "line 3: this is not a valid arrangement: another domino fits on [(0, 0), (1, 0)]; and 1 more",
        "line 5: line 6, column 1: a '<' is here without a '>' on its right; expected a whole domino",
    ]
    assert "2 of 3 drawings wrong: nothing was entered" in result.stderr
    body = solved("import", "-", text=text)
    assert (body["entered"], body["wrong"]) == (0, 2)
    assert [d["result"] for d in body["drawings"]] == ["not entered", "wrong", "wrong"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "standard input: there is no drawing in this file"),
        ("; {\n<>\n", "standard input, line 1: what follows ';' is not a JSON object"),
        ("<>\x00\n", "standard input, line 1, column 3: a NUL character is here"),
    ],
)
def test_files_that_cannot_be_read(place: Path, text: str, words: str) -> None:
    result = run("import", "-", text=text)
    assert result.exit_code == 2 and words in result.stderr
    body = solved("import", "-", text=text)
    assert body["error"]["kind"] == "format" and body["error"]["file"] == "standard input"


GLUED = """\
ELRELRELRU
LRELRELRED
ELRELRELRU
LRELRELRED
ELRELRELRE
LRELRELREU
ELRELRELRD
LRELRELREU
ELRELRUEUD
LRELREDUDU
ELRELREDED
"""
"""A 4 x 10 and a 7 x 10, both optimal, glued together: one domino more than an 11 x 10 needs."""


def test_two_boards_glued_together(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = "line 1: 11x10: 38 dominoes, 34 ports: "
    assert run("import", "-", text=GLUED).stdout.startswith(
        f"{words}not entered, 1 more than the known one\n"
    )
    monkeypatch.setattr("tilewright.families.gunport.library.store.shipped", dict)
    assert run("import", "-", text=GLUED).stdout.startswith(f"{words}entered, the first for this board\n")


def test_export_and_import_of_all_there_is(place: Path, tmp_path: Path) -> None:
    run("import", "-", "--who", "Ada", text=f"{SEVEN}\n<><>\n^\nv\n")
    out = tmp_path / "out.txt"
    result = run("export", "-o", out)
    assert result.exit_code == 0 and result.stdout == f"wrote {out}: 107 boards\n"
    assert run("export").stdout == out.read_text()
    other = tmp_path / "other.sqlite"
    body = solved("import", out, "--library", other)
    assert (body["entered"], body["wrong"], len(body["drawings"])) == (2, 0, 107)
    assert run("export", "--own", "--library", other).stdout == run("export", "--own").stdout


OTHER_SEVEN = ".<>.<><>" + ".<>" * 4 + "\n"


def test_all_that_are_as_good_are_shown_and_exported(place: Path, tmp_path: Path) -> None:
    lines = run("import", "-", text=f"{SEVEN}\n{OTHER_SEVEN}\n{SEVEN}").stdout.splitlines()
    assert lines[1:] == [
        "line 3: 1x20: 7 dominoes, 6 ports: entered, as good as the known one and different, now 2",
        "line 5: 1x20: 7 dominoes, 6 ports: not entered, known already",
        f"3 drawings: 2 entered in {place}, 1 known already",
    ]
    shown = run("show", "20x1", "--all").stdout
    assert shown.count("^") == 14 and "2 arrangements that differ up to symmetry are kept." in shown
    assert len(solved("show", "1x20", "--all")["arrangements"]) == 2
    assert run("show", "1x20", "--all", "-o", tmp_path / "all.txt").exit_code == 0
    other = tmp_path / "other.sqlite"
    for file in ("all.txt", "sheet.txt"):
        if file == "sheet.txt":
            assert run("export", "--own", "-o", tmp_path / file).exit_code == 0
        body = solved("import", tmp_path / file, "--library", other)
        assert [drawing["result"] for drawing in body["drawings"]] == (
            ["new", "another"] if file == "all.txt" else ["known", "known"]
        )
    [board] = solved("export", "--own")["boards"]
    assert (board["kept"], board["classes"], len(board["arrangements"])) == (2, None, 2)


def test_own_and_shipped_boards_are_shown_apart(place: Path, tmp_path: Path) -> None:
    run("import", "-", text=f"{SEVEN}\nLRE\nELR\nLRE\n")
    for option, boards in (("--own", 1), ("--shipped", 105)):
        assert len(solved("list", option)["boards"]) == boards
        assert solved("export", option, "-o", tmp_path / "out.txt")["boards"] == boards
    assert solved("show", "1x20", "--own")["found"] and solved("show", "8x10", "--shipped")["shipped"]
    assert not solved("show", "1x20", "--shipped")["found"] and not solved("show", "8x10", "--own")["found"]
    assert "has no own arrangement of 8x10" in run("show", "8x10", "--own").stderr
    assert "has no shipped arrangement of 1x20" in run("show", "1x20", "--shipped").stderr
    for words in (("list",), ("show", "8x10"), ("export",)):
        result = run(*words, "--own", "--shipped")
        assert result.exit_code == 2 and "--own and --shipped cannot be combined" in result.stderr


def test_export_for_the_program_of_2011(place: Path, tmp_path: Path) -> None:
    run("import", "-", text=SEVEN)
    run("import", "-", "--no-slide", text="<><>\n")
    out = tmp_path / "GunPortSolutions.stm"
    result = run("export", "-o", out)
    assert (result.exit_code, result.stdout) == (0, f"wrote {out}: 106 boards\n")
    assert "left out, as .stm cannot hold them: " in result.stderr
    assert "arrangements that no domino may slide in (1)" in result.stderr
    other = tmp_path / "other.sqlite"
    body = solved("import", out, "--library", other)
    assert (body["entered"], body["wrong"], len(body["drawings"])) == (1, 0, 106)
    assert {drawing["result"] for drawing in body["drawings"]} == {"new", "known"}


@pytest.mark.parametrize("name", ["boards.sheet", "boards.st", "boards.toml", "boards.stm.gz"])
def test_export_refuses_an_unknown_extension(place: Path, tmp_path: Path, name: str) -> None:
    result = run("export", "-o", tmp_path / name)
    assert result.exit_code == 2 and "expected one of .txt, .stm, .pdf, .svg" in result.stderr
    assert not (tmp_path / name).exists()


def test_export_of_some_boards(place: Path, tmp_path: Path) -> None:
    body = solved("export", "10x8", "3x3")
    assert [board["board"] for board in body["boards"]] == ["3x3", "8x10"]
    assert len(body["boards"][1]["arrangement"]) == 8
    result = run("export", "3x3", "30x30")
    assert result.exit_code == 2 and "the library has no arrangement of 30x30" in result.stderr
    bad = run("export", "-o", tmp_path / "no" / "out.txt")
    assert bad.exit_code == 2 and "there is no directory" in bad.stderr


def test_export_draws_pages(place: Path, tmp_path: Path) -> None:
    page, out = tmp_path / "page.svg", tmp_path / "sheet.pdf"
    body = solved("export", "10x8", "3x3", "-o", page)
    assert (body["boards"], body["output"]) == (2, str(page))
    assert "8x10: 27 dominoes, 26 ports" in page.read_text(encoding="utf-8")
    assert run("export", "10x8", "3x3", "--per-page", 1, "-o", out).exit_code == 0
    assert out.read_bytes().count(b"/MediaBox") == 2
    for words, sentence in (
        (("export", "-o", tmp_path / "all.svg"), "there are 9 pages, and an SVG holds one"),
        (("export", "3x3", "--per-page", 4), "--per-page requires -o with one of .pdf, .svg"),
        (("export", "--own", "-o", tmp_path / "own.pdf"), "there is nothing to draw"),
    ):
        wrong = run(*words)
        assert wrong.exit_code == 2 and sentence in wrong.stderr
    assert {file.name for file in tmp_path.glob("*.[sp][vd]*")} == {"page.svg", "sheet.pdf"}


def test_verify(place: Path) -> None:
    run("import", "-", text=SEVEN)
    result = run("verify")
    assert (result.exit_code, result.stdout) == (0, "all 106 boards valid\n")
    import sqlite3

    connection = sqlite3.connect(place)
    connection.execute("UPDATE best SET ports = 5")
    connection.commit()
    connection.close()
    result = run("verify")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "1x20: the entry says 7 pieces and 5 ports, but the arrangement has 7 and 6",
        "1 of 106 boards wrong, 0 removed",
    ]
    assert run("show", "1x20").exit_code == 2 == run("export").exit_code
    body = solved("verify", "--remove")
    assert (body["valid"], body["wrong"], body["removed"], body["boards"]) == (False, 1, 1, 106)
    assert solved("verify")["valid"] is True


@pytest.mark.parametrize("words", [["list"], ["show", "3x3"], ["export"], ["verify"], ["import", "-"]])
def test_a_file_that_is_no_library_is_left_alone(tmp_path: Path, words: list[str]) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ada")
    result = run(*words, "--library", path, text=SEVEN)
    assert result.exit_code == 2 and path.read_text() == "Dear Ada"
    assert (
        f"{path}: this is not a library of boards, or its beginning is damaged; it was left as it is"
        in result.stderr
    )
    assert solved(*words, "--library", path, text=SEVEN)["error"]["kind"] == "library"


def test_import_of_the_program_of_2011(place: Path, tmp_path: Path) -> None:
    def part(*lines: str) -> bytes:
        data = "".join(f"{line}\r\n" for line in lines).encode()
        return len(data).to_bytes(4, "little") + data

    strip = part(*(f"H 1_{column:2}" for column in (2, 5, 8, 11, 14, 17, 19)))
    path = tmp_path / "GunPortSolutions.stm"
    path.write_bytes(part(" 1x20", " 2x 2") + strip + part("H 1_ 1", "H 1_ 1"))
    result = run("import", path)
    assert result.exit_code == 1
    assert "1x20: 7 dominoes, 6 ports: entered, the first for this board" in result.stdout
    assert "board 2x2: the dominoes overlap" in result.stdout
    assert result.stdout.endswith(f"2 boards: 1 entered in {place}, 0 known already, 1 refused\n")
    again = run("import", path)
    assert again.stdout.endswith(f"2 boards: 0 entered in {place}, 1 known already, 1 refused\n")
    assert result.stderr == again.stderr == "" and again.exit_code == 1
    all_covered = part(*(f"H 1_{column:2}" for column in range(1, 20, 2)))
    path.write_bytes(part(" 1x20", " 2x 2") + all_covered + part("H 1_ 1", "H 1_ 1"))
    ending = f"0 entered in {place}, 0 known already, 1 no better than those known, 1 refused\n"
    assert run("import", path).stdout.endswith(f"2 boards: {ending}")
    path.write_bytes(part(" 1x20", " 2x 2") + strip + part("H 1_ 1", "H 1_ 1"))
    body = solved("import", path)
    assert (body["entered"], body["wrong"]) == (0, 1)
    path.write_bytes(part(" 2x 2") + part("H 1_ 1", "H 1_ 1"))
    refused = run("import", path)
    assert refused.exit_code == 2
    assert refused.stderr == f"1 board: 0 entered in {place}, 0 known already, 1 refused\n"
    path.write_bytes(part(" 1x20") + strip[:9])
    assert "cut off" in run("import", path).stderr
