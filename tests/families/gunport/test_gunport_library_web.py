"""The library on the gunport page: its boards and their pictures."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules
from tilewright.families.gunport.library import Library, Submission
from tilewright.families.gunport.web import api, tasks


def run_task(task: Any, **args: object) -> Any:
    return task(args, lambda *_: None, threading.Event())


def boards(library: Path) -> list[api.LibraryBoard]:
    return [
        api.LibraryBoard.model_validate(one) for one in run_task(tasks.list_library, library=str(library))
    ]


def test_the_shipped_boards_have_pictures(tmp_path: Path) -> None:
    library = tmp_path / "library.db"
    found = boards(library)
    assert len({one.id for one in found}) == len(found) == len(Library(library).entries())
    best = next(one for one in found if one.name == "4x5")
    assert (best.rows, best.columns, best.pieces, best.ports, best.shipped) == (4, 5, 7, 6, True)
    assert best.picture == f"/gunport/library/{best.id}/picture"
    svg = run_task(tasks.picture, library=str(library), entry=best.id)
    assert svg.startswith("<svg ")
    assert run_task(tasks.picture, library=str(library), entry="0") == ""


def test_boards_of_the_users_own_library_are_listed(tmp_path: Path) -> None:
    library = tmp_path / "library.db"
    full = Arrangement.of(GunportBoard.rectangle(2, 2), [[(0, 0), (1, 0)], [(0, 1), (1, 1)]])
    Library(library).enter([Submission(full, Rules(no_slide=True), "Ada")])
    own = [one for one in boards(library) if not one.shipped]
    assert [(one.who, one.no_slide, one.rows) for one in own] == [("Ada", True, 2)]
    assert "</svg>" in run_task(tasks.picture, library=str(library), entry=own[0].id)
