"""The logarithmic scale, and the chart of times."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tilewright.model.lattices import Point
from tilewright.render.chart import SHORTEST, LogScale, TimeSpan, times_scene
from tilewright.render.scene import Area, Dots, Label, Primitive, Stroke, text_width
from tilewright.render.svg import scene_svg


def points_of(mark: Primitive) -> list[Point]:
    """The points that place a mark."""
    match mark:
        case Dots():
            return list(mark.centres)
        case Label():
            return [mark.at]
        case Stroke():
            return [point for line in mark.lines for point in line]
        case Area():
            return [point for loop in mark.loops for point in loop]


TIMES = st.floats(0, 1e7, allow_nan=False)


@given(st.lists(TIMES))
def test_all_values_are_on_the_scale_in_their_order(values: list[float]) -> None:
    scale = LogScale.around(values)
    shares = [scale.share(value) for value in sorted(values)]
    assert shares == sorted(shares) and all(-1e-9 <= share <= 1 + 1e-9 for share in shares)
    assert len(scale.powers) >= 2
    assert scale.share(0) == scale.share(SHORTEST)


def test_powers_of_ten_are_the_lines_of_the_grid() -> None:
    scale = LogScale.around([0.02, 3.0])
    assert list(scale.powers) == [-2, -1, 0, 1]
    assert [round(scale.share(10.0**power), 9) for power in scale.powers] == [0, 0.333333333, 0.666666667, 1]


@given(st.lists(st.tuples(st.none() | TIMES, st.none() | TIMES, st.booleans()), max_size=5))
def test_the_marks_are_inside_the_picture(times: list[tuple[float | None, float | None, bool]]) -> None:
    rows = [(f"puzzle {number}", [TimeSpan(*time)]) for number, time in enumerate(times)]
    scene = times_scene("Times", rows, [""])
    for mark in scene.marks:
        assert all(0 <= x <= scene.width and 0 <= y <= scene.height for x, y in points_of(mark))


def test_a_search_that_a_limit_ended_has_a_cross_and_no_dot() -> None:
    def marks(*, finished: bool) -> tuple[int, int]:
        areas = times_scene("", [("a", [TimeSpan(0.1, 1.0, finished)])], [""]).marks
        return sum(isinstance(mark, Dots) for mark in areas), sum(isinstance(mark, Stroke) for mark in areas)

    dots, strokes = marks(finished=True)
    assert marks(finished=False) == (dots - 1, strokes + 1)


def test_modes_have_names_and_colours_of_their_own() -> None:
    rows = [("a", [TimeSpan(0.1, 1.0), TimeSpan(0.2, 2.0)])]
    svg = scene_svg(times_scene("Times", rows, ["fixed", "all"]))
    assert "fixed" in svg and "ended by a limit" in svg


def test_a_long_legend_is_inside_the_picture() -> None:
    modes = [f"{number} workers" for number in (1, 2, 4, 8, 16)]
    scene = times_scene("Times", [("a", [TimeSpan(0.1, 1.0)] * len(modes))], modes)
    labels = [mark for mark in scene.marks if isinstance(mark, Label) and mark.anchor == "start"]
    assert all(mark.at[0] + text_width(mark.words, mark.size) <= scene.width for mark in labels)
