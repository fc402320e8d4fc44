"""The tasks of the Pips page, without a server: views, hints, checks, refused positions."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest

from support.pips_cases import ONE_WAY, UNIQUE
from tilewright.errors import TilewrightError
from tilewright.families.pips.files import loads, to_json
from tilewright.families.pips.links import text_page
from tilewright.families.pips.web import tasks
from tilewright.web.pages import pages

NEVER = threading.Event()
RIGHT = {"cells": [[2, 0], [2, 1]], "numbers": [1, 2]}


def ask(task: Any, **args: Any) -> Any:
    return task({"text": ONE_WAY, "dominoes": [], "seconds": 600.0} | args, lambda *_: None, NEVER)


def test_views_read_as_the_same_puzzles() -> None:
    text = json.dumps(to_json({"easy": loads(ONE_WAY)[""], "hard": loads(UNIQUE)[""]}))
    answer = ask(tasks.read, text=text)
    assert [one["name"] for one in answer["puzzles"]] == ["easy", "hard"]
    assert answer["warnings"] == []
    for one, own in zip(answer["puzzles"], (ONE_WAY, UNIQUE), strict=True):
        assert loads(one["text"])[""] == loads(own)[""]
        assert len({region["colour"] for region in one["regions"]}) > 2
    assert answer["puzzles"][0]["regions"][1]["words"] == "sum 4"


def test_cells_of_a_view_are_counted_from_0() -> None:
    data = to_json({"": loads(ONE_WAY)[""]})
    for region in data["regions"]:
        region["indices"] = [[row + 3, column + 5] for row, column in region["indices"]]
    (one,) = ask(tasks.read, text=json.dumps(data))["puzzles"]
    assert [0, 0] in [list(cell) for region in one["regions"] for cell in region["cells"]]


def test_a_wrong_solution_in_a_file_is_ignored_with_a_warning() -> None:
    data = to_json({"": loads(ONE_WAY)[""]}) | {"solution": []}
    (warning,) = ask(tasks.read, text=json.dumps(data))["warnings"]
    assert warning == "solution is ignored, it is no solution: expected two cells for each domino"


def test_puzzles_with_more_regions_than_letters_have_a_page() -> None:
    cells = [[row, column] for row in range(2) for column in range(28)]
    data = {"dominoes": [[0, 0]] * 28, "regions": [{"indices": [one], "type": "empty"} for one in cells]}
    (one,) = ask(tasks.read, text=json.dumps(data))["puzzles"]
    assert len(one["regions"]) == 56
    assert len(next(iter(loads(one["text"]).values())).regions) == 56


def test_dates_and_new_puzzles() -> None:
    dated = ask(tasks.of_date, date="2026-11-24", level="easy")
    assert dated["title"] == "Pips of 2026-11-24, easy"
    assert dated == ask(tasks.of_date, date="2026-11-24", level="easy")
    new = ask(tasks.new, level="easy", cells=10, symmetric=True, seed=3)
    assert len(new["dominoes"]) == 5
    with pytest.raises(TilewrightError, match="there is no date '2026-02-30'; expected one as 2026-11-24"):
        ask(tasks.of_date, date="2026-02-30", level="easy")


def test_hints_and_checks() -> None:
    hint = ask(tasks.hint)
    assert hint["laid"] is not None and hint["lift"] == []
    assert ask(tasks.check, dominoes=[RIGHT]) == {"right": True}
    wrong = {"cells": [[0, 0], [1, 0]], "numbers": [1, 2]}
    assert ask(tasks.check, dominoes=[wrong]) == {"right": False}
    assert [list(map(list, one["cells"])) for one in ask(tasks.hint, dominoes=[wrong])["lift"]] == [
        wrong["cells"]
    ]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ({"dominoes": [RIGHT, RIGHT]}, "1-2 lies on the board already"),
        ({"dominoes": [{"cells": [[0], [1, 0]], "numbers": [1, 2]}]}, r"\[0\] is not a cell"),
        ({"dominoes": [{"cells": [[0, 0], [2, 0]], "numbers": [1, 2]}]}, "share no side"),
        ({"text": ONE_WAY + "\n" + ONE_WAY}, "there are 2 puzzles in this text; expected one"),
        ({"seconds": 0.0}, "this was not decided in 0 s"),
    ],
)
def test_what_is_refused(args: dict[str, Any], message: str) -> None:
    with pytest.raises(TilewrightError, match=message):
        ask(tasks.check, **args)


def test_texts_have_addresses() -> None:
    day = json.dumps(to_json({"easy": loads(ONE_WAY)[""], "hard": loads(UNIQUE)[""]}))
    for text in (ONE_WAY, day):
        address = text_page(text)
        assert address.partition("#")[0] in {page.address for page in pages()}
    assert text_page("XX\nX\n") == ""
