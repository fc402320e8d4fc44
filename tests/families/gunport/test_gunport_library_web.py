"""The library on the gunport page: its boards and their pictures."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules, is_arrangement
from tilewright.families.gunport.library import Library, Submission
from tilewright.families.gunport.query import GunportQuery
from tilewright.families.gunport.solve import solve_board
from tilewright.families.gunport.web import api, tasks


def run_task(task: Any, **args: object) -> Any:
    return task(args, lambda *_: None, threading.Event())


def boards(library: Path, source: str = "both") -> list[api.LibraryBoard]:
    value = run_task(tasks.list_library, library=str(library), source=source)
    return [api.LibraryBoard.model_validate(one) for one in value]


def picture(library: Path, entry: str, number: int = 0) -> str | None:
    text: str | None = run_task(
        tasks.picture, library=str(library), source="both", entry=entry, number=number
    )
    return text


def test_the_shipped_boards_have_pictures(tmp_path: Path) -> None:
    library = tmp_path / "library.db"
    library_boards = boards(library)
    assert len({one.id for one in library_boards}) == len(library_boards) == len(Library(library).entries())
    best = next(one for one in library_boards if one.name == "4x5")
    assert (best.rows, best.columns, best.pieces, best.ports, best.shipped) == (4, 5, 7, 6, True)
    assert best.picture == f"/gunport/library/{best.id}/picture?source=both"
    assert (picture(library, best.id) or "").startswith("<svg ")
    assert picture(library, best.id, best.kept) is None
    assert picture(library, "0") is None


def test_boards_of_the_users_own_library_are_listed(tmp_path: Path) -> None:
    library = tmp_path / "library.db"
    full = Arrangement.of(GunportBoard.rectangle(2, 2), [[(0, 0), (1, 0)], [(0, 1), (1, 1)]])
    Library(library).enter([Submission(full, Rules(no_slide=True), "Ada")])
    own = [one for one in boards(library) if not one.shipped]
    assert [(one.who, one.no_slide, one.rows) for one in own] == [("Ada", True, 2)]
    assert "</svg>" in (picture(library, own[0].id) or "")
    assert boards(library, "own") == [
        one.model_copy(update={"picture": one.picture.replace("both", "own")}) for one in own
    ]
    assert all(one.shipped for one in boards(library, "shipped"))
    assert len(boards(library)) == len(boards(library, "shipped")) + 1


def test_every_arrangement_that_is_kept_is_shown(tmp_path: Path) -> None:
    library = tmp_path / "library.db"
    every = solve_board(GunportBoard.rectangle(4, 5), query=GunportQuery(count=True, arrangements=None))
    Library(library).record(every, exact=every.method, who="Ada")
    listed = next(one for one in boards(library) if one.name == "4x5")
    view = api.LibraryEntryView.model_validate(
        run_task(tasks.library_entry, library=str(library), source="both", entry=listed.id)
    )
    assert view.board == listed and listed.proven
    assert len(view.arrangements) == listed.kept == listed.classes == every.up_to_symmetry
    shown = [
        Arrangement.of(GunportBoard.rectangle(4, 5), [map(tuple, p) for p in one.pieces])
        for one in view.arrangements
    ]
    assert all(is_arrangement(one, Rules()) and len(one.pieces) == 7 for one in shown)
    assert len(set(shown)) == listed.kept
    pictures = [picture(library, listed.id, number) for number in range(listed.kept)]
    assert len(set(pictures)) == listed.kept and None not in pictures
    assert run_task(tasks.library_entry, library=str(library), source="both", entry="0") is None
