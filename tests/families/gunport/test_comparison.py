"""The comparison of models: its verdicts, its table, its TSV, its plot, and Ctrl-C in the middle."""

from __future__ import annotations

import threading
import xml.etree.ElementTree as ElementTree
from importlib.util import find_spec
from io import BytesIO

import pytest
from PIL import Image

from tilewright.families.gunport import comparison
from tilewright.families.gunport.board import GunportBoard, Rules
from tilewright.families.gunport.comparison import (
    COLUMNS,
    Comparison,
    Trial,
    compare,
    records,
    table,
    table_by_model,
)
from tilewright.families.gunport.pictures import RENDERERS, comparison_scene
from tilewright.families.gunport.query import GunportAnswer
from tilewright.families.gunport.registry import ModelChoice
from tilewright.families.gunport.solvers.process import ModelAnswer
from tilewright.render.png import png_size
from tilewright.render.scene import Dots, Label, Stroke, text_width
from tilewright.solving.steps import Progress, Status
from tilewright.wording import aligned


def trial(
    size: tuple[int, int],
    model: str,
    solver: str,
    seconds: float,
    pieces: int | None,
    bound: int,
    *,
    exact: int,
    ended: str = "complete",
    target: int | None = None,
    refuted: bool = False,
    symmetry: bool = False,
    best: float | None = None,
    nodes: int | None = None,
) -> Trial:
    """A trial as the solvers would report it."""
    answer = GunportAnswer(
        GunportBoard.rectangle(*size), Rules(), Status(ended), pieces, bound, seconds=seconds
    )
    choice = ModelChoice(model, symmetry)
    return Trial(*size, ModelAnswer(answer, choice, solver, target, refuted, best, nodes), exact)


TRIALS = (
    trial((3, 3), "position", "scip", 0.004, 3, 3, exact=3),
    trial((3, 3), "position", "highs", 12.34, 3, 3, exact=3),
    trial((3, 3), "domino-index-fixed", "scip", 0.02, 3, 0, exact=3, target=3),
    trial((8, 8), "position", "scip", 60.0, 22, 21, exact=22, ended="limit"),
    trial((8, 8), "position", "highs", 60.1, 23, 20, exact=22, ended="limit"),
    trial((8, 8), "domino-index-fixed", "scip", 60.2, None, 0, exact=22, ended="limit", target=22),
    trial((1, 3), "domino-index-fixed", "scip", 0.5, None, 0, exact=1, ended="limit", target=2, refuted=True),
)
WHOLE = Comparison(TRIALS, 60.0, Status.COMPLETE)


def test_verdicts() -> None:
    assert [t.verdict for t in TRIALS] == ["proven", "proven", "found", "best", "above", "nothing", "refuted"]
    assert [t.finished for t in TRIALS] == [True, True, True, False, False, False, True]


@pytest.mark.parametrize(
    "wrong",
    [
        trial((3, 3), "position", "scip", 1, 2, 2, exact=3),
        trial((3, 3), "position", "scip", 1, 4, 4, exact=3),
        trial((3, 3), "position", "scip", 1, 5, 4, exact=3, ended="limit"),
        trial((3, 3), "position", "scip", 1, None, 4, exact=3, ended="limit"),
        trial((3, 3), "position", "scip", 1, None, 0, exact=3),
        trial(
            (3, 3), "domino-index-fixed", "scip", 1, None, 0, exact=3, ended="limit", target=3, refuted=True
        ),
    ],
)
def test_what_the_exact_answer_contradicts_is_called_wrong(wrong: Trial) -> None:
    assert wrong.verdict == "WRONG"
    assert "WRONG" in records(Comparison((wrong,), None, Status.COMPLETE))[0]


def test_the_table() -> None:
    assert aligned(table(WHOLE)) == [
        "board  exact  model               scip          highs",
        "3x3    3      position            0.00          12.3",
        "3x3    3      domino-index-fixed  0.02 found 3",
        "8x8    22     position            60.0 21..22   60.1 20..23",
        "8x8    22     domino-index-fixed  60.2 nothing",
        "1x3    1      domino-index-fixed  0.50 no 2",
    ]


def test_the_table_with_a_column_for_each_model() -> None:
    trials = (
        trial((3, 3), "position", "highs", 12.34, 3, 3, exact=3, best=0.5, nodes=1),
        trial((3, 3), "monomino", "highs", 0.02, 3, 3, exact=3, symmetry=True, nodes=1234),
        trial((8, 8), "position", "highs", 60.1, 23, 20, exact=22, ended="limit", best=4.0),
    )
    assert aligned(table_by_model(Comparison(trials, 60.0, Status.COMPLETE))) == [
        "board      exact  solver  position                 monomino, symmetry",
        "3x3        3      highs   12.3 (0.50), 1 node      0.02, 1,234 nodes",
        "8x8        22     highs   60.1 (4.00) 20..23",
        "published                 8x10 in under 4 seconds  faster; 11x11 with 39 ports",
    ]


def test_a_model_with_symmetry_constraints_has_a_row_and_a_panel_of_its_own() -> None:
    both = [trial((3, 3), "monomino", "scip", 1, 3, 3, exact=3, symmetry=way) for way in (False, True)]
    compared = Comparison(tuple(both), None, Status.COMPLETE)
    assert [row[2] for row in table(compared)] == ["model", "monomino", "monomino, symmetry"]
    assert [row[-4:-2] for row in records(compared)] == [("no", "-"), ("yes", "-")]
    words = [mark.words for mark in comparison_scene(compared).marks if isinstance(mark, Label)]
    assert {"monomino", "monomino, symmetry"} <= {*words}


def test_the_records() -> None:
    rows = records(WHOLE)
    assert {len(row) for row in rows} == {len(COLUMNS)}
    assert rows[0] == (3, 3, "position", "scip", "0.004", "complete", 3, 3, 3, "proven", "no", "-", "-", "-")
    assert rows[2][-2:] == (3, "-")
    assert rows[5][5:10] == ("limit", "-", 0, 22, "nothing")
    assert rows[6][5:10] == ("refuted", "-", 0, 1, "refuted")
    assert len(rows) == len(TRIALS)


def test_the_plot_has_a_point_for_each_trial_and_a_ring_where_it_did_not_finish() -> None:
    scene = comparison_scene(WHOLE)
    dots = [mark for mark in scene.marks if isinstance(mark, Dots)]
    assert sum(len(mark.centres) for mark in dots if mark.radius > 0.15) == len(TRIALS) + 2 + 1
    assert sum(len(mark.centres) for mark in dots if mark.radius < 0.15) == 3 + 1
    words = [mark.words for mark in scene.marks if isinstance(mark, Label)]
    for expected in ("position", "domino-index-fixed", "3x3", "8x8", "1x3", "0.001 s", "100 s", "highs"):
        assert expected in words
    for mark in scene.marks:
        points = (
            [p for line in mark.lines for p in line] if isinstance(mark, Stroke)
            else mark.centres if isinstance(mark, Dots) else [mark.at] if isinstance(mark, Label) else []
        )  # fmt: skip
        if isinstance(mark, Label) and mark.anchor == "start":
            x, y = mark.at
            points = [*points, (x + text_width(mark.words, mark.size), y)]
        assert all(0 <= x <= scene.width and 0 <= y <= scene.height for x, y in points)


def test_slower_is_higher() -> None:
    one = comparison_scene(Comparison(TRIALS[:2], None, Status.COMPLETE))
    points = [mark.centres[0] for mark in one.marks if isinstance(mark, Dots) and mark.centres[0][1] > 2]
    assert len(points) == 2 and points[0][1] > points[1][1], "0.004 s lies below 12.34 s"


def test_plots_can_be_read() -> None:
    root = ElementTree.fromstring(RENDERERS[".svg"](comparison_scene(WHOLE)))
    assert root.tag.endswith("svg")
    picture = Image.open(BytesIO(RENDERERS[".png"](comparison_scene(WHOLE))))
    assert picture.size == png_size(comparison_scene(WHOLE))
    assert RENDERERS[".svg"](comparison_scene(Comparison((), 60.0, Status.CANCELLED)))


def exact(board: GunportBoard) -> int:
    return {(2, 2): 2, (2, 3): 2, (3, 3): 3}[board.size or (0, 0)]


@pytest.mark.skipif(find_spec("highspy") is None, reason="highspy is not installed")
def test_it_compares() -> None:
    reported: list[Progress] = []
    boards = [(2, 2), (2, 3), (3, 3)]
    printed = compare(
        boards,
        [ModelChoice("position"), ModelChoice("monomino")],
        ["highs"],
        exact,
        seconds=20,
        on_progress=reported.append,
    )
    assert printed.status is Status.COMPLETE
    order = [(t.board, t.model, t.solver, t.verdict) for t in printed.trials]
    assert order == [
        (f"{rows}x{columns}", model, "highs", "proven")
        for rows, columns in boards
        for model in ("position", "monomino")
    ]
    shares = [progress.share for progress in reported]
    assert shares == sorted(shares) and shares[-1] <= 1
    assert "of 6 trials" in reported[-1].words


def test_every_model_requires_the_same_number_of_dominoes(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[tuple[str, int | None]] = []

    def solved(board: GunportBoard, choice: ModelChoice, solver: str, **_: object) -> ModelAnswer:
        chosen.append((choice.model, choice.target))
        return trial((2, 3), choice.model, solver, 1, 2, 0, exact=2, target=2).answer

    monkeypatch.setattr(comparison, "solve_model", solved)
    choices = [ModelChoice(name) for name in ("domino-index", "position", "monomino")]
    compared = compare([(2, 3)], choices, ["scip"], exact, dominoes=lambda board: len(board.cells) // 3)
    assert chosen == [("domino-index", 2), ("position", 2), ("monomino", 2)]
    assert [t.verdict for t in compared.trials] == ["found"] * 3


def test_cancel_leaves_the_trials_that_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    cancel = threading.Event()

    def solved(board: GunportBoard, choice: ModelChoice, solver: str, **_: object) -> ModelAnswer:
        if board.size == (3, 3):
            cancel.set()
            return trial((3, 3), choice.model, solver, 1, None, 0, exact=3, ended="cancelled").answer
        return trial((2, 2), choice.model, solver, 1, 2, 2, exact=2).answer

    monkeypatch.setattr(comparison, "solve_model", solved)
    printed = compare([(2, 2), (3, 3), (4, 4)], [ModelChoice("position")], ["scip"], exact, cancel=cancel)
    assert printed.status is Status.CANCELLED
    assert [t.board for t in printed.trials] == ["2x2"]
