"""An interpreter of the parts of OPL and MiniZinc in which the short models are written.

It expands a model with its data to linear constraints over 0/1 variables. Both languages have nearly the same
expressions; they differ in declarations. It was written from the languages' manuals, not from the models.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

Env = dict[str, Any]
Code = Callable[[Env], Any]
Variable = Any  # the name of an array and the indices; tests give variables other names
Row = tuple[frozenset[tuple[Variable, int]], float, float]  # low <= the sum of the terms <= high

_TOKEN = re.compile(r"\d+|\w+|\.\.\.|\.\.|\+\+|[<>=!]=|&&|\|\||/\\|\\/|[-+*()\[\]{}<>=|,;:.]")
_COMPARE = {
    "==": operator.eq, "=": operator.eq,
    "<=": operator.le, ">=": operator.ge, "<": operator.lt, ">": operator.gt,
}  # fmt: skip


class Linear(dict[Variable | None, int]):
    """A linear expression; the constant has the key None."""

    @staticmethod
    def of(value: Any) -> Linear:
        return value if isinstance(value, Linear) else Linear({None: value})

    def plus(self, other: Linear, factor: int = 1) -> Linear:
        keys = self.keys() | other.keys()
        return Linear({key: self.get(key, 0) + factor * other.get(key, 0) for key in keys})


def canonical(terms: dict[Variable, int], low: float, high: float) -> Row:
    """A constraint in one of its two forms, of which the other has all signs changed."""
    terms = {key: value for key, value in terms.items() if value}
    if sorted(terms.items(), key=str)[0][1] < 0:
        terms, low, high = {key: -value for key, value in terms.items()}, -high, -low
    return frozenset(terms.items()), low + 0.0, high + 0.0


@dataclass
class ExpandedModel:
    """The constraints of a model with its data; ``possible`` is False where a constant one does not hold."""

    variables: set[Variable] = field(default_factory=set)
    rows: set[Row] = field(default_factory=set)
    objective: dict[Variable, int] = field(default_factory=dict)
    sense: str = ""
    possible: bool = True

    def require(self, constraint: Any) -> None:
        if isinstance(constraint, bool):
            self.possible &= constraint
        elif isinstance(constraint, list):
            for one in constraint:
                self.require(one)
        else:
            left, relation, right = constraint
            difference = Linear.of(left).plus(Linear.of(right), -1)
            bound = -difference.get(None, 0)
            low = float("-inf") if relation == "<=" else bound
            high = float("inf") if relation == ">=" else bound
            terms = {key: value for key, value in difference.items() if key is not None}
            assert relation in ("<=", ">=", "==", "=")
            if any(terms.values()):
                self.rows.add(canonical(terms, low, high))
            else:
                self.possible &= low <= 0 <= high


def expand(text: str, data: str) -> tuple[ExpandedModel, Env]:
    """A model's text with the text of its data; also the values of its names."""
    words = tokens(data)
    groups = [
        words[k : k + 5] for k in range(len(words)) if words[k : k + 1] and words[k + 1 : k + 2] == ["="]
    ]
    values = {name: -int(last) if first == "-" else int(first) for name, _, first, last, *_ in groups}
    return _Reader(tokens(text), values).read()


def tokens(text: str) -> list[str]:
    without = re.sub(r"//.*|%.*", "", text)
    words = _TOKEN.findall(without)
    assert "".join(words) == "".join(without.split()), "a sign that is not known"
    return words


class _Reader:
    """Reads tokens from left to right; expressions become functions of the values of names."""

    def __init__(self, words: list[str], env: Env) -> None:
        self.words, self.at, self.env, self.model = words, 0, env, ExpandedModel()
        self.data = set(env)

    def next(self, *expected: str) -> str:
        word = self.words[self.at]
        assert not expected or word in expected, f"{word} where one of {expected} is expected"
        self.at += 1
        return word

    def take(self, *words: str) -> bool:
        if tuple(self.words[self.at : self.at + len(words)]) != words:
            return False
        self.at += len(words)
        return True

    def read(self) -> tuple[ExpandedModel, Env]:
        while self.at < len(self.words):
            self.statement()
        assert not self.data, f"data without a declaration: {self.data}"
        return self.model, self.env

    def statement(self) -> None:
        if self.take("int", ":"):
            self.data.remove(self.next())
        elif self.take("int"):
            self.data.remove(self.next())
            assert self.take("=", "...")
        elif self.take("range") or self.take("set", "of", "int", ":"):
            name = self.next()
            self.next("=")
            self.env[name] = self.range_or_name()(self.env)
        elif self.take("tuple"):
            self.tuple_type()
            return
        elif self.take("{"):
            self.next()
            self.next("}")
            name = self.next()
            self.next("=")
            self.env[name] = self.tuples()(self.env)
        elif self.take("dvar", "boolean"):
            name, sets = self.next(), []
            while self.take("["):
                sets.append(self.range_or_name())
                self.next("]")
            self.declare(name, sets)
        elif self.take("array", "["):
            self.array()
        elif self.take("constraint"):
            self.model.require(self.expression()(self.env))
        elif self.take("solve", "satisfy"):
            pass
        elif self.take("solve") or self.words[self.at] in ("minimize", "maximize"):
            self.model.sense = self.next("minimize", "maximize")
            self.model.objective = Linear.of(self.expression()(self.env))
        else:
            assert self.take("subject", "to"), self.words[self.at : self.at + 5]
            self.model.require(self.block()(self.env))
            return
        self.next(";")

    def tuple_type(self) -> None:
        self.next()
        self.next("{")
        self.fields = []
        while not self.take("}"):
            self.next("int")
            self.fields.append(self.next())
            self.next(";")

    def array(self) -> None:
        sets = [self.range_or_name()]
        while self.take(","):
            sets.append(self.range_or_name())
        assert self.take("]", "of")
        if self.take("var", "0", "..", "1", ":"):
            self.declare(self.next(), sets)
            return
        assert self.take("int", ":")
        name = self.next()
        self.next("=")
        values = self.expression()(self.env)
        indices = list(sets[0](self.env))
        self.env[name] = dict(zip(((k,) for k in indices), values, strict=True))

    def declare(self, name: str, sets: list[Code]) -> None:
        indices = list(product(*(one(self.env) for one in sets)))
        self.env[name] = {index: Linear({(name, index): 1}) for index in indices}
        self.model.variables |= {(name, index) for index in indices}

    def range_or_name(self) -> Code:
        low = self.additive()
        if not self.take(".."):
            return low
        high = self.additive()
        return lambda env: range(low(env), high(env) + 1)

    def tuples(self) -> Code:
        """``{ <a, b> | generators } union ...``"""
        self.next("{")
        self.next("<")
        parts = [self.additive()]
        while self.take(","):
            parts.append(self.additive())
        self.next(">")
        self.next("|")
        loop = self.generators()
        self.next("}")
        rest = self.tuples() if self.take("union") else lambda env: []
        return lambda env: [tuple(part(e) for part in parts) for e in loop(env)] + rest(env)

    def generators(self) -> Callable[[Env], Iterator[Env]]:
        loops: list[tuple[str, Code]] = []
        while True:
            name = self.next()
            self.next("in")
            loops.append((name, self.range_or_name()))
            if not self.take(","):
                break
        condition = self.expression() if self.take(":") or self.take("where") else lambda env: True

        def run(env: Env, number: int = 0) -> Iterator[Env]:
            if number == len(loops):
                if condition(env):
                    yield env
                return
            name, values = loops[number]
            for value in values(env):
                yield from run({**env, name: value}, number + 1)

        return run

    def block(self) -> Code:
        self.next("{")
        parts = []
        while not self.take("}"):
            parts.append(self.opl_constraint())
        return lambda env: [part(env) for part in parts]

    def opl_constraint(self) -> Code:
        if self.take("if", "("):
            condition = self.expression()
            self.next(")")
            inside = self.block()
            return lambda env: inside(env) if condition(env) else []
        if self.take("forall", "("):
            loop = self.generators()
            self.next(")")
            body = self.opl_constraint()
            return lambda env: [body(e) for e in loop(env)]
        plain = self.expression()
        self.next(";")
        return plain

    def expression(self) -> Code:
        left = self.conjunction()
        while self.take("||") or self.take("\\/"):
            left = (lambda a, b: lambda env: a(env) or b(env))(left, self.conjunction())
        return left

    def conjunction(self) -> Code:
        left = self.comparison()
        while self.take("&&") or self.take("/\\"):
            left = (lambda a, b: lambda env: a(env) and b(env))(left, self.comparison())
        return left

    def comparison(self) -> Code:
        left = self.additive()
        if self.words[self.at] not in _COMPARE:
            return left
        relation = self.next()
        right = self.additive()

        def compare(env: Env) -> Any:
            a, b = left(env), right(env)
            if isinstance(a, Linear) or isinstance(b, Linear):
                return a, relation, b
            return _COMPARE[relation](a, b)

        return compare

    def additive(self) -> Code:
        left = self.multiplicative()
        while self.words[self.at] in ("+", "-", "++"):
            sign = self.next()
            left = self.sum_of(left, self.multiplicative(), sign)
        return left

    @staticmethod
    def sum_of(left: Code, right: Code, sign: str) -> Code:
        def add(env: Env) -> Any:
            a, b = left(env), right(env)
            if isinstance(a, Linear) or isinstance(b, Linear):
                return Linear.of(a).plus(Linear.of(b), -1 if sign == "-" else 1)
            return a - b if sign == "-" else a + b

        return add

    def multiplicative(self) -> Code:
        left = self.primary()
        while self.words[self.at] in ("*", "div"):
            sign = self.next()
            left = self.product_of(left, self.primary(), sign)
        return left

    @staticmethod
    def product_of(left: Code, right: Code, sign: str) -> Code:
        def multiply(env: Env) -> Any:
            a, b = left(env), right(env)
            if isinstance(b, Linear):
                return Linear({key: a * value for key, value in b.items()})
            return a // b if sign == "div" else a * b

        return multiply

    def primary(self) -> Code:
        if self.take("("):
            inside = self.expression()
            self.next(")")
            return inside
        if self.take("["):  # an array comprehension
            value = self.expression()
            self.next("|")
            loop = self.generators()
            self.next("]")
            return lambda env: [value(e) for e in loop(env)]
        if self.take("-"):
            return self.product_of(lambda env: -1, self.primary(), "*")
        if self.take("abs", "("):
            inside = self.expression()
            self.next(")")
            return lambda env: abs(inside(env))
        if self.take("if"):
            condition = self.expression()
            self.next("then")
            then = self.expression()
            self.next("endif")
            return lambda env: then(env) if condition(env) else True
        if self.take("sum", "(") or self.take("forall", "("):
            is_sum = self.words[self.at - 2] == "sum"
            loop = self.generators()
            self.next(")")
            body = self.primary()
            if not is_sum:
                return lambda env: [body(e) for e in loop(env)]

            def add(env: Env) -> Linear:
                total = Linear()
                for e in loop(env):
                    total = total.plus(Linear.of(body(e)))
                return total

            return add
        return self.name_or_number()

    def name_or_number(self) -> Code:
        word = self.next()
        if word.isdigit():
            return lambda env: int(word)
        assert re.fullmatch(r"[A-Za-z]\w*", word), word
        if self.take("."):
            place = self.fields.index(self.next())
            return lambda env: env[word][place]
        indices = []
        while self.take("["):
            indices.append(self.expression())
            while self.take(","):
                indices.append(self.expression())
            self.next("]")
        if not indices:
            return lambda env: env[word]
        return lambda env: env[word][tuple(index(env) for index in indices)]
