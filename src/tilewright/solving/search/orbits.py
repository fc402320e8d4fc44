"""One solution an orbit: tasks that visit about one solution of each orbit, from integers alone.

Given: a cover problem, a group G that permutes its options and items and carries solutions to
solutions, and decisions ``base`` (options chosen beforehand) that G keeps as a set.

Choose a primary item c that is covered exactly once, not by ``base``. Let C be its orbit; a solution covers
each d of C by one option, o(d). Give a pair (d, o), o covering d, a rank: take a g with g(d) = c; g(o) covers
c; the rank is the number of the class of g(o) among the options covering c under Stab(c). Another g' with
g'(d) = c differs by g'g^-1 of Stab(c), so the rank does not depend on the choice, and rank(g(d), g(o)) =
rank(d, o) for all g. The rank of an option is the least over the items of C that it covers; the rank of a
solution is the least of its options' that cover items of C: the same for all solutions of an orbit.

For each rank m let o_m be one option of that class, covering c. The task of m asks for the solutions
that contain o_m and no option of a lower rank. If o_m itself has a lower rank, by another item of C,
there is none, and no task. Otherwise these solutions have rank m; and an orbit of rank m has some:
its solutions have a pair (d, o) of rank m; a g with g(d) = c makes it (c, g(o)), an element of
Stab(c) carries g(o) to o_m. So each orbit lies in the task of its rank and in no other, and the
members of the orbit that the task sees are exactly those that contain o_m. Symmetry(G, must=(o_m,))
counts the least of those: each orbit once. This holds whatever the stabilisers, so also when no
piece is free of symmetry, with copies, colours, and options that cover several items of C.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from operator import eq

from tilewright.exact_cover.problem import CoverProblem
from tilewright.exact_cover.symmetry import Permutations
from tilewright.solving.engines.base import (
    Engine,
    Symmetry,
    Task,
)
from tilewright.solving.search.partition import affordable, affordable_dives, expected_nodes
from tilewright.solving.steps import CancelCheck, never_cancelled

CANDIDATES = 3  # how many branch items are tried by probing
PROBES, FEWEST_PROBES = 600, 200  # dives a candidate, shared out among its tasks: many for a long search
SECOND_PROBES = 300  # of them for each second that the search over orbits is expected to take
LEAST_PROBES = 16  # where fewer are affordable, the most promising candidate is taken unprobed
PROBED_SECONDS = 0.15  # of a search over orbits from which probing pays: it saves a quarter, rarely half
TASKS_PROBED = 40  # at most so many tasks of one candidate are probed


@dataclass(frozen=True)
class Branching:
    """A branch item, and how much work several solutions of an orbit in one task make.

    ``ties``: group elements that keep the branch option, averaged over the classes; 1 is best. ``base``,
    ``options`` and ``items`` as of ``orbit_tasks``; ``classes`` as of ``option_classes``.
    """

    item: int
    ties: float
    base: tuple[int, ...]
    options: Permutations
    items: Permutations
    classes: tuple[tuple[int, ...], ...]

    @cached_property
    def by_rank(self) -> tuple[tuple[int, ...], ...]:
        """The options of each rank."""
        ranked = {option: rank for rank, members in enumerate(self.classes) for option in members}
        rank: dict[int, int] = {}
        carried: set[int] = set()
        for g, permutation in enumerate(self.items):
            # g carries the item to `there`, and the options at the item to those that cover `there`.
            there = permutation[self.item]
            if there in carried:
                continue
            carried.add(there)
            for option, number in ranked.items():
                image = self.options[g][option]
                rank[image] = min(number, rank.get(image, number))
        option_sets: list[list[int]] = [[] for _ in self.classes]
        for option, number in rank.items():
            option_sets[number].append(option)
        return tuple(map(tuple, option_sets))

    @cached_property
    def starts(self) -> tuple[tuple[int, int], ...]:
        """The rank and the branch option of each task."""
        firsts = [(rank, members[0]) for rank, members in enumerate(self.classes)]
        return tuple([(rank, first) for rank, first in firsts if first in self.by_rank[rank]])

    def tasks(self, check_cancelled: CancelCheck = never_cancelled, step: int = 1) -> tuple[Task, ...]:
        """The tasks, by rank; with ``step`` the first of each so many.

        Each names all options of lower ranks: together that is the square of their number, where it is large.
        """
        wanted = dict(self.starts[::step])
        tasks = []
        left_out: list[int] = []  # as decisions, sorted; all tasks share them
        for rank, members in enumerate(self.by_rank):
            check_cancelled()
            if rank in wanted:
                prefix = (*self.base, wanted[rank], *reversed(left_out))
                tasks.append(Task(prefix, Symmetry(self.options, (wanted[rank],))))
            for option in members:
                insort(left_out, ~option)
        return tuple(tasks)


def orbit_tasks(
    problem: CoverProblem,
    base: tuple[int, ...],
    options: Permutations,
    items: Permutations,
    engine: Engine,
    check_cancelled: CancelCheck = never_cancelled,
    nodes: float = inf,
) -> tuple[Task, ...]:
    """Tasks that count each orbit of solutions once, by the branch item that probing finds cheapest.

    ``options`` and ``items`` are the group, element by element, the identity included. Where no item
    is covered exactly once, one task with the whole group: it visits all solutions. ``nodes`` are expected in
    a search for all solutions: where few are left of them the most promising item is taken unprobed.
    """
    if len(options) == 1:
        return (Task(base),)
    candidates = branchings(problem, base, options, items, check_cancelled)
    if not candidates:
        return (Task(base, Symmetry(options)),)
    seconds = nodes / len(options) * engine.seconds_of_node(problem)
    dives = affordable_dives(problem, int(min(PROBES, max(FEWEST_PROBES, SECOND_PROBES * seconds))))
    if len(candidates) == 1 or seconds < PROBED_SECONDS or dives < LEAST_PROBES:
        return candidates[0].tasks(check_cancelled)

    def expected_work(branching: Branching) -> float:
        """The nodes that probing expects all tasks to have together."""
        step = max(1, len(branching.starts) // affordable(problem, TASKS_PROBED))
        chosen = branching.tasks(check_cancelled, step)
        probes = max(2, dives // max(1, len(chosen)))
        return step * sum(expected_nodes(problem, task, engine, probes, check_cancelled) for task in chosen)

    return min(candidates, key=expected_work).tasks(check_cancelled)


def branchings(
    problem: CoverProblem,
    base: tuple[int, ...],
    options: Permutations,
    items: Permutations,
    check_cancelled: CancelCheck = never_cancelled,
) -> list[Branching]:
    """The most promising branch items: few ties first, then few tasks."""
    covered = {item for option in base for item, _ in problem.options[option]}
    covering: dict[int, list[int]] = {}  # the first item of each orbit, with the options that cover it
    seen: set[int] = set()
    for item in range(problem.primary):
        if problem.bounds[item] == (1, 1) and item not in covered and item not in seen:
            seen.update(permutation[item] for permutation in items)
            covering[item] = []
    for option in live_options(problem, base):
        for item, _ in problem.options[option]:
            if item in covering:
                covering[item].append(option)
    all_branchings = []
    for item, numbers in covering.items():
        check_cancelled()
        classes = option_classes(item, numbers, options, items)
        firsts = [members[0] for members in classes]
        keeping = sum(sum(map(eq, map(moved.__getitem__, firsts), firsts)) for moved in options)
        ties = keeping / len(classes) if classes else 1.0
        all_branchings.append(Branching(item, ties, base, options, items, tuple(map(tuple, classes))))
    return sorted(all_branchings, key=lambda one: (one.ties * len(one.classes) ** 0.5, one.item))[:CANDIDATES]


def live_options(problem: CoverProblem, base: Sequence[int]) -> list[int]:
    """The options that can still be chosen together with those of ``base``, colours and bounds considered."""
    if not base:
        return list(range(len(problem.options)))
    used = [0] * len(problem.items)
    colours = [0] * len(problem.items)
    for option in base:
        for item, colour in problem.options[option]:
            used[item] += 1
            colours[item] = colour
    chosen = set(base)
    return [
        number
        for number, uses in enumerate(problem.options)
        if number not in chosen
        and all(
            not used[item]
            or (item < problem.primary and used[item] < problem.bounds[item][1])
            or (colour != 0 and colours[item] == colour)
            for item, colour in uses
        )
    ]


def orbits_of(options: Sequence[int], group: Sequence[tuple[int, ...]]) -> list[list[int]]:
    """The orbits of some options that the group keeps as a set, each sorted."""
    seen: set[int] = set()
    orbits = []
    for option in options:
        if option not in seen:
            orbit = {member[option] for member in group}
            seen |= orbit
            orbits.append(sorted(orbit))
    return orbits


def option_classes(
    item: int, numbers: Sequence[int], options: Permutations, items: Permutations
) -> list[list[int]]:
    """The options that cover an item, in classes under the item's stabiliser; large classes first."""
    stabiliser = [options[g] for g, permutation in enumerate(items) if permutation[item] == item]
    if len(stabiliser) == 1:
        return [[option] for option in sorted(numbers)]
    classes = orbits_of(numbers, stabiliser)
    # A class of few members has many ties. Last in rank, its task has the most options left out.
    return sorted(classes, key=lambda members: (-len(members), members))
