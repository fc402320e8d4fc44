"""How a series is printed and written: text, b-file, LaTeX, and the keys of the JSON object."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.cli.json_output import MAX_EXACT_FLOAT
from tilewright.cli.quantities import span
from tilewright.exact_cover.placements import has_ways_apart
from tilewright.model.surfaces import Wrap
from tilewright.series.boards import AnySeries, GeneratedSeries, Series
from tilewright.series.recurrence import Growth, Recurrence
from tilewright.series.terms import SeriesQuestion, Term

WHAT = {
    SeriesQuestion.SOLUTIONS: "number of solutions",
    SeriesQuestion.UNIQUE: "number of solutions up to symmetry",
    SeriesQuestion.LABELLED: "number of solutions with identical copies distinct",
    SeriesQuestion.LEAST: "least cost of a solution",
    SeriesQuestion.GREATEST: "greatest cost of a solution",
}
SURFACES = {
    Wrap.CYLINDER: "each row is a ring",
    Wrap.TORUS: "each row and each column is a ring",
    Wrap.MOEBIUS: "the left side is joined to the right one, turned over",
    Wrap.KLEIN: "each column is a ring, and the left side is joined to the right one, turned over",
}
SHOWN_DIGITS = 60
"""The digits of a number in a text; longer ones are shortened."""

SHOWN_COEFFICIENTS = 24
"""The order up to which a text shows a recurrence; JSON and LaTeX have all of it."""


@dataclass(frozen=True)
class Value:
    """A term far away, from the recurrence: exact, or modulo a number."""

    n: int
    modulus: int | None
    value: int


@dataclass(frozen=True)
class SeriesResult:
    """What is known of a series: terms, its recurrence if there is one, and what follows from that."""

    series: AnySeries
    question: SeriesQuestion
    terms: tuple[Term, ...]
    recurrence: Recurrence | None
    growth: Growth | None
    reason: str
    """What makes the recurrence a proof, or why there is none."""
    values: tuple[Value, ...] = ()
    oeis: str = ""


def short_number(value: int) -> str:
    """A number with separators; a long one by its first and last digits and their number."""
    text = str(value)
    if len(text) <= SHOWN_DIGITS:
        return f"{value:,}"
    return f"{text[:12]}...{text[-12:]} ({len(text):,} digits)"


def polynomial(coefficients: Sequence[int], *, latex: bool = False) -> str:
    """A polynomial in x, by powers from 1."""
    times = "" if latex else " "
    parts: list[str] = []
    for exponent, c in enumerate(coefficients):
        if not c:
            continue
        sign = "-" if c < 0 else "+"
        number = "" if abs(c) == 1 and exponent else str(abs(c))
        written = f"{{{exponent}}}" if latex and exponent > 9 else str(exponent)
        variable = "" if not exponent else "x" if exponent == 1 else f"x^{written}"
        parts.append(f"{sign} {number}{times if number and variable else ''}{variable}")
    text = " ".join(parts) or "0"
    return text.removeprefix("+ ").replace("- ", "-", 1) if text.startswith("- ") else text.removeprefix("+ ")


def equation(recurrence: Recurrence, *, latex: bool = False) -> str:
    """The recurrence as an equation."""
    if not recurrence.order:
        return "a(n) = 0"
    parts = []
    for k, c in enumerate(recurrence.coefficients, start=1):
        if c:
            sign = "-" if c < 0 else "+"
            number = "" if abs(c) == 1 else f"{abs(c)}" if latex else f"{abs(c)} "
            parts.append(f"{sign} {number}a(n-{k})")
    text = " ".join(parts).removeprefix("+ ")
    return "a(n) = " + (text.replace("- ", "-", 1) if text.startswith("- ") else text)


# --- Text


def term_line(term: Term, width: int) -> str:
    """A line of the table, printed as soon as the term is there."""
    value = "?" if term.value is None else short_number(term.value)
    if term.value is None and term.is_complete:
        value = "none"
    confirmed = f", also by {term.confirmed_by}" if term.confirmed_by else ""
    ended = "" if term.is_complete else f", {term.status}"
    method = f"{term.engine}{confirmed}{ended}"
    return f"{term.n:>{width},}  {span(term.seconds):>8}  {value}  {method}"


def text_lines(result: SeriesResult) -> list[str]:
    """What follows the table of terms."""
    lines: list[str] = []
    if isinstance(result.series, Series) and result.series.wrap is not None:
        graph = f", the graph {result.series.graph}" if result.series.graph else ""
        lines.append(f"surface: {result.series.wrap}: {SURFACES[result.series.wrap]}{graph}")
        if short := [str(term.n) for term in result.terms if _has_ways_apart(result.series, term.n)]:
            numbers = ", ".join([*short[:3], *["..."] * (len(short) > 3)])
            lines.append(
                f"  for N = {numbers} different ways round to the same cells are one placement; "
                "--parallel counts each"
            )
    recurrence = result.recurrence
    if recurrence is None:
        lines.append(f"no recurrence: {result.reason}")
    else:
        kind = "proven" if recurrence.is_proven else "fitted, not proven"
        begin = recurrence.start + recurrence.order
        lines.append(f"recurrence ({kind}), of order {recurrence.reach:,}, for N from {begin:,}:")
        if recurrence.order <= SHOWN_COEFFICIENTS:
            lines.append(f"  {equation(recurrence)}")
            first = ", ".join(map(short_number, recurrence.initial)) or "none"
            lines.append(f"  from a({recurrence.start}) on: {first}")
            fraction = f"({polynomial(recurrence.numerator)}) / ({polynomial(recurrence.denominator)})"
            shift = f"{polynomial((0,) * recurrence.start + (1,))} times " if recurrence.start else ""
            lines.append(f"generating function: {shift}{fraction}")
        else:
            lines.append("  --json and --to latex have its coefficients")
        lines.append(f"  {result.reason}")
    is_fitted = recurrence is not None and not recurrence.is_proven
    unproven = ", by the recurrence that is not proven" if is_fitted else ""
    if result.growth is not None:
        limit = result.growth.digits()
        lines.append(f"growth: the n-th root of a(n) has the upper limit {limit}{unproven}")
    if result.oeis:
        lines.append(f"OEIS: {result.oeis}")
    for value in result.values:
        modulo = f" modulo {value.modulus:,}" if value.modulus is not None else ""
        lines.append(f"a({value.n:,}){modulo} = {short_number(value.value)}{unproven}")
    return lines


def _has_ways_apart(series: Series, n: int) -> bool:
    """Whether pieces come to the same cells by different ways round, which count once."""
    return not series.parallel and has_ways_apart(series.puzzle_of_size(series.board.size(n)))


# --- Files


def b_file(result: SeriesResult) -> str:
    """The complete terms as a b-file of the OEIS: a line for each, N and the term."""
    return "".join(
        f"{term.n} {term.value}\n" for term in result.terms if term.is_complete and term.value is not None
    )


def latex(result: SeriesResult) -> str:
    """The terms, the recurrence and the generating function in LaTeX."""
    rows = [
        f"{term.n} & {term.value} \\\\"
        for term in result.terms
        if term.is_complete and term.value is not None
    ]
    lines = [
        f"% {result.series}: {WHAT[result.question]}" + (f", {result.oeis}" if result.oeis else ""),
        r"\begin{tabular}{rr}",
        r"$N$ & $a(N)$ \\ \hline",
        *rows,
        r"\end{tabular}",
    ]
    recurrence = result.recurrence
    if recurrence is not None:
        kind = "proven" if recurrence.is_proven else "fitted to the terms, not proven"
        begin = recurrence.start + recurrence.order
        shift = f"x^{{{recurrence.start}}} " if recurrence.start else ""
        lines += [
            f"% {kind}: {result.reason}",
            r"\[",
            f"{equation(recurrence, latex=True)} \\qquad (n \\ge {begin})",
            r"\]",
            r"\[",
            f"\\sum_{{n \\ge {recurrence.start}}} a(n) x^n = {shift}"
            f"\\frac{{{polynomial(recurrence.numerator, latex=True)}}}"
            f"{{{polynomial(recurrence.denominator, latex=True)}}}",
            r"\]",
        ]
    return "\n".join(lines) + "\n"


def json_keys(result: SeriesResult, status: str) -> dict[str, object]:
    """The keys of the JSON object; ``status`` says whether all terms are there."""
    body: dict[str, object] = {
        "command": "series",
        **series_keys(result.series),
        "question": result.question.value,
        "status": status,
        "terms": [term_keys(term) for term in result.terms],
        "oeis": result.oeis or None,
        "reason": result.reason,
        "recurrence": None,
        "growth": None,
    }
    recurrence = result.recurrence
    if recurrence is not None:
        body["recurrence"] = {
            "proven": recurrence.is_proven,
            "order": recurrence.order,
            "reach": recurrence.reach,
            "start": recurrence.start,
            **_numbers("coefficients", recurrence.coefficients),
            **_numbers("initial", recurrence.initial),
            **_numbers("numerator", recurrence.numerator),
            **_numbers("denominator", recurrence.denominator),
            "agreeing": recurrence.agreeing,
            "bound": recurrence.bound,
        }
    if result.growth is not None:
        body["growth"] = result.growth.digits()
    body["values"] = [
        {"n": value.n, "modulus": value.modulus, "value": str(value.value)} for value in result.values
    ]
    return body


def series_keys(series: AnySeries) -> dict[str, object]:
    """The keys that say which puzzles these are; those of a generator have their own pieces."""
    if isinstance(series, GeneratedSeries):
        names = {"wrap": None, "parallel": False, "graph": None}
        return {"board": series.words, "pieces": [], "motions": None, **names}
    return {
        "board": str(series.board),
        "pieces": [name for name, _ in series.pieces.shapes],
        "motions": series.motions,
        "wrap": None if series.wrap is None else str(series.wrap),
        "parallel": series.parallel,
        "graph": series.graph or None,
    }


def term_keys(term: Term) -> dict[str, object]:
    """The keys of a term; a number that a float cannot hold is also given as text."""
    body: dict[str, object] = {"n": term.n, "value": term.value}
    if term.value is not None and abs(term.value) > MAX_EXACT_FLOAT:
        body["value_text"] = str(term.value)
    rest = {"status": term.status, "seconds": term.seconds, "engine": term.engine}
    return body | rest | {"confirmed_by": term.confirmed_by or None}


def _numbers(key: str, numbers: Sequence[int]) -> dict[str, object]:
    body: dict[str, object] = {key: list(numbers)}
    if any(abs(number) > MAX_EXACT_FLOAT for number in numbers):
        body[f"{key}_text"] = list(map(str, numbers))
    return body
