"""The editor's tasks: a file whose title is changed comes back equal in everything else."""

from __future__ import annotations

import json
import re
import threading
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from support.burrtools_cases import SOMA
from support.formats_strategies import abstract_puzzles, any_puzzles
from support.shared_files import FOLDER, NAMES
from support.waiting import HANGS_S
from tilewright import catalogue, load
from tilewright.errors import FormatError, PuzzleError
from tilewright.formats import files, toml
from tilewright.formats.burrtools_assemblies import SAVED_BY
from tilewright.formats.burrtools_reader import WholeFile
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.puzzle import Board, Expected, Puzzle
from tilewright.web.api.base import PuzzleSource
from tilewright.web.tasks import editing

TITLE = "Another title"
BURRTOOLS = [name for name in NAMES if name.endswith(".xmpuzzle")]

TWO_PROBLEMS = SOMA.replace(
    "</problems>",
    """<problem name="with a hole" state="0" maxHoles="1"><shapes>
<shape id="1" count="1"/><shape id="2" min="0" max="1"><group group="2" count="1"/></shape>
</shapes><result id="0"/><bitmap/></problem></problems>""",
)
"""Soma, and another problem with the same shapes, which has no solution."""


def run(task: Any, **args: Any) -> dict[str, Any]:
    """What a task gives, through JSON as the page has it."""
    result = task({"max_cells": 10_000, **args}, lambda event: None, threading.Event())
    answer: dict[str, Any] = json.loads(json.dumps(result))
    return answer


def opened(**source: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """A source of a puzzle, and its documents."""
    whole = PuzzleSource(**source).model_dump()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return whole, run(editing.read_documents, source=whole)


def saved(
    source: dict[str, Any] | None,
    fields: dict[str, Any],
    change: dict[str, Any],
    *,
    chosen: int = 0,
    format: str = "",
) -> dict[str, Any]:
    """The file that is saved with a change of one of its documents."""
    problems = [{"document": one["document"], "opened": one["document"]} for one in fields["problems"]]
    problems[chosen] = {**problems[chosen], "document": {**problems[chosen]["document"], **change}}
    original = {"problems": problems, "original": source, "chosen": chosen}
    return run(editing.save, **original, format=format or fields["format"])


def text_of(name: str) -> str:
    """The text of a collected file."""
    if not (FOLDER / name).is_file():
        pytest.skip("the collected puzzle files are not here")
    return files.read_text(FOLDER / name)


def without_titles(whole: WholeFile) -> WholeFile:
    """The file without what its problems are called."""
    bare = [replace(problem, name="", puzzle=replace(problem.puzzle, title="")) for problem in whole.problems]
    return replace(whole, problems=tuple(bare))


@pytest.mark.parametrize("name", catalogue.names())
def test_a_puzzle_of_the_catalogue_keeps_all_but_its_title(name: str) -> None:
    source, fields = opened(catalogue=name)
    answer = saved(source, fields, {"title": TITLE})
    assert toml.loads(answer["text"]) == replace(catalogue.load(name), title=TITLE)
    assert answer["left_out"] == []


@given(any_puzzles() | abstract_puzzles())
def test_any_puzzle_keeps_all_but_its_title(puzzle: AnyPuzzle) -> None:
    source, fields = opened(text=toml.dumps(puzzle), format="toml")
    answer = saved(source, fields, {"title": TITLE})
    assert toml.loads(answer["text"]) == replace(puzzle, title=TITLE)
    assert answer["left_out"] == []


@pytest.mark.parametrize("name", [name for name in NAMES if name not in BURRTOOLS])
def test_a_collected_file_keeps_all_but_its_title(name: str) -> None:
    text = text_of(name)
    source, fields = opened(text=text, filename=name)
    answer = saved(source, fields, {"title": TITLE}, format="toml")
    assert toml.loads(answer["text"]) == replace(files.load(FOLDER / name), title=TITLE)
    assert answer["left_out"] == []


@pytest.mark.parametrize("name", BURRTOOLS)
def test_a_file_of_burrtools_keeps_all_but_its_title(name: str) -> None:
    """Shapes, colours, groups, weights, all problems, and the assemblies that were saved."""
    text = text_of(name)
    source, fields = opened(text=text, filename=Path(name).name)
    for chosen in range(len(fields["problems"])):
        answer = saved(source, fields, {"title": TITLE}, chosen=chosen)
        whole = WholeFile.read(answer["text"])
        assert without_titles(whole) == without_titles(WholeFile.read(text))
        assert whole.problems[chosen].puzzle.title == TITLE
        assert answer["left_out"] == []


def test_a_board_that_is_changed_keeps_the_other_problem() -> None:
    source, fields = opened(text=TWO_PROBLEMS, filename="soma.xmpuzzle")
    assert [one["name"] for one in fields["problems"]] == ["one of seven", "with a hole"]
    board = fields["problems"][0]["document"]["board"]
    smaller = {"board": {"cells": board["cells"][1:], "optional": board["cells"][:1]}}
    answer = saved(source, fields, smaller)
    before, after = WholeFile.read(TWO_PROBLEMS), WholeFile.read(answer["text"])
    assert len(after.problems[0].puzzle.board.optional) == 1
    assert after.problems[1] == before.problems[1]
    assert after.problems[0].assemblies == before.problems[0].assemblies
    assert after.problems[0].puzzle.expect == ()
    assert answer["left_out"] == ["1 known number of the puzzle was left out, as it is another puzzle now."]


def test_a_piece_that_is_changed_keeps_the_shape_of_the_other_problem() -> None:
    source, fields = opened(text=TWO_PROBLEMS, filename="soma.xmpuzzle")
    document = fields["problems"][0]["document"]
    pieces = [dict(one) for one in document["pieces"]]
    assert pieces[1]["name"] == "L" and pieces[1]["weight"] == 2
    pieces[1]["cells"] = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]
    answer = saved(source, fields, {"pieces": pieces})
    before, after = WholeFile.read(TWO_PROBLEMS), WholeFile.read(answer["text"])
    assert after.problems[1] == before.problems[1]
    changed = after.problems[0].puzzle.by_name["L"]
    assert (changed.cells[3], changed.weight) == ((1, 1, 0), 2)
    assert after.problems[0].puzzle.by_name["T"] == before.problems[0].puzzle.by_name["T"]
    assert after.problems[0].puzzle.by_name["Z"].groups == before.problems[0].puzzle.by_name["Z"].groups
    assert after.problems[0].assemblies == ()
    assert len(after.voxels) == len(before.voxels) + 1
    assert any("1 saved assembly of problem 1 was left out" in sentence for sentence in answer["left_out"])


def test_a_piece_that_is_renamed_keeps_counts_and_assemblies() -> None:
    source, fields = opened(text=SOMA, filename="soma.xmpuzzle")
    pieces = [dict(one) for one in fields["problems"][0]["document"]["pieces"]]
    pieces[2]["name"] = "tee"
    answer = saved(source, fields, {"pieces": pieces})
    before, after = WholeFile.read(SOMA).problems[0], WholeFile.read(answer["text"]).problems[0]
    assert [piece.name for piece in after.puzzle.pieces][2] == "tee"
    assert after.puzzle.expect == before.puzzle.expect == (Expected("unique", 240, SAVED_BY),)
    assert [sorted(one.cells for one in assembly.solution.placements) for assembly in after.assemblies] == [
        sorted(one.cells for one in assembly.solution.placements) for assembly in before.assemblies
    ]
    assert answer["left_out"] == []


def test_a_board_that_begins_elsewhere_keeps_the_places_of_the_assemblies() -> None:
    """Room is added below zero; BurrTools' shapes begin there."""
    source, fields = opened(text=SOMA, filename="soma.xmpuzzle")
    board = fields["problems"][0]["document"]["board"]
    larger = {"board": {"cells": board["cells"], "optional": [[-1, -2, 0]]}}
    answer = saved(source, fields, larger)
    after = WholeFile.read(answer["text"]).problems[0]
    assert len(after.assemblies) == 1
    assert after.puzzle.board.required[0] == (1, 2, 0)


def test_another_format_says_what_it_leaves_out() -> None:
    source, fields = opened(text=TWO_PROBLEMS, filename="soma.xmpuzzle")
    answer = saved(source, fields, {}, format="toml")
    assert toml.loads(answer["text"]).title == "Soma cube"
    assert answer["left_out"] == [
        "The format toml holds one puzzle: 1 other puzzle of the file left out.",
        "The format toml holds no saved solutions; xmpuzzle keeps them.",
    ]


def test_what_a_format_does_not_hold_is_said() -> None:
    puzzle = load("catalog:calendar-weekday,date=2026-11-28")
    draft = {"document": toml.to_document(puzzle), "opened": None}
    answers = [
        run(editing.save, problems=[draft], chosen=0, original=None, format=name)
        for name in ("ascii", "toml")
    ]
    sentence = "The format ascii does not hold the title, source and labels."
    assert [answer["left_out"] for answer in answers] == [[sentence], []]


def test_what_no_longer_fits_is_left_out_and_said() -> None:
    text = """\
[board]
drawing = "#####"
[[pieces]]
name = "I2"
drawing = "##"
copies = [0, 2]
[[forced]]
piece = "I2"
cells = [[3, 0], [4, 0]]
[[costs]]
cost = 3
cells = [[0, 0], [4, 0]]
[[expect]]
what = "solutions"
count = 0
"""
    source, fields = opened(text=text, format="toml")
    answer = saved(source, fields, {"board": {"cells": [[0, 0], [1, 0], [2, 0], [3, 0]]}})
    puzzle = toml.loads(answer["text"])
    assert isinstance(puzzle, Puzzle)
    assert puzzle.board == Board.of([(n, 0) for n in range(4)], costs={(0, 0): 3})
    assert puzzle.expect == ()
    assert len(answer["left_out"]) == 3
    assert re.search(
        r"costs\[0\]\.cells\[1\]: the cell \[4, 0\] has a cost but is not on the board", str(answer)
    )
    assert re.search(r"forced\[0\]: the forced placement of 'I2'", str(answer))


def test_the_check_has_the_whole_puzzle() -> None:
    """Key trap has groups, colours and 68 assemblies; without the colours' pairs it would be impossible."""
    source, fields = opened(text=text_of("burrtools/key-trap.xmpuzzle"), filename="key-trap.xmpuzzle")
    document = {**fields["problems"][0]["document"], "title": TITLE}
    draft = run(editing.read_draft, document=document, opened=fields["problems"][0]["document"])
    text = PuzzleSource(text=draft["puzzle"]["toml"], format="toml").model_dump()
    checked = run(editing.check, source=text, time_limit_s=HANGS_S)
    assert not checked["impossible"]
    assert [one["sentence"] for one in checked["findings"]] == ["It has exactly 68 solutions."]
    assert draft["left_out"] == []
    assert source["filename"] == "key-trap.xmpuzzle"


def test_puzzles_of_items_are_documents_too() -> None:
    _, fields = opened(text="a b\na\nb\na b\n", format="dlx")
    (problem,) = fields["problems"]
    assert problem["document"]["cover"]["items"] == "a b"
    assert isinstance(toml.from_document(problem["document"]), ExactCoverPuzzle)


def problems_of(text: str) -> list[str]:
    """The names of the pieces in each problem of a BurrTools file."""
    return [" ".join(piece.name for piece in one.puzzle.pieces) for one in WholeFile.read(text).problems]


def test_problems_are_added_deleted_and_named() -> None:
    source, fields = opened(text=TWO_PROBLEMS, format="xmpuzzle")
    documents = [one["document"] for one in fields["problems"]]
    problems = [
        {"document": documents[1], "opened": documents[1]},
        {"document": {**documents[0], "pieces": documents[0]["pieces"][:3]}, "opened": None},
    ]
    answer = run(
        editing.save, problems=problems, original=source, chosen=0, format="xmpuzzle",
        origins=[1, None], names=[None, "three pieces"],
    )  # fmt: skip
    before, after = WholeFile.read(TWO_PROBLEMS), WholeFile.read(answer["text"])
    assert after.voxels == before.voxels  # the new problem has shapes of the old ones
    assert [problem.name for problem in after.problems] == ["with a hole", "three pieces"]
    assert after.problems[0].puzzle.pieces == before.problems[1].puzzle.pieces
    assert len(after.problems[1].puzzle.pieces) == 3


def test_a_shape_that_is_changed_in_all_problems_takes_the_place_of_the_old_one() -> None:
    source, fields = opened(text=TWO_PROBLEMS, format="xmpuzzle")
    documents = [one["document"] for one in fields["problems"]]
    name = documents[1]["pieces"][0]["name"]

    def longer(document: dict[str, Any]) -> dict[str, Any]:
        pieces = [
            {**piece, "cells": [[0, 0, 0], [1, 0, 0], [2, 0, 0]]} if piece["name"] == name else piece
            for piece in document["pieces"]
        ]
        return {**document, "pieces": pieces}

    problems = [{"document": longer(one), "opened": one} for one in documents]
    answer = run(editing.save, problems=problems, original=source, chosen=0, format="xmpuzzle")
    before, after = WholeFile.read(TWO_PROBLEMS), WholeFile.read(answer["text"])
    assert len(after.voxels) == len(before.voxels)
    assert [one.shapes for one in after.problems] == [one.shapes for one in before.problems]
    assert all(one.puzzle.by_name[name].size == 3 for one in after.problems)


def test_several_problems_that_were_drawn_are_one_file() -> None:
    source, fields = opened(catalogue="soma-cube")
    document = fields["problems"][0]["document"]
    problems = [
        {"document": document, "opened": None},
        {"document": {**document, "pieces": document["pieces"][:1]}, "opened": None},
    ]
    answer = run(
        editing.save, problems=problems, original=None, chosen=1, format="xmpuzzle",
        origins=[None, None], names=["all", "one"],
    )  # fmt: skip
    assert source["catalogue"] == "soma-cube"
    assert problems_of(answer["text"])[1] == document["pieces"][0]["name"]
    assert [one.name for one in WholeFile.read(answer["text"]).problems] == ["all", "one"]


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"origins": [0]}, "2 puzzles are given, and 1 origins"),
        ({"origins": [0, 7]}, "no problem 8"),
        ({"names": ["a"]}, "2 puzzles are given, and 1 names"),
    ],
)
def test_origins_that_the_file_does_not_have(more: dict[str, Any], sentence: str) -> None:
    source, fields = opened(text=TWO_PROBLEMS, format="xmpuzzle")
    problems = [{"document": one["document"], "opened": None} for one in fields["problems"]]
    with pytest.raises(PuzzleError, match=sentence):
        run(editing.save, problems=problems, original=source, chosen=0, format="xmpuzzle", **more)


def test_a_file_without_a_problem_says_so() -> None:
    text = "<puzzle version='2'><shapes/></puzzle>"
    with pytest.raises(FormatError, match="there is no problem and no shape"):
        opened(text=text, format="xmpuzzle")


WITH_UNUSED = TWO_PROBLEMS.replace(
    "</shapes>\n<problems>",
    '<voxel x="2" y="1" z="1" hx="1" name="bar" weight="3" type="0">#1#</voxel>\n'
    '<voxel x="3" y="1" z="1" type="0">#+#</voxel>\n<voxel x="1" y="1" z="1" type="0">_</voxel>\n'
    "</shapes>\n<problems>",
)
"""The same with shapes that no problem uses: a bar, one with a cell that may stay empty, an empty one."""


def test_shapes_that_no_problem_uses_are_listed() -> None:
    _, fields = opened(text=WITH_UNUSED, filename="soma.xmpuzzle")
    assert fields["shapes"] == [
        {"name": "bar", "weight": 3, "cells": [[0, 0, 0, "1"], [1, 0, 0]], "optional": []},
        {"name": "S10", "weight": 0, "cells": [[0, 0, 0], [2, 0, 0]], "optional": [[1, 0, 0]]},
    ]
    assert opened(text=TWO_PROBLEMS, filename="soma.xmpuzzle")[1]["shapes"] == []
    assert opened(catalogue="soma-cube")[1]["shapes"] == []


def with_bar(fields: dict[str, Any], **changes: Any) -> list[dict[str, Any]]:
    """The pieces of the first problem, and the bar."""
    bar = {
        "name": "bar",
        "weight": 3,
        "cells": [[0, 0, 0, "1"], [1, 0, 0]],
        "copies": [0, 2],
        "motions": "rotation",
    }
    return [*fields["problems"][0]["document"]["pieces"], {**bar, **changes}]


def test_a_shape_that_no_problem_used_is_used_where_it_is() -> None:
    source, fields = opened(text=WITH_UNUSED, filename="soma.xmpuzzle")
    before = WholeFile.read(WITH_UNUSED)
    after = WholeFile.read(saved(source, fields, {"pieces": with_bar(fields)})["text"])
    assert after.voxels == before.voxels
    assert after.problems[0].shapes[-1] == 8 and after.problems[0].hotspots[-1] == (1, 0, 0)
    assert after.problems[1] == before.problems[1]
    longer = with_bar(fields, cells=[[0, 0, 0], [1, 0, 0], [2, 0, 0]])
    after = WholeFile.read(saved(source, fields, {"pieces": longer})["text"])
    assert len(after.voxels) == len(before.voxels)
    assert after.problems[0].shapes[-1] == 8 and after.problems[0].puzzle.by_name["bar"].size == 3


def test_a_shape_of_no_copies_stays_in_the_file() -> None:
    source, fields = opened(text=TWO_PROBLEMS, filename="soma.xmpuzzle")
    pieces = with_bar(fields, copies=[0, 0])
    pieces[0] = {**pieces[0], "copies": [0, 0]}  # of the first problem alone
    pieces[2] = {**pieces[2], "copies": [0, 0]}
    before = WholeFile.read(TWO_PROBLEMS)
    answer = saved(source, fields, {"pieces": pieces})
    after = WholeFile.read(answer["text"])
    assert after.voxels[:-1] == before.voxels
    assert after.problems[0].shapes == (2, 4, 5, 6, 7)
    assert [piece.name for piece in after.problems[0].puzzle.pieces] == ["L", "Z", "left", "right", "tripod"]
    assert after.problems[1] == before.problems[1]
    unused = opened(text=answer["text"], format="xmpuzzle")[1]["shapes"]
    assert [one["name"] for one in unused] == ["T", "bar"]


def test_pieces_in_another_order_keep_the_assemblies() -> None:
    source, fields = opened(text=SOMA, filename="soma.xmpuzzle")
    pieces = [dict(one) for one in fields["problems"][0]["document"]["pieces"]]
    pieces[3]["name"] = "zed"
    answer = saved(source, fields, {"pieces": [pieces[k] for k in (3, 0, 6, 1, 2, 5, 4)]})
    before, after = WholeFile.read(SOMA).problems[0], WholeFile.read(answer["text"]).problems[0]
    names = [piece.name for piece in after.puzzle.pieces]
    assert names == ["zed", "S2", "tripod", "L", "T", "right", "left"]
    assert after.shapes == (4, 1, 7, 2, 3, 6, 5)
    (was,), (now,) = before.assemblies, after.assemblies
    order = {"zed": "Z"}
    assert {(order.get(one.piece, one.piece), one.cells) for one in now.solution.placements} == {
        (one.piece, one.cells) for one in was.solution.placements
    }
    assert [one.piece for one in now.copies if one] == names
    assert answer["left_out"] == []


def test_pieces_in_another_order_keep_how_assemblies_come_apart() -> None:
    text = text_of("burrtools/burrloop.xmpuzzle")
    source, fields = opened(text=text, filename="burrloop.xmpuzzle")
    pieces = fields["problems"][0]["document"]["pieces"]
    answer = saved(source, fields, {"pieces": pieces[::-1]})
    again, fields = opened(text=answer["text"], filename="burrloop.xmpuzzle")
    twice = saved(again, fields, {"pieces": fields["problems"][0]["document"]["pieces"][::-1]})
    before, after = WholeFile.read(text).problems[0], WholeFile.read(twice["text"]).problems[0]
    assert before.assemblies and any(one.separation for one in before.assemblies)
    assert after.assemblies == before.assemblies
    assert WholeFile.read(answer["text"]).problems[0].assemblies != before.assemblies


def test_a_shape_of_another_problem_is_used_again() -> None:
    source, fields = opened(text=TWO_PROBLEMS, filename="soma.xmpuzzle")
    (tee,) = [one for one in fields["problems"][0]["document"]["pieces"] if one["name"] == "T"]
    second = fields["problems"][1]["document"]
    answer = saved(source, fields, {"pieces": [*second["pieces"], tee]}, chosen=1)
    before, after = WholeFile.read(TWO_PROBLEMS), WholeFile.read(answer["text"])
    assert after.voxels == before.voxels
    assert after.problems[1].shapes == (*before.problems[1].shapes, 3)
