"""Solving a Pips puzzle as a person does: named techniques, the easiest that works first, each step proven.

A step excludes candidates that are in no solution, or lays a domino that is in all; what decides is written
in the step. Once a domino was guessed, the steps hold for the solutions that have it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tilewright.families.pips.candidates import (
    NUMBERS,
    Candidates,
    either_words,
    laid_text,
    listed_words,
    region_text,
)
from tilewright.families.pips.puzzle import MOST_PIPS, Cell, LaidDomino, PipsPuzzle, cell_name
from tilewright.wording import counted

LEVELS = ("easy", "medium", "hard")
"""How hard techniques are, and puzzles: a puzzle is as hard as the hardest technique that it needs."""

FEW = 6
"""Trials are made where a cell, or a domino, has at most so many candidates left."""


@dataclass(frozen=True)
class Step:
    """A step: where to look (cells), why, and what follows, as sentences; a domino that is laid, or
    candidates that are excluded. The level is "guess" where no technique decides."""

    technique: str
    level: str
    cells: tuple[Cell, ...]
    why: str
    what: str
    excluded: tuple[LaidDomino, ...] = ()
    laid: LaidDomino | None = None


Finding = tuple[tuple[Cell, ...], str, int]
"""Where to look, why, and the candidates that go."""


class Technique(NamedTuple):
    """A technique: its name, its level, what finds its steps, and whether these lay dominoes."""

    name: str
    level: str
    finds: Callable[[Candidates], Iterator[Finding]]
    lays: bool = False

    def find(self, state: Candidates) -> Step | None:
        """The first step."""
        for cells, why, candidates in self.finds(state):
            if self.lays:
                return _laying(self.name, self.level, why, state.members(candidates)[0])
            gone = candidates & state.alive
            if gone:
                excluded = tuple(state.members(gone))
                return Step(self.name, self.level, cells, why, _what_goes(state, gone), excluded)
        return None

    def gives(self, state: Candidates, step: Step) -> bool:
        """Whether a step of this technique is possible here."""
        if step.laid is not None:
            return any(state.members(candidates)[0] == step.laid for _, _, candidates in self.finds(state))
        wanted = state.index_of(step.excluded) & state.alive
        return not wanted or any(not wanted & ~candidates for _, _, candidates in self.finds(state))


def _laying(technique: str, level: str, why: str, laid: LaidDomino) -> Step:
    what = f"{laid.name} belongs on {laid_text(laid)}."
    return Step(technique, level, laid.cells, why, what, laid=laid)


def _what_goes(state: Candidates, gone: int) -> str:
    """What follows when candidates are excluded: pairs of cells that no domino covers, numbers of cells."""
    after = state.alive & ~gone
    edges = [edge for edge, members in state.on_edge.items() if members & gone and not members & after]
    parts = [f"no domino lies on {cell_name(a)} and {cell_name(b)}" for a, b in edges]
    for cell in state.open_cells:
        numbers = [n for n in NUMBERS if after & state.with_number[cell, n]]
        if numbers and numbers != state.numbers_on(cell):
            parts.append(f"{cell_name(cell)} has {either_words(numbers)}")
    if not parts:
        one = gone.bit_count() == 1
        return (
            "One way to lay a domino is excluded."
            if one
            else f"{gone.bit_count()} ways to lay a domino are excluded."
        )
    shown, more = parts[:MAX_SHOWN], len(parts) - MAX_SHOWN
    text = "; ".join(shown) + (f"; and {more} more such conclusions" if more > 0 else "")
    return f"{text[0].upper()}{text[1:]}."


# --- Easy


def _only_way_for_a_cell(state: Candidates) -> Iterator[Finding]:
    for cell in state.open_cells:
        ways = state.alive & state.on_cell[cell]
        if ways.bit_count() == 1:
            yield (cell,), f"One way is left to cover {cell_name(cell)}.", ways


def _one_free_neighbour(state: Candidates) -> Iterator[Finding]:
    for cell in state.open_cells:
        ways = state.alive & state.on_cell[cell]
        edges = [edge for edge, members in state.on_edge.items() if cell in edge and members & ways]
        if len(edges) == 1:
            (edge,) = edges
            other = edge[1] if edge[0] == cell else edge[0]
            why = f"A domino on {cell_name(cell)} reaches only {cell_name(other)}: one lies on both."
            yield edge, why, state.on_cell[other] & ~state.on_edge[edge]


def _rule_of_a_region(state: Candidates) -> Iterator[Finding]:
    halves = state.halves()
    for k, region in enumerate(state.puzzle.regions):
        cells = tuple(cell for cell in region.cells if cell not in state.numbers)
        if not cells or region.rule == "none":
            continue
        known = [state.numbers[cell] for cell in region.cells if cell in state.numbers]
        allowed, why = _allowed_by_rule(region.rule, region.target or 0, known, len(cells), halves)
        gone = 0
        for cell in cells:
            gone |= state.without(cell, allowed)
        yield cells, f"{region_text(state.puzzle, k).capitalize()}: {why}.", gone


def _allowed_by_rule(
    rule: str, target: int, known: Sequence[int], open_cells: int, halves: Counter[int]
) -> tuple[list[int], str]:
    """The numbers that a rule leaves for its open cells, and why, when nothing is known of these."""
    rest, others = target - sum(known), MOST_PIPS * (open_cells - 1)
    if rule == "equal":
        if known:
            return [known[0]], f"all its numbers are equal, and one is {known[0]}"
        enough = [number for number in NUMBERS if halves[number] >= open_cells]
        shown = f"only {either_words(enough)}" if enough else "no number"
        return enough, f"it needs {open_cells} equal numbers, and {shown} is on enough halves"
    if rule == "different":
        free = [number for number in NUMBERS if number not in known]
        return free, f"all its numbers differ, and {listed_words(known)} is there" if known else "all differ"
    low, high = {
        "sum": (rest - others, rest),
        "less": (0, rest - 1),
        "greater": (rest + 1 - others, MOST_PIPS),
    }[rule]
    allowed = [number for number in NUMBERS if low <= number <= high]
    bound = {"sum": f"{rest}", "less": f"less than {rest}", "greater": f"more than {rest}"}[rule]
    cells = "its open cell needs" if open_cells == 1 else f"its {open_cells} open cells need"
    return allowed, f"{cells} {bound} in all"


# --- Medium


def _only_place_for_a_domino(state: Candidates) -> Iterator[Finding]:
    for name, times in state.left.items():
        places = state.alive & state.of_domino[name]
        if times and places.bit_count() == times:
            one = places & -places
            (laid,) = state.members(one)
            many = "One place is" if times == 1 else f"Only {times} places for {times} such dominoes are"
            yield laid.cells, f"{many} left for {name}.", one


def _domino_needs_a_cell(state: Candidates) -> Iterator[Finding]:
    for name, times in state.left.items():
        places = state.alive & state.of_domino[name]
        if times != 1 or not places:
            continue
        for cell in state.open_cells:
            if not places & ~state.on_cell[cell]:
                why = f"Wherever {name} lies, it covers {cell_name(cell)}: nothing else does."
                yield (cell,), why, state.on_cell[cell] & ~places


def _part_that_cannot_be_covered(state: Candidates) -> Iterator[Finding]:
    edges = {edge for edge, members in state.on_edge.items() if members & state.alive}
    near: dict[Cell, list[Cell]] = {cell: [] for cell in state.open_cells}
    for one, other in edges:
        near[one].append(other)
        near[other].append(one)
    for edge in sorted(edges, key=lambda pair: (pair[0][1], pair[0][0], pair[1])):
        part = _odd_part(near, edge)
        if part:
            one, other = edge
            size = "one cell" if len(part) == 1 else counted(len(part), "cell")
            why = (
                f"A domino on {cell_name(one)} and {cell_name(other)} leaves a part of {size} "
                f"from {cell_name(part[0])} on that dominoes cannot cover."
            )
            yield edge, why, state.on_edge[edge]


def _odd_part(near: dict[Cell, list[Cell]], covered: tuple[Cell, Cell]) -> list[Cell]:
    """A part that is left next to two cells, odd or unbalanced as on a chessboard; [] if there is none."""
    seen = set(covered)
    for start in [*near[covered[0]], *near[covered[1]]]:
        if start in seen:
            continue
        part, balance = [start], 0
        seen.add(start)
        for cell in part:
            balance += 1 if sum(cell) % 2 else -1
            for other in near[cell]:
                if other not in seen:
                    seen.add(other)
                    part.append(other)
        if balance:
            return sorted(part, key=lambda cell: (cell[1], cell[0]))
    return []


def _combinations_in_a_region(state: Candidates) -> Iterator[Finding]:
    for k, region in enumerate(state.puzzle.regions):
        cells = tuple(cell for cell in region.cells if cell not in state.numbers)
        if not cells or region.rule == "none":
            continue
        fillings = _Fillings(
            region.rule, region.target or 0, [state.numbers_on(cell) for cell in region.cells]
        )
        index = {cell: i for i, cell in enumerate(region.cells)}
        gone = 0
        for cell in cells:
            possible = [n for n in state.numbers_on(cell) if fillings.possible({index[cell]: n})]
            gone |= state.without(cell, possible)
        for edge, members in state.on_edge.items():
            if edge[0] in index and edge[1] in index and members & state.alive:
                for i in state.indices(members & state.alive & ~gone):
                    numbers = state.all[i].numbers
                    if not fillings.possible({index[edge[0]]: numbers[0], index[edge[1]]: numbers[1]}):
                        gone |= 1 << i
        text = region_text(state.puzzle, k).capitalize()
        yield (
            cells,
            f"{text} ({region.words}): what its cells may have leaves few combinations.",
            gone,
        )


class _Fillings:
    """Whether cells of a region can have numbers from these sets, by its rule, when some are chosen."""

    def __init__(self, rule: str, target: int, choices: list[list[int]]) -> None:
        self.rule, self.target, self.choices = rule, target, choices
        self._known: dict[tuple[tuple[int, int], ...], bool] = {}

    def possible(self, chosen: dict[int, int]) -> bool:
        key = tuple(sorted(chosen.items()))
        if key not in self._known:
            choices = [[chosen[k]] if k in chosen else own for k, own in enumerate(self.choices)]
            self._known[key] = self._is_possible(choices)
        return self._known[key]

    def _is_possible(self, choices: list[list[int]]) -> bool:
        if self.rule == "equal":
            return bool(set.intersection(*map(set, choices)))
        if self.rule == "different":  # sets of used numbers
            reached = {0}
            for own in choices:
                reached = {used | 1 << number for used in reached for number in own if not used >> number & 1}
            return bool(reached)
        sums = 1  # a bit for each sum
        for own in choices:
            sums = _union(sums << number for number in own)
        if self.rule == "sum":
            return bool(sums >> self.target & 1)
        if self.rule == "less":
            return bool(sums & ((1 << self.target) - 1))
        return bool(sums >> self.target + 1)


def _union(sets: Iterable[int]) -> int:
    union = 0
    for one in sets:
        union |= one
    return union


def _all_halves_are_needed(state: Candidates) -> Iterator[Finding]:
    halves = state.halves()
    for number in NUMBERS:
        sure = [cell for cell in state.open_cells if state.numbers_on(cell) == [number]]
        if sure and len(sure) == halves[number]:
            gone = 0
            for cell in state.open_cells:
                if cell not in sure:
                    gone |= state.with_number[cell, number]
            why = f"{counted(len(sure), 'cell')} must be {number}, and so many halves with {number} are left."
            yield tuple(sure), why, gone


def _sum_of_all_pips(state: Candidates) -> Iterator[Finding]:
    total = sum(number * times for number, times in state.halves().items())
    bounds = []
    for region in state.puzzle.regions:
        own = [state.numbers_on(cell) for cell in region.cells if cell not in state.numbers]
        if not all(own):
            return
        low, high = sum(map(min, own)), sum(map(max, own))
        known = sum(state.numbers[cell] for cell in region.cells if cell in state.numbers)
        rest = (region.target or 0) - known
        if own and region.rule == "sum":
            low = high = rest
        elif own and region.rule == "less":
            high = min(high, rest - 1)
        elif own and region.rule == "greater":
            low = max(low, rest + 1)
        bounds.append((low, high))
    all_low, all_high = (sum(values) for values in zip(*bounds, strict=True))
    for k, region in enumerate(state.puzzle.regions):
        cells = tuple(cell for cell in region.cells if cell not in state.numbers)
        low, high = bounds[k]
        least, most = max(low, total - (all_high - high)), min(high, total - (all_low - low))
        if not cells or (least, most) == (low, high):
            continue
        gone, on_cell = 0, {cell: state.numbers_on(cell) for cell in cells}
        sum_low = sum(min(each) for each in on_cell.values())
        sum_high = sum(max(each) for each in on_cell.values())
        for cell, numbers in on_cell.items():
            first, last = least - (sum_high - max(numbers)), most - (sum_low - min(numbers))
            gone |= state.without(cell, [number for number in numbers if first <= number <= last])
        between = f"{least}" if least == most else f"{least} to {most}"
        why = (
            f"The dominoes that are left have {counted(total, 'pip')}; the other regions leave {between} for "
            f"{region_text(state.puzzle, k)}."
        )
        yield cells, why, gone


# --- Hard


def _trial(state: Candidates) -> Iterator[Finding]:
    groups = [(state.alive & state.on_cell[cell], (cell,)) for cell in state.open_cells]
    few = sorted(
        ((ways, cells) for ways, cells in groups if ways.bit_count() <= FEW),
        key=lambda one: one[0].bit_count(),
    )
    tried = 0
    for ways, _ in few:
        for one in state.indices(ways & ~tried):
            tried |= 1 << one
            assumed = state.all[one]
            trial = state.copy()
            trial.lay(assumed)
            steps, contradiction = _follow(trial)
            if contradiction:
                after = f" after {counted(steps, 'easy step')}" if steps else ""
                why = f"With {assumed.name} on {laid_text(assumed)}, {contradiction}{after}."
                yield assumed.cells, why, 1 << one


def _follow(trial: Candidates) -> tuple[int, str]:
    """Apply the easy techniques until nothing changes; the steps, and the contradiction if one came up."""
    steps = 0
    while True:
        contradiction = trial.contradiction()
        if contradiction or trial.is_solved:
            return steps, contradiction
        step = next_step(trial, ("easy",))
        if step is None:
            return steps, ""
        apply(trial, step)
        steps += 1


TECHNIQUES = (
    Technique("only way for a cell", "easy", _only_way_for_a_cell, lays=True),
    Technique("one free neighbour", "easy", _one_free_neighbour),
    Technique("rule of a region", "easy", _rule_of_a_region),
    Technique("only place for a domino", "medium", _only_place_for_a_domino, lays=True),
    Technique("domino that needs a cell", "medium", _domino_needs_a_cell),
    Technique("part that cannot be covered", "medium", _part_that_cannot_be_covered),
    Technique("combinations in a region", "medium", _combinations_in_a_region),
    Technique("all halves with a number", "medium", _all_halves_are_needed),
    Technique("sum of all pips", "medium", _sum_of_all_pips),
    Technique("trial and contradiction", "hard", _trial),
)
"""The easiest first."""


def apply(state: Candidates, step: Step) -> None:
    """Do what a step says."""
    if step.laid is not None:
        state.lay(step.laid)
    state.exclude(step.excluded)


def next_step(state: Candidates, levels: Sequence[str] = LEVELS) -> Step | None:
    """The next step by the easiest technique that gives one; None where none does."""
    for technique in TECHNIQUES:
        if technique.level in levels and (step := technique.find(state)) is not None:
            return step
    return None


def needed(state: Candidates, steps: Sequence[Step]) -> list[Step]:
    """The last of these steps, and those before it without which it, or one it needs, does not follow."""
    kept = list(steps)
    for k in reversed(range(len(steps) - 1)):
        without = [step for step in kept if step is not steps[k]]
        if _follows(state.copy(), without):
            kept = without
    return kept


def _follows(state: Candidates, steps: Sequence[Step]) -> bool:
    """Whether each step is possible after those before it."""
    by_name = {technique.name: technique for technique in TECHNIQUES}
    for step in steps:
        technique = by_name.get(step.technique)
        if technique is not None and not technique.gives(state, step):
            return False
        apply(state, step)
    return True


@dataclass
class Explanation:
    """The steps from an empty board to a solution, or as far as they go.

    ``solved``: the board is full. ``contradiction`` is "", or why there is no solution. ``guesses``: how many
    steps no technique gives; after the first one, the steps hold for one solution of possibly several.
    """

    steps: list[Step] = field(default_factory=list)
    solved: bool = False
    contradiction: str = ""

    @property
    def guesses(self) -> int:
        return sum(step.level == "guess" for step in self.steps)

    @property
    def level(self) -> str:
        """As hard as the hardest step: ``easy``, ``medium``, ``hard`` or ``guess``."""
        order = (*LEVELS, "guess")
        return max((step.level for step in self.steps), key=order.index, default=LEVELS[0])

    @property
    def used(self) -> dict[str, int]:
        """How often each technique was used, the easiest first."""
        times = Counter(step.technique for step in self.steps)
        names = [*(technique.name for technique in TECHNIQUES), "guess"]
        return {name: times[name] for name in names if times[name]}


def explain(
    puzzle: PipsPuzzle,
    laid: Sequence[LaidDomino] = (),
    guess: Callable[[Candidates], LaidDomino | None] = lambda state: None,
    check_cancelled: Callable[[], None] = lambda: None,
    *,
    until_laid: bool = False,
) -> Explanation:
    """The steps that solve a puzzle when some dominoes are laid; where no technique decides, ``guess`` may
    give one. With ``until_laid`` it ends when the first domino is laid."""
    state, explanation = Candidates(puzzle), Explanation()
    for one in laid:
        state.lay(one)
    while True:
        check_cancelled()
        explanation.contradiction = state.contradiction()
        if explanation.contradiction:
            return explanation
        if state.is_solved:
            explanation.solved = True
            return explanation
        step = next_step(state)
        if step is None:
            guessed = guess(state)
            if guessed is None:
                return explanation
            why = "No technique decides: there are several solutions, or it takes a deeper trial."
            step = _laying("guess", "guess", why, guessed)
        explanation.steps.append(step)
        apply(state, step)
        if until_laid and step.laid is not None:
            return explanation


# --- Words


MAX_SHOWN = 3  # conclusions that a sentence names
