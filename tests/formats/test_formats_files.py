"""Loading and saving files: bounds, bytes that are no text, formats by suffix and content, atomic writing."""

from __future__ import annotations

import gzip
import io
import os
import stat
import tracemalloc
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from support.formats_strategies import page_puzzles
from tilewright.errors import FormatError, OutputError, TilewrightError, UnsupportedError
from tilewright.formats import (
    FORMATS,
    atomic_bytes,
    atomic_text,
    load,
    read_text,
    save,
    write_atomically,
)
from tilewright.formats.files import MAX_BYTES, decode, unpacked
from tilewright.formats.registry import by_extension, claiming
from tilewright.loading import load_puzzle
from tilewright.model.puzzle import Puzzle

PAGE = "####\n####\n\n##\n"
OWN = '[board]\ndrawing = """\n####\n####\n"""\n\n[[pieces]]\nname = "I2"\ndrawing = "##"\n'


@pytest.mark.parametrize("name", ["p", "p.txt", "p.puzzle", "P.TXT"])
@pytest.mark.parametrize("text", [PAGE, OWN])
def test_content_decides_where_the_suffix_does_not(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    puzzle = load_puzzle(tmp_path / name)
    assert len(puzzle.board.required) == 8
    assert [piece.name for piece in puzzle.pieces] == ["I2"]


def test_suffix_and_named_format_decide_before_content(tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text(PAGE)
    with pytest.raises(FormatError, match="no board"):
        load_puzzle(tmp_path / "p.toml")
    assert load_puzzle(tmp_path / "p.toml", format="ascii").pieces[0].name == "I2"
    with pytest.raises(UnsupportedError, match=r"known formats: toml, .*ascii"):
        load_puzzle(tmp_path / "p.toml", format="origami")


def test_motions_overrule_the_file(tmp_path: Path) -> None:
    for name, text in (("p.toml", OWN), ("p.txt", PAGE)):
        (tmp_path / name).write_text(text)
        assert load_puzzle(tmp_path / name, motions="fixed").pieces[0].motions == "fixed"


def test_faults_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "p.toml"
    path.write_text("[board]\n??")
    with pytest.raises(FormatError) as caught:
        load(path)
    assert str(caught.value).startswith(f"{path}, line 2, column 1: ")
    path.write_text(
        '[board]\ndrawing = "##"\n[[pieces]]\nname = "x"\ndrawing = "##"\nmotions = "fixed"\n'
        '[[forced]]\npiece = "x"\ndrawing = "##"\n[[pieces]]\nname = "y"\ndrawing = "##"\n'
    )
    assert load_puzzle(path).board.forced
    path.write_text(path.read_text().replace('piece = "x"', 'piece = "y"'))
    assert [p.piece for p in load_puzzle(path, motions="all").board.forced] == ["x"]  # y is a copy of x now
    path.write_text(
        path.read_text().replace('name = "y"\ndrawing = "##"', 'name = "y"\ndrawing = """\n#\n#"""')
    )
    with pytest.raises(FormatError, match=r"p\.toml"):
        load_puzzle(path, motions="fixed")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no such file"):
        load_puzzle(tmp_path / "absent")
    with pytest.raises(FormatError, match="directory"):
        load_puzzle(tmp_path)
    with pytest.raises(FormatError, match="NUL"):
        load("a\0b")
    with pytest.raises(FormatError, match="cannot be read"):
        load("x" * 5000)
    locked = tmp_path / "locked"
    locked.write_text(PAGE)
    locked.chmod(0)
    if os.geteuid() != 0:
        with pytest.raises(FormatError, match="permission"):
            load(locked)


def test_large_files_are_refused_before_they_are_read(tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as stream:
        stream.truncate(100_000_000)
    with pytest.raises(FormatError, match="100,000,000 bytes"):
        load(path)
    with path.open("wb") as stream:
        stream.truncate(11)
    with pytest.raises(FormatError, match="11 bytes; at most 10"):
        read_text(path, limit=10)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs an endless device")
def test_an_endless_device_is_refused() -> None:
    with pytest.raises(FormatError, match=f"{MAX_BYTES:,}"):
        load("/dev/zero")


def test_standard_input_is_read_and_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(OWN.encode())))
    assert load("-").pieces[0].name == "I2"
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(b"#" * 100)))
    with pytest.raises(FormatError, match="standard input"):
        read_text("-", limit=99)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(b"")))
    with pytest.raises(FormatError, match=r"standard input: the drawing is empty"):
        load("-")


@pytest.mark.parametrize(
    ("data", "line", "column", "words"),
    [
        (b"ab\xff", 1, 3, "0xFF"),
        (b"ab\r\ncd\n\xc3\xa9\x80", 3, 2, "0x80"),
        (b"ab\r\n\0", 2, 1, "NUL"),
        (b"\x7fELF\x02\x01\x01\0\0", 1, 8, "NUL"),
        ("#".encode("utf-16"), 1, 1, "0xFF"),
    ],
)
def test_bytes_that_are_no_text(data: bytes, line: int, column: int, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        decode(data, "f")
    assert (caught.value.line, caught.value.column) == (line, column)
    assert words in str(caught.value)


def test_a_byte_order_mark_is_no_cell(tmp_path: Path) -> None:
    (tmp_path / "p").write_bytes(b"\xef\xbb\xbf" + PAGE.encode())
    assert len(load_puzzle(tmp_path / "p").board.required) == 8


@given(st.binary(max_size=200), st.sampled_from(["", ".txt", ".toml"]))
@example(b"\x89PNG\r\n\x1a\n\0\0", "")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_load_or_are_refused(tmp_path: Path, data: bytes, suffix: str) -> None:
    path = tmp_path / f"p{suffix}"
    path.write_bytes(data)
    try:
        load(path)
    except TilewrightError as error:
        assert str(path) in str(error)


@given(page_puzzles(), st.sampled_from([".txt", ".toml"]))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
def test_save_then_load(tmp_path: Path, puzzle: Puzzle, suffix: str) -> None:
    path = tmp_path / f"p{suffix}"
    save(puzzle, path)
    name = "ascii" if suffix == ".txt" else ""  # of a text without pieces, for example, it is not guessed
    back = load_puzzle(path, format=name)
    again = tmp_path / f"q{suffix}"
    save(back, again)
    assert load(again, format=name) == back
    if suffix == ".toml":
        assert back == puzzle


def test_save_to_standard_output_and_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "p").write_text(PAGE)
    puzzle = load_puzzle(tmp_path / "p")
    save(puzzle, "-", format="toml")
    assert FORMATS["toml"].read(capsys.readouterr().out) == puzzle
    with pytest.raises(UnsupportedError, match="is unknown; choose a format"):
        save(puzzle, tmp_path / "p.pdf")
    assert not (tmp_path / "p.pdf").exists()


def test_a_refused_save_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_text("old")
    (tmp_path / "p.toml").write_text(OWN + "copies = [0, 1]\n")
    with pytest.raises(UnsupportedError):
        save(load_puzzle(tmp_path / "p.toml"), path)
    assert path.read_text() == "old"


def test_writing_is_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("old")
    for fault in (KeyboardInterrupt, ValueError):
        with pytest.raises(fault), atomic_text(path) as stream:
            stream.write("new" * 100_000)
            raise fault
        assert path.read_text() == "old"
    with pytest.raises(OutputError, match="No space"), atomic_bytes(path) as raw:
        raw.write(b"new")
        raise OSError(28, "No space left on device")
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["out"]
    with atomic_text(path) as stream:
        stream.write("né\n")
        assert path.read_text() == "old"
    assert path.read_bytes() == "né\n".encode()
    write_atomically(path, b"\xff")
    assert path.read_bytes() == b"\xff"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"<?xml version='1.0' encoding='ISO-8859-1'?><a>\xe9</a>", "\xe9"),
        (b'<?xml version="1.0" encoding="windows-1252"?><a>\x80</a>', "\u20ac"),
        (b'\n<?xml encoding="utf-8"?>\xc3\xa9', "\xe9"),
        (b"<a encoding='ISO-8859-1'>\xc3\xa9</a>", "\xe9"),  # no declaration of XML
        (b"<?xml version='1.0'?><a>\xc3\xa9</a>", "\xe9"),
        (b"<?xml version='1.0'?><a>\xe9</a>", "\xe9"),  # no UTF-8, as BurrTools wrote it once
    ],
)
def test_the_encoding_that_xml_declares(data: bytes, text: str) -> None:
    assert text in decode(data)


@pytest.mark.parametrize(
    ("head", "words"),
    [
        ("nonsense", "'nonsense', which the file declares, is unknown"),
        ("ascii", "0xE9"),
        ("base64", "unknown"),
    ],
)
def test_declared_encodings_that_do_not_fit(head: str, words: str) -> None:
    with pytest.raises(FormatError, match=words) as caught:
        decode(f"<?xml version='1.0' encoding='{head}'?>".encode() + b"\xe9", "f")
    assert (caught.value.file, caught.value.line) == ("f", 1)


def test_text_without_a_utf8_form_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="UTF-8"):
        write_atomically(tmp_path / "out", "\ud800")
    with pytest.raises(OutputError, match="UTF-8"), atomic_text(tmp_path / "out") as stream:
        stream.write("\ud800")
    assert list(tmp_path.iterdir()) == []


def test_permissions_and_links_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("old")
    path.chmod(0o640)
    link = tmp_path / "link"
    link.symlink_to(path)
    write_atomically(link, "new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    old = os.umask(0o027)
    try:
        write_atomically(tmp_path / "fresh", "new")
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "fresh").stat().st_mode) == 0o640


def test_outputs_that_cannot_be_written(tmp_path: Path) -> None:
    for path, words in (
        (tmp_path, "directory"),
        (tmp_path / "absent" / "out", "no directory"),
        (tmp_path / ("x" * 300), "cannot be written"),
        (Path("a\0b"), "NUL"),
    ):
        with pytest.raises(OutputError, match=words):
            write_atomically(path, "new")
    assert list(tmp_path.iterdir()) == []
    if os.geteuid() != 0:
        locked = tmp_path / "locked"
        locked.write_text("old")
        locked.chmod(0o444)
        with pytest.raises(OutputError, match="permission"):
            write_atomically(locked, "new")


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="needs a device")
def test_a_device_is_written_to_and_stays() -> None:
    write_atomically("/dev/null", "new")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_what_gzip_packed_is_read_like_any_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in (("p.toml.gz", OWN), ("p.TXT.GZ", PAGE), ("p.txt", PAGE), ("p", OWN)):
        (tmp_path / name).write_bytes(gzip.compress(text.encode()))
        assert load_puzzle(tmp_path / name).pieces[0].name == "I2"
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(gzip.compress(OWN.encode()))))
    assert load_puzzle("-").pieces[0].name == "I2"
    (tmp_path / "p.toml.gz").write_bytes(gzip.compress(PAGE.encode()))
    with pytest.raises(FormatError, match="no board"):  # the suffix before .gz decides
        load(tmp_path / "p.toml.gz")


@given(st.lists(st.binary(max_size=300), min_size=1, max_size=4), st.integers(0, 5))
def test_gzip_in_parts_and_filled_up_with_zeros(parts: list[bytes], zeros: int) -> None:
    packed = b"".join(map(gzip.compress, parts)) + b"\0" * zeros
    assert unpacked(packed) == b"".join(parts)


@given(st.binary(max_size=300), st.data())
def test_damaged_gzip_is_refused(content: bytes, data: st.DataObject) -> None:
    packed = gzip.compress(content)
    cut = data.draw(st.integers(2, len(packed) - 1))
    with pytest.raises(FormatError, match="ends too early"):
        unpacked(packed[:cut])
    # The sums at the end are over the content, so that no change of it or of them goes unseen.
    wrong = bytearray(packed)
    wrong[data.draw(st.integers(len(packed) - 8, len(packed) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    with pytest.raises(FormatError, match="damaged"):
        unpacked(bytes(wrong))
    with pytest.raises(FormatError, match="gzip"):
        unpacked(packed + b"more than this was packed")


def test_gzip_bombs_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "bomb.toml.gz"
    path.write_bytes(gzip.compress(bytes(MAX_BYTES + 1)))
    with pytest.raises(FormatError, match="unpacks to more than 16,777,216 bytes"):
        load(path)
    path.write_bytes(gzip.compress(gzip.compress(b"x" * 100)))  # packed twice: text is expected inside
    with pytest.raises(FormatError, match="0x8B"):
        load(path)
    tracemalloc.start()
    with pytest.raises(FormatError, match="more than 1,000 bytes"):
        unpacked(gzip.compress(bytes(50_000_000)), limit=1000)
    with pytest.raises(FormatError, match="1,000 parts"):
        unpacked(gzip.compress(b"") * 100_000)
    assert tracemalloc.get_traced_memory()[1] < 60_000_000  # the zeros that were packed, and little more
    tracemalloc.stop()


def test_formats_that_can_be_read_come_first_for_an_extension(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [value.name for value in claiming(".csv")] == ["conflict-matrix"]
    table = replace(FORMATS["dlx"], name="table", extensions=(".csv",))
    monkeypatch.setattr("tilewright.formats.registry.FORMATS", {**dict(FORMATS.items()), "table": table})
    assert [result.name for result in claiming(".CSV")] == ["table", "conflict-matrix"]
    assert by_extension(".csv") is table
