"""Measure a counting peer: ``measure_counting_peer.py NAME VARIANT FILE SECONDS`` prints a JSON object.

It runs in the peers' environment and counts as often as fits in SECONDS, at least once; the best time is
reported. Not timed: reading the file, importing the package, reserving memory for its tables, and the
conversion of options into clauses, edges or arrays. Timed: everything the package does, including its choice
of an order.

Input of the packages: graphillion gets a graph and the degree of each vertex; the model counters get a
formula with a variable per option and exactly one true option per item; the decision diagrams and tensor
networks get one such condition per item, the diagrams in an order that suits boards.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from measure_peer import MAX_MEMORY_BYTES, Options, print_best, read

Run = Callable[[], int]
Prepare = Callable[[], Run]
"""Makes ready, untimed, what one run needs anew."""


def uses(items: int, options: Options) -> list[list[int]]:
    """The options of each item."""
    option_sets: list[list[int]] = [[] for _ in range(items)]
    for number, option in enumerate(options):
        for item in option:
            option_sets[item].append(number)
    return option_sets


def breadth_first(items: int, options: Options) -> tuple[Options, list[int]]:
    """The options in the order of their items in a breadth-first walk from item 0, and those items.

    On boards this goes from diagonal to diagonal: with that, diagrams were made two to three times as fast
    as line by line.
    """
    option_sets = uses(items, options)
    rank: dict[int, int] = {}
    for start in range(items):
        queue = [start] if start not in rank else []
        rank.update((item, len(rank)) for item in queue)
        for item in queue:
            for number in option_sets[item]:
                for other in options[number]:
                    if other not in rank:
                        rank[other] = len(rank)
                        queue.append(other)
    ordered = sorted(options, key=lambda option: sorted(rank[item] for item in option))
    return ordered, sorted(range(items), key=rank.__getitem__)


def clauses(items: int, options: Options) -> list[list[int]]:
    """The formula: at least one option an item, and no two."""
    option_sets = []
    for numbers in uses(items, options):
        option_sets.append([number + 1 for number in numbers])
        option_sets += [[-a - 1, -b - 1] for place, a in enumerate(numbers) for b in numbers[:place]]
    return option_sets


def graphillion(variant: str, items: int, options: Options) -> Prepare:
    """Frontier search on graphs, in C++; its own order breadth first, or the edges line by line."""
    from graphillion import GraphSet

    edges = [(option[0], option[1]) for option in options if len(option) == 2]
    alone = {option[0] for option in options if len(option) == 1}
    if len(edges) + len(alone) != len(options):
        raise NotImplementedError("options of more than two items are no edges")
    degrees = {item: range(2) if item in alone else 1 for item in range(items)}

    def run() -> int:
        GraphSet.set_universe(edges, traversal=variant, source=0)
        return int(GraphSet.graphs(degree_constraints=degrees).len())

    return lambda: run


def pyganak(variant: str, items: int, options: Options) -> Prepare:
    """The model counter Ganak."""
    from pyganak import Counter

    formula = clauses(items, options)

    def run() -> int:
        counter = Counter()
        counter.new_vars(len(options))
        counter.add_clauses(formula)
        return int(counter.count())

    return lambda: run


def d4(variant: str, items: int, options: Options) -> Prepare:
    """The model counter D4."""
    import py_d4

    formula = clauses(items, options)
    return lambda: lambda: int(py_d4.Solver(formula, len(options)).count().getIntResult())


def tididi(variant: str, items: int, options: Options) -> Prepare:
    """The model counter tididi, by tree decision diagrams."""
    import tididi_cnf

    formula = clauses(items, options)
    return lambda: lambda: int(tididi_cnf.count(formula, mode="mc", num_vars=len(options)).count)


def dxz(variant: str, items: int, options: Options) -> Prepare:
    """Dancing with decision diagrams: exact covers with memory."""
    import dxz as package

    line = [0] * (len(options) * items)
    for number, option in enumerate(options):
        for item in option:
            line[number * items + item] = 1
    return lambda: lambda: int(package.dxz_count(len(options), items, line))


def dd(variant: str, items: int, options: Options) -> Prepare:
    """Binary decision diagrams: CUDD, in C. It counts in floating point."""
    from dd.cudd import BDD

    ordered, walk = breadth_first(items, options)
    item_sets = uses(items, ordered)

    def prepare() -> Run:
        diagrams = BDD()
        diagrams.configure(reordering=False)
        names = [f"o{number}" for number in range(len(ordered))]
        diagrams.declare(*names)
        variables = [diagrams.var(name) for name in names]

        def run() -> int:
            whole = diagrams.true
            for item in walk:
                one, none = diagrams.false, diagrams.true
                for number in reversed(item_sets[item]):
                    variable = variables[number]
                    one, none = diagrams.ite(variable, none, one), none & ~variable
                whole &= one
            return int(diagrams.count(whole, len(ordered)))

        return run

    return prepare


def oxidd(variant: str, items: int, options: Options) -> Prepare:
    """Decision diagrams in Rust, zero-suppressed or not."""
    import importlib

    module = importlib.import_module(f"oxidd.{variant}")
    ordered, walk = breadth_first(items, options)
    item_sets = uses(items, ordered)

    def prepare() -> Run:
        manager = getattr(module, f"{variant.upper()}Manager")(20_000_000, 10_000_000, 1)
        manager.add_vars(len(ordered))
        variables = [manager.var(number) for number in range(len(ordered))]

        def run() -> int:
            whole = manager.true()
            for item in walk:
                one, none = manager.false(), manager.true()
                for number in reversed(item_sets[item]):
                    one, none = variables[number].ite(none, one), none & ~variables[number]
                whole &= one
            return int(whole.sat_count(len(ordered)))

        return run

    return prepare


def pysdd(variant: str, items: int, options: Options) -> Prepare:
    """Sentential decision diagrams, in C. Its counts are exact up to 2^53 at most."""
    from pysdd.sdd import SddManager, Vtree

    ordered, walk = breadth_first(items, options)
    item_sets = uses(items, ordered)
    count = len(ordered)

    def prepare() -> Run:
        tree = Vtree(var_count=count, var_order=list(range(1, count + 1)), vtree_type=variant.encode())
        manager = SddManager.from_vtree(tree)
        manager.auto_gc_and_minimize_off()

        def run() -> int:
            whole = manager.true()
            for item in walk:
                one, none = manager.false(), manager.true()
                for number in reversed(item_sets[item]):
                    chosen, left = manager.literal(number + 1), manager.literal(-number - 1)
                    one = manager.disjoin(manager.conjoin(chosen, none), manager.conjoin(left, one))
                    none = manager.conjoin(none, left)
                whole = manager.conjoin(whole, one)
            return int(manager.global_model_count(whole))

        return run

    return prepare


def cotengra(variant: str, items: int, options: Options) -> Prepare:
    """Contraction of tensor networks: one tensor an item, numpy arrays of Python's whole numbers."""
    import cotengra as package
    import numpy

    option_sets = uses(items, options)
    tensors: list[Any] = []
    for numbers in option_sets:
        tensor = numpy.zeros((2,) * len(numbers), dtype=object)
        for place in range(len(numbers)):
            tensor[tuple(int(place == other) for other in range(len(numbers)))] = 1
        tensors.append(tensor)
    sizes = dict.fromkeys(range(len(options)), 2)

    def run() -> int:
        tree = package.array_contract_tree(option_sets, (), sizes, optimize=variant)
        return int(tree.contract(tensors))

    return lambda: run


PEERS: dict[str, tuple[Callable[[str, int, Options], Prepare], tuple[str, ...]]] = {
    "graphillion": (graphillion, ("bfs", "as-is")),
    "oxidd": (oxidd, ("zbdd", "bdd")),
    "dd": (dd, ("bdd",)),
    "pysdd": (pysdd, ("right",)),
    "pyganak": (pyganak, ("",)),
    "d4solver": (d4, ("",)),
    "tididi-cnf": (tididi, ("",)),
    "dxz": (dxz, ("",)),
    "cotengra": (cotengra, ("auto", "greedy")),
}
"""Packages by their names on PyPI with the settings that are tried; the fastest setting is reported."""


def main() -> None:
    """Run one peer on one problem."""
    name, variant, path, allowed = sys.argv[1], sys.argv[2], Path(sys.argv[3]), float(sys.argv[4])
    for program in ("OMP", "OPENBLAS", "RAYON"):  # read when a package is imported
        os.environ[f"{program}_NUM_THREADS"] = "1"
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
    items, primary, options = read(path)
    if primary != items:
        raise ValueError("the counting peers support no secondary items")
    try:
        prepare = PEERS[name][0](variant, items, options)
    except NotImplementedError as reason:
        print(json.dumps({"unsupported": str(reason)}))
        return
    print_best(name, prepare, allowed)


if __name__ == "__main__":
    main()
