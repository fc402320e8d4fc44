"""0/1 programs read from LP and MPS files: what is written comes back, and wrong files say where."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.errors import FormatError
from tilewright.formats.integer_program import IntegerProgram, lp_solve_text, lp_text, mps_text
from tilewright.formats.integer_program_reader import read_program

Rows = set[tuple[frozenset[tuple[str, int]], float, float]]


def rows(program: IntegerProgram) -> Rows:
    names = program.names
    return {
        (frozenset((names[v], c) for v, c in row.terms), row.low, row.high) for row in program.constraints
    }


def objective(program: IntegerProgram) -> tuple[str, dict[str, int]]:
    return program.sense, {program.names[v]: c for v, c in program.objective.items() if c}


@st.composite
def programs(draw: st.DrawFn) -> IntegerProgram:
    """Programs of up to 30 variables, so that lines are wrapped."""
    program = IntegerProgram("a program", meanings=[])
    number = draw(st.integers(2, 30))
    for k in range(number):
        program.binary("x", 1, k)
    sums = st.dictionaries(st.integers(0, number - 1), st.integers(-5, 5).filter(bool), min_size=2)
    for _ in range(draw(st.integers(1, 4))):
        program.require("row", draw(sums), draw(st.sampled_from(["<=", ">=", "="])), draw(st.integers(-9, 9)))
    sense = draw(st.sampled_from(["", "minimise", "maximise"]))
    if sense:
        getattr(program, sense)(draw(sums))
    return program


@pytest.mark.parametrize("write", [lp_text, lp_solve_text, mps_text])
@given(program=programs())
def test_what_is_written_comes_back(write: object, program: IntegerProgram) -> None:
    assert callable(write)
    read = read_program(write(program))
    assert set(read.names) == set(program.names)
    assert (rows(read), objective(read)) == (rows(program), objective(program))


LP = """\
\\ by hand
Maximise obj: 2 a + b - c
s.t.
 first: a + b
   + c <= 2
 -1 <= a - 2 c <= 1
 half: 0.5 a - 0.25 b >= 0
 b >= -infinity
Bounds
 0 <= a <= 1
 c = 1
 b free
Generals
 d
Binaries
 a b c
Semi

End
anything
"""
LP_SOLVE = """\
/* by
hand; */
max: 2a + b - c;
first: a + b + c <= 2; // one; two
-1 <= a - 2 c <= 1;
half: 0.5 a >= 0.25 b;
c = 1; b >= -1e30;
int a, b;
bin c, d;
"""
MPS = """\
* by hand
NAME hand
OBJSENSE MAX
ROWS
 N obj
 L first
 L range
 G half
COLUMNS
 m1 'MARKER' 'INTORG'
 a obj 2 first 1
 a range 1 half 0.5
 b obj 1 first 1
 b half -0.25
 c obj -1 first 1
 c range -2
 d obj 0
RHS
 rhs first 2 range 1
RANGES
 r range 2
BOUNDS
 BV bnd a
 UP bnd a 1
 FX bnd c 1
 FR b
ENDATA
"""


@pytest.mark.parametrize("text", [LP, LP_SOLVE, MPS, LP.replace("\n", "\r\n")])
def test_files_by_hand(text: str) -> None:
    program = read_program(text)
    assert set(program.names) == set("abcd")
    assert objective(program) == ("maximise", {"a": 2, "b": 1, "c": -1})
    infinite = float("inf")
    points = {tuple(sorted(terms)): (low, high) for terms, low, high in rows(program) if high == infinite}
    assert points[("a", 2), ("b", -1)] == (0, infinite)
    solutions = [
        (a, b, c, d)
        for a in (0, 1) for b in (0, 1) for c in (0, 1) for d in (0, 1)
        if not program.violated([{"a": a, "b": b, "c": c, "d": d}[name] for name in program.names])
    ]  # fmt: skip
    assert solutions == [(1, 0, 1, 0), (1, 0, 1, 1)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the file is empty; expected a linear program"),
        ("hello\n", "line 1: expected 'Maximize' or 'Minimize' first, not 'hello'"),
        ("Min\n x\nst\n c: x + y\nEnd\n", "line 4: expected <=, >= or =, not 'the end'"),
        ("Min\n x\nst\n c: x >= y\nEnd\n", "line 4: expected one number after '>='"),
        ("Min\n x\nst\n c: x >= 1 y\nEnd\n", "line 4: expected one number after '>='"),
        ("Min\n x\nst\n c: x >= 1\n 3 >= 2\nEnd\n", "line 5: this constraint has no variables"),
        ("Min\n x ^ 2\nst\n", "line 2: '^' has no meaning in a linear program"),
        ("Min\n x + 5\nst\n", "line 1: the objective has the constant 5; leave it out"),
        ("Min\n 0.5 x\nst\n", "the objective has 0.5; expected whole numbers"),
        ("Min\n x\nst\n c: 2000000000 x <= 1\n", "line 4: 2e+09 is too large"),
        ("Min\n x\nst\n c: 1e400 x <= 1\n", "line 4: a number of more than 300 digits is too large"),
        ("Min\n x + 1e400\nst\n", "the objective has the constant a number of more than 300 digits"),
        ("Min\n x\nst\n c: x >= inf\n", "line 4: this constraint can never hold"),
        ("Min\n x\nBinary\n x 3\nEnd", "line 4: expected the next section, not '3'"),
        ("Min\n x\nSOS\n x\nEnd", "line 4: expected nothing in the section 'sos', not 'x'"),
        ("max x;", "line 1: expected ':' after the sense of the objective, not 'x'"),
        ("max: x;\nx + y >= 1\nint x;", "line 3: expected ';' or a sign, not 'x'"),
        ("max: x;\nsin x;", "line 2: expected a constraint, 'int' or 'bin', not 'sin'"),
        ("max: x;\nint x", "line 2: expected ';', not 'the end'"),
        ("ROWS\n Q obj\n", "line 2: expected N, L, G or E and the name of a row"),
        ("ROWS\n N obj\nCOLUMNS\n x no 1\n", "line 4: there is no row 'no'"),
        ("ROWS\n N obj\nCOLUMNS\n x obj one\n", "line 4: 'one' is not a number"),
        ("ROWS\n N obj\nCOLUMNS\n x obj\n", "line 4: expected one or two pairs of a row and a number"),
        ("ROWS\n N obj\n L no_slide\n L no_slide\n", "line 4: there is a second row 'no_slide'"),
        ("ROWS\n N obj\nSOS\n", "line 3: there is no section 'SOS' in linear MPS"),
        ("ROWS\n N obj\nBOUNDS\n SC b x 1\n", "line 4: the bound 'SC' is not linear MPS"),
        ("ROWS\n N obj\nBOUNDS\n UP x\n", "line 4: expected a bound, a variable and a number"),
    ],
)
def test_wrong_files_say_where(text: str, sentence: str) -> None:
    with pytest.raises(FormatError, match=re.escape(sentence)):
        read_program(text)


@given(st.text(alphabet="xy12 \n<>=+-;:.maxinstRBOWS", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    for start in ("", "max: x;\n", "Min\n x\nst\n", "ROWS\n N o\nCOLUMNS\n"):
        try:
            read_program(start + text)
        except FormatError:
            continue
