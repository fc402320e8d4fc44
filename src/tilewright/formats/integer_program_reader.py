"""Readers of 0/1 programs: LP as CPLEX and compatible solvers have it, LP of lp_solve, and MPS.

Every variable is taken as 0 or 1, whatever the file declares: sections of binary and integer variables only
name them, and bounds are constraints. What is not linear is refused.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from tilewright.errors import FormatError
from tilewright.formats.integer_program import IntegerProgram
from tilewright.wording import quoted

INFINITE = 10**20
"""Numbers from here on are no bound, as solvers have it."""
MAX_COEFFICIENT = 10**9

_TOKEN = re.compile(
    r"(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?P<name>[A-Za-z_][\w.\[\]#$&~'@]*)"
    r"|(?P<sign><=|=<|>=|=>|[<>=+\-*:;,])|(?P<wrong>\S)"
)
_RELATIONS = {"<": "<=", "=<": "<=", "<=": "<=", ">": ">=", "=>": ">=", ">=": ">=", "=": "="}
_SECTIONS = {
    "objective": r"maximi[sz]e|maximum|max|minimi[sz]e|minimum|min",
    "constraints": r"subject\s+to|such\s+that|s\.t\.|st\.?",
    "bounds": r"bounds?",
    "names": r"binar(?:y|ies)|bin|generals?|gen|integers?|int",
    "others": r"semi(?:-continuous)?|semis|sos[12]?|lazy\s+constraints|user\s+cuts|general\s+constraints",
    "end": r"end",
}
_SECTION = re.compile("|".join(f"(?P<{key}>(?:{words})(?!\\S))" for key, words in _SECTIONS.items()), re.I)
_FLIPPED = {"<=": ">=", ">=": "<=", "=": "="}


def read_program(text: str) -> IntegerProgram:
    """The program that a text in one of the formats holds; FormatError with the line where it is wrong.

    MPS has a line ``ROWS``; an LP text with a semicolon outside comments is one of lp_solve.
    """
    if re.search(r"^ROWS\s*$", text, re.MULTILINE):
        return _read_mps(text)
    bare = re.sub(r"/\*.*?\*/", lambda match: "\n" * match[0].count("\n"), text, flags=re.DOTALL)
    bare = re.sub(r"//.*", "", bare)
    if ";" in re.sub(r"\\.*", "", bare):
        return _read_lp_solve(_tokens(bare))
    return _read_lp(re.sub(r"\\.*", "", text))


@dataclass(frozen=True)
class _Token:
    """A word or sign of an LP text; ``kind`` is number, name, sign or end."""

    kind: str
    text: str
    line: int


def _tokens(text: str, first_line: int = 1) -> list[_Token]:
    tokens = []
    line = first_line
    for line, words in enumerate(text.split("\n"), start=first_line):
        for match in _TOKEN.finditer(words):
            assert match.lastgroup is not None
            if match.lastgroup == "wrong":
                raise FormatError(f"{quoted(match[0])} has no meaning in a linear program", line=line)
            tokens.append(_Token(match.lastgroup, match[0], line))
    return [*tokens, _Token("end", "the end", line)]


@dataclass
class _Builder:
    """A program that grows; rows are exact until they are added."""

    program: IntegerProgram = field(default_factory=IntegerProgram)
    numbers: dict[str, int] = field(default_factory=dict)

    def variable(self, name: str) -> int:
        if name not in self.numbers:
            self.numbers[name] = self.program.binary(name)
        return self.numbers[name]

    def set_objective(self, terms: dict[int, Fraction], constant: Fraction, sense: str, line: int) -> None:
        if constant:
            raise FormatError(f"the objective has the constant {_shown(constant)}; leave it out", line=line)
        whole = {variable: _whole(value, line) for variable, value in terms.items() if value}
        if whole:
            (self.program.maximise if sense == "maximise" else self.program.minimise)(whole)

    def add(self, terms: dict[int, Fraction], relation: str, bound: Fraction, line: int) -> None:
        """A constraint, its numbers made whole; none where the bound is infinite."""
        if abs(bound) >= INFINITE:
            if relation == "=" or (bound < 0) == (relation == "<="):
                raise FormatError("this constraint can never hold", line=line)
            return
        if len(terms) == 1 and all(_holds(next(iter(terms.values())) * x, relation, bound) for x in (0, 1)):
            return  # a bound that says no more than 0 or 1
        factor = math.lcm(bound.denominator, *(value.denominator for value in terms.values()))
        whole = {variable: _whole(value * factor, line) for variable, value in terms.items() if value}
        self.program.require("row", whole, relation, _whole(bound * factor, line))


def _holds(value: Fraction, relation: str, bound: Fraction) -> bool:
    return {"<=": value <= bound, ">=": value >= bound, "=": value == bound}[relation]


def _whole(value: Fraction, line: int) -> int:
    if value.denominator != 1:
        raise FormatError(f"the objective has {_shown(value)}; expected whole numbers", line=line)
    if abs(value) > MAX_COEFFICIENT:
        raise FormatError(f"{_shown(value)} is too large; expected at most {MAX_COEFFICIENT:,}", line=line)
    return int(value)


def _shown(value: Fraction) -> str:
    return f"{float(value):g}" if abs(value) < 10**300 else "a number of more than 300 digits"


def _number(text: str, line: int) -> Fraction:
    if re.fullmatch(r"[+-]?inf(inity)?", text, re.IGNORECASE):
        return Fraction(-INFINITE if text.startswith("-") else INFINITE)
    if not re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?", text) or len(text) > 40:
        raise FormatError(f"{quoted(text)} is not a number", line=line)
    return Fraction(text)


class _Expressions:
    """Reads linear expressions and constraints from tokens."""

    def __init__(self, tokens: list[_Token], builder: _Builder) -> None:
        self.tokens, self.builder, self.at = tokens, builder, 0

    @property
    def token(self) -> _Token:
        return self.tokens[self.at]

    @property
    def ended(self) -> bool:
        return self.token.kind == "end"

    def take(self, text: str) -> bool:
        if self.token.text != text:
            return False
        self.at += 1
        return True

    def fail(self, expected: str) -> FormatError:
        return FormatError(f"expected {expected}, not {quoted(self.token.text)}", line=self.token.line)

    def label(self) -> None:
        """Skip the name of a constraint or an objective."""
        if self.token.kind == "name" and self.tokens[self.at + 1].text == ":":
            self.at += 2

    def expression(self, *, may_be_empty: bool = False) -> tuple[dict[int, Fraction], Fraction]:
        """The terms, and the constant."""
        terms: dict[int, Fraction] = {}
        constant = Fraction(0)
        first = True
        while True:
            factor, signed = Fraction(1), False
            while self.token.text in ("+", "-"):
                factor, signed = (-factor if self.token.text == "-" else factor), True
                self.at += 1
            infinite = self.token.kind == "name" and self.token.text.lower() in ("inf", "infinity")
            number = self.token.kind == "number" or infinite
            if not first and not signed:
                return terms, constant
            if number:
                factor *= _number(self.token.text, self.token.line)
                self.at += 1
                self.take("*")
            if self.token.kind == "name" and not infinite and not self._starts_row():
                variable = self.builder.variable(self.token.text)
                terms[variable] = terms.get(variable, Fraction(0)) + factor
                self.at += 1
            elif number:
                constant += factor
            elif first and not signed and may_be_empty:
                return terms, constant
            else:
                raise self.fail("a number or a variable")
            first = False

    def _starts_row(self) -> bool:
        return self.tokens[self.at + 1].text == ":"

    def relation(self) -> str | None:
        text = _RELATIONS.get(self.token.text)
        if text is not None:
            self.at += 1
        return text

    def last_number(self, relation: str) -> Fraction:
        """The number that ends a constraint and its line."""
        line, start = self.token.line, self.at
        while self.token.text in ("+", "-"):
            self.at += 1
        text = "".join(token.text for token in self.tokens[start : self.at + 1])
        number = self.token.kind == "number" or self.token.text.lower() in ("inf", "infinity")
        self.at += number
        if not number or (not self.ended and self.token.line == line):
            raise FormatError(f"expected one number after {quoted(relation)}", line=line)
        return _number(text, line)

    def constraint(self, *, constants_right: bool) -> None:
        """Add ``expression relation expression``, perhaps with one more relation and expression.

        ``constants_right``: only a number may follow an expression and its relation, with nothing behind it
        on its line.
        """
        line = self.token.line
        sides = [self.expression()]
        relations = []
        while (relation := self.relation()) is not None:
            relations.append(relation)
            if constants_right and sides[-1][0]:
                sides.append(({}, self.last_number(relation)))
                break
            sides.append(self.expression())
        if len(relations) not in (1, 2):
            raise self.fail("<=, >= or =")
        if not any(terms for terms, _ in sides):
            raise FormatError("this constraint has no variables", line=line)
        for (left, low), relation, (right, high) in zip(sides, relations, sides[1:], strict=False):
            terms = {v: left.get(v, Fraction(0)) - right.get(v, Fraction(0)) for v in {**left, **right}}
            self.builder.add(terms, relation, high - low, line)


def _read_lp_solve(tokens: list[_Token]) -> IntegerProgram:
    builder = _Builder()
    reader = _Expressions(tokens, builder)
    if reader.token.text.lower() in ("max", "min", "maximise", "minimise", "maximize", "minimize"):
        sense = "maximise" if reader.token.text.lower().startswith("max") else "minimise"
        line = reader.token.line
        reader.at += 1
        if not reader.take(":"):
            raise reader.fail("':' after the sense of the objective")
        terms, constant = reader.expression(may_be_empty=True)
        builder.set_objective(terms, constant, sense, line)
        _end_statement(reader)
    while not reader.ended:
        word, following = reader.token.text.lower(), tokens[reader.at + 1]
        if following.kind == "name" and word in ("int", "bin", "sec", "sin", "free"):
            if word not in ("int", "bin"):
                raise reader.fail("a constraint, 'int' or 'bin'")
            reader.at += 1
            for token in _until_semicolon(reader):
                if token.kind == "name":
                    builder.variable(token.text)
                elif token.text != ",":
                    raise FormatError(f"expected a variable, not {quoted(token.text)}", line=token.line)
        elif not reader.take(";"):
            reader.label()
            reader.constraint(constants_right=False)
            _end_statement(reader)
    return builder.program


def _end_statement(reader: _Expressions) -> None:
    if not reader.take(";"):
        raise reader.fail("';' or a sign")


def _until_semicolon(reader: _Expressions) -> Iterator[_Token]:
    while not reader.take(";"):
        if reader.ended:
            raise reader.fail("';'")
        yield reader.token
        reader.at += 1


def _read_lp(text: str) -> IntegerProgram:
    builder = _Builder()
    sections: list[tuple[str, str, int, list[str]]] = []  # kind, its first words, first line, lines
    for number, line in enumerate(text.split("\n"), start=1):
        stripped = line.strip()
        match = _SECTION.match(stripped)
        if match:
            assert match.lastgroup is not None
            sections.append((match.lastgroup, match[0].lower(), number, [stripped[match.end() :]]))
        elif sections:
            sections[-1][3].append(line)
        elif stripped:
            raise FormatError(f"expected 'Maximize' or 'Minimize' first, not {quoted(stripped)}", line=number)
    if not sections:
        raise FormatError("the file is empty; expected a linear program")
    for kind, words, first, lines in sections:
        reader = _Expressions(_tokens("\n".join(lines), first), builder)
        if kind == "objective":
            reader.label()
            terms, constant = reader.expression(may_be_empty=True)
            builder.set_objective(
                terms, constant, "maximise" if words.startswith("max") else "minimise", first
            )
        elif kind == "names":
            while reader.token.kind == "name":
                builder.variable(reader.token.text)
                reader.at += 1
        while kind in ("constraints", "bounds") and not reader.ended:
            if reader.tokens[reader.at + 1].text.lower() == "free":
                reader.at += 2
                continue
            reader.label()
            reader.constraint(constants_right=True)
        if kind == "end":
            break
        if not reader.ended:
            raise reader.fail(
                "the next section" if kind != "others" else f"nothing in the section {quoted(words)}"
            )
    return builder.program


@dataclass
class _Row:
    relation: str
    line: int
    terms: dict[int, Fraction] = field(default_factory=dict)
    bound: Fraction = Fraction(0)
    span: Fraction | None = None


_MPS_RELATIONS = {"L": "<=", "G": ">=", "E": "=", "N": ""}
_MPS_SECTIONS = {"NAME", "OBJSENSE", "ROWS", "COLUMNS", "RHS", "RANGES", "BOUNDS", "ENDATA"}
_MPS_BOUNDS = {"UP": "<=", "UI": "<=", "LO": ">=", "LI": ">=", "FX": "="}


def _read_mps(text: str) -> IntegerProgram:
    builder = _Builder()
    rows: dict[str, _Row] = {}
    section, sense = "", "minimise"
    bounds: list[tuple[int, str, Fraction, int]] = []
    for number, line in enumerate(text.split("\n"), start=1):
        words = line.split()
        if not words or line.startswith("*"):
            continue
        if not line[0].isspace():
            section = words[0].upper()
            if section not in _MPS_SECTIONS:
                raise FormatError(f"there is no section {quoted(words[0])} in linear MPS", line=number)
            words = words[1:] if section == "OBJSENSE" else []
        if section == "ENDATA":
            break
        if section == "OBJSENSE" and words:
            sense = "maximise" if words[0].upper().startswith("MAX") else "minimise"
        elif section == "ROWS" and words:
            if len(words) != 2 or words[0].upper() not in _MPS_RELATIONS:
                raise FormatError("expected N, L, G or E and the name of a row", line=number)
            if words[1] in rows:  # in fixed format a name has 8 characters, so longer ones are cut
                raise FormatError(f"there is a second row {quoted(words[1])}", line=number)
            rows[words[1]] = _Row(_MPS_RELATIONS[words[0].upper()], number)
        elif section == "COLUMNS" and words and "'MARKER'" not in words:
            variable = builder.variable(words[0])
            for row, value in _mps_entries(words[1:], rows, number):
                row.terms[variable] = row.terms.get(variable, Fraction(0)) + value
        elif section == "RHS" and words:
            for row, value in _mps_entries(words[1:] if len(words) % 2 else words, rows, number):
                row.bound = value
        elif section == "RANGES" and words:
            for row, value in _mps_entries(words[1:] if len(words) % 2 else words, rows, number):
                row.span = value
        elif section == "BOUNDS" and words:
            kind = words[0].upper()
            if kind in _MPS_BOUNDS:
                if len(words) not in (3, 4):
                    raise FormatError("expected a bound, a variable and a number", line=number)
                value = _number(words[-1], number)
                bounds.append((builder.variable(words[-2]), _MPS_BOUNDS[kind], value, number))
            elif kind not in ("BV", "FR", "MI", "PL"):
                raise FormatError(f"the bound {quoted(words[0])} is not linear MPS", line=number)
    free = [row for row in rows.values() if not row.relation]
    for row in free[:1]:
        builder.set_objective(row.terms, row.bound, sense, row.line)
    for row in rows.values():
        _add_mps_row(builder, row)
    for variable, relation, value, number in bounds:
        builder.add({variable: Fraction(1)}, relation, value, number)
    return builder.program


def _mps_entries(words: list[str], rows: dict[str, _Row], line: int) -> Iterable[tuple[_Row, Fraction]]:
    if len(words) not in (2, 4):
        raise FormatError("expected one or two pairs of a row and a number", line=line)
    for name, value in zip(words[::2], words[1::2], strict=True):
        if name not in rows:
            raise FormatError(f"there is no row {quoted(name)}", line=line)
        yield rows[name], _number(value, line)


def _add_mps_row(builder: _Builder, row: _Row) -> None:
    if not row.relation:
        return
    builder.add(row.terms, row.relation, row.bound, row.line)
    if row.span is not None:
        if row.relation == "=":  # the sign of the span says which way
            raise FormatError("a range of an equality is not read; write two rows", line=row.line)
        other = row.bound + abs(row.span) * (-1 if row.relation == "<=" else 1)
        builder.add(row.terms, _FLIPPED[row.relation], other, row.line)
