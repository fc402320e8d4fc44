"""The library's file: migrations, damage, foreign files, and concurrent writers."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from support.library_cases import LONG, LONG_7, LONG_8, find
from support.waiting import HANGS_S, wait_until
from tilewright.errors import LibraryError
from tilewright.families.gunport.library import LIBRARY_FORMAT, Library, store
from tilewright.sqlite import DatabaseFormat

BEFORE = "CREATE TABLE early (name TEXT);\nINSERT INTO early VALUES ('kept');"


def with_migration(script: str) -> DatabaseFormat:
    return replace(LIBRARY_FORMAT, migrations=(*LIBRARY_FORMAT.migrations, script))


def version(path: Path) -> tuple[int, int]:
    connection = sqlite3.connect(path)
    values = [
        connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
    ]
    connection.close()
    return values[0], values[1]


def test_a_new_file_knows_whose_it_is(tmp_path: Path) -> None:
    library = Library(tmp_path / "boards.sqlite")
    library.enter([find(LONG_8)])
    assert version(library.path) == (LIBRARY_FORMAT.application_id, len(LIBRARY_FORMAT.migrations))


def test_an_empty_file_becomes_a_library(tmp_path: Path) -> None:
    path = tmp_path / "boards.sqlite"
    path.touch()
    library = Library(path)
    assert library.entries(source="own") == [] and path.stat().st_size == 0
    library.enter([find(LONG_8)])
    assert len(library.entries(source="own")) == 1


def test_migrations_run_once_and_keep_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = Library(tmp_path / "boards.sqlite")
    library.enter([find(LONG_8)])
    monkeypatch.setattr(store, "LIBRARY_FORMAT", with_migration(BEFORE))
    for _ in range(2):  # reading brings the file up to date, once
        assert [entry.pieces for entry in library.entries(source="own")] == [8]
        connection = sqlite3.connect(library.path)
        assert connection.execute("SELECT name FROM early").fetchall() == [("kept",)]
        connection.close()
    assert version(library.path)[1] == len(LIBRARY_FORMAT.migrations) + 1


def test_a_migration_that_fails_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = Library(tmp_path / "boards.sqlite")
    library.enter([find(LONG_8)])
    before = library.path.read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr(store, "LIBRARY_FORMAT", with_migration(BEFORE + "\nDROP TABLE never_made;"))
        with pytest.raises(LibraryError, match="no such table"):
            library.enter([find(LONG_7)])
    assert library.path.read_bytes() == before
    assert library.enter([find(LONG_7)])[0].result == "better"


def test_a_library_of_a_newer_tilewright_is_left_alone(tmp_path: Path) -> None:
    library = Library(tmp_path / "boards.sqlite")
    library.enter([find(LONG_8)])
    connection = sqlite3.connect(library.path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    refused(library, "written by a newer Tilewright")


def refused(library: Library, words: str) -> None:
    """Reading, checking and writing all end in an error that names the file, which stays byte for byte."""
    before = library.path.read_bytes() if library.path.is_file() else b""
    for act in (
        lambda: library.best(LONG),
        library.entries,
        library.verify,
        lambda: library.enter([find(LONG_7)]),
    ):
        with pytest.raises(LibraryError, match=words) as caught:
            act()
        assert str(library.path) in str(caught.value)
    assert not library.path.is_file() or library.path.read_bytes() == before


@pytest.mark.parametrize(
    "content", [b"x", b"SQLite", b"<>^\n.^v\n.v.\n", os.urandom(5000), b"SQLite format 3"], ids=range(5)
)
def test_another_kind_of_file(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "letters.txt"
    path.write_bytes(content)
    refused(
        Library(path), "this is not a library of boards, or its beginning is damaged; it was left as it is"
    )


@pytest.mark.parametrize(
    "statement", ["CREATE TABLE t (a)", "PRAGMA user_version = 1", "PRAGMA application_id = 7"]
)
def test_a_database_of_another_program(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "other.sqlite"
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()
    refused(Library(path), "database of another program, not a library of boards; it was left as it is")


def test_damaged_pages_and_torn_files(tmp_path: Path) -> None:
    library = Library(tmp_path / "boards.sqlite")
    library.enter([find(LONG_8)])
    whole = library.path.read_bytes()
    library.path.write_bytes(whole[:4096] + b"\xa5" * (len(whole) - 4096))
    refused(library, "the file is damaged")
    library.path.write_bytes(whole[:4096])
    refused(library, "the file is damaged")
    library.path.write_bytes(whole[:50])
    refused(library, "this is not a library of boards, or its beginning is damaged")
    library.path.write_bytes(whole)
    assert library.enter([find(LONG_7)])[0].result == "better"


def test_places_where_no_library_can_be(tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match="there is no directory"):
        Library(tmp_path / "nowhere" / "boards.sqlite").enter([find(LONG_8)])
    refused(Library(tmp_path), "this is a directory")
    with pytest.raises(LibraryError, match="NUL character"):
        Library("a\0b").enter([find(LONG_8)])


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_library_that_may_only_be_read(tmp_path: Path) -> None:
    library = Library(tmp_path / "boards.sqlite")
    library.enter([find(LONG_8)])
    library.path.chmod(0o444)
    assert library.best(LONG) is not None
    with pytest.raises(LibraryError, match="cannot be opened or written"):
        library.enter([find(LONG_7)])


def test_a_library_that_another_program_writes_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "LIBRARY_FORMAT", replace(LIBRARY_FORMAT, busy_timeout_s=0.0))
    library = Library(tmp_path / "boards.sqlite")
    library.enter([find(LONG_8)])
    other = sqlite3.connect(library.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(LibraryError, match="in use by another program"):
        library.enter([find(LONG_7)])
    assert library.best(LONG) is not None
    other.execute("ROLLBACK")
    other.close()
    assert library.enter([find(LONG_7)])[0].result == "better"


WRITER = """
import sys
from dataclasses import replace
sys.path.insert(0, sys.argv[3])
from support.library_cases import find
from support.waiting import HANGS_S
from tilewright.families.gunport.drawing import loads
from tilewright.families.gunport.library import Library, store
store.LIBRARY_FORMAT = replace(store.LIBRARY_FORMAT, busy_timeout_s=HANGS_S)
library = Library(sys.argv[1])
sys.stdin.readline()
for size in range(16, 46):
    if sys.argv[2] == "good":
        rest = size % 3
        text = ".<>" * (size // 3) + ("<>" if rest == 2 else "." * rest)
    else:
        text = "<>" * (size // 2) + "." * (size % 2)
    library.enter([find(loads(text), who=sys.argv[2])])
"""


def test_two_processes_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "boards.sqlite"
    here = str(Path(__file__).parents[3])
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), how, here], stdin=subprocess.PIPE)
        for how in ("good", "bad")
    ]
    for writer in writers:  # both have imported everything by the time they read on
        assert writer.stdin is not None
        writer.stdin.write(b"\n")
        writer.stdin.flush()
    assert [writer.wait(HANGS_S) for writer in writers] == [0, 0]
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.close()
    library = Library(path)
    own = library.entries(source="own")
    assert [entry.key.size for entry in own] == [(1, size) for size in range(16, 46)]
    assert all(entry.who == "good" for entry in own)
    assert library.verify() == (135, [])


@pytest.mark.event
def test_a_killed_writer_leaves_a_sound_library(tmp_path: Path) -> None:
    path = tmp_path / "boards.sqlite"
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), "good", str(Path(__file__).parents[3])],
        stdin=subprocess.PIPE,
    )
    assert writer.stdin is not None
    writer.stdin.write(b"\n")
    writer.stdin.flush()
    wait_until(lambda: path.exists() or writer.poll() is not None)
    writer.kill()
    writer.wait()
    writer.stdin.close()
    library = Library(path)
    assert library.verify()[1] == []
    assert library.enter([find(LONG_7)])[0].entry.pieces == 7


def test_the_default_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(LIBRARY_FORMAT.variable, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    place = LIBRARY_FORMAT.default_path()
    assert place.name == LIBRARY_FORMAT.file_name and place.is_relative_to(tmp_path)
    Library().enter([find(LONG_8)])  # makes the directories of its own place
    assert place.is_file()
    monkeypatch.setenv(LIBRARY_FORMAT.variable, str(tmp_path / "named.sqlite"))
    assert LIBRARY_FORMAT.default_path() == tmp_path / "named.sqlite" == Library().path


def test_the_library_is_light_to_import() -> None:
    code = (
        "import sys, tilewright, tilewright.families.gunport.cli.library; "
        "heavy = ('platformdirs', 'sqlite3', 'tilewright.families.gunport.library'); "
        "print([m for m in heavy if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
