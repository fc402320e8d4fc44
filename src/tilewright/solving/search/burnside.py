"""Counting up to symmetry without listing: Burnside's lemma, and weights that use a group's orbits.

A group G permutes the options and the items of a cover problem, and keeps bounds, colours and the
options that are forced. Two solutions are the same up to symmetry when a member of G carries one to
the other. By Burnside's lemma (Cauchy 1845, Frobenius 1887; in Burnside, Theory of Groups of Finite
Order, 1897) the number of solutions up to symmetry is

    (1 / |G|) * (sum over the members g of G of fix(g)),   fix(g) = solutions that g carries to themselves.

``quotient`` turns fix(g) into the number of solutions of a smaller cover problem. Any engine that
counts covers can count those, and none of them has to be listed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import gcd

from tilewright.exact_cover.problem import CoverProblem, Use
from tilewright.exact_cover.symmetry import Permutations
from tilewright.solving.search.orbits import live_options, orbits_of

Permutation = tuple[int, ...]

NO_SOLUTION = CoverProblem(("forced options that clash",), ((1, 1),), ())


@dataclass(frozen=True)
class Quotient:
    """A cover problem whose solutions are those of a larger one that one symmetry keeps.

    ``times``: (option, item, c) for each use of a primary item that counts c > 1 times; every other use
    counts once. ``lift[o]``: the options of the larger problem that option o stands for, ascending.
    ``forced``: options that belong to every solution that is counted.
    """

    problem: CoverProblem
    times: tuple[tuple[int, int, int], ...]
    lift: tuple[tuple[int, ...], ...]
    forced: tuple[int, ...] = ()


def quotient(
    problem: CoverProblem, options_perm: Permutation, items_perm: Permutation, forced: Sequence[int] = ()
) -> Quotient:
    """The problem whose solutions stand, one for one, for the solutions that a symmetry g keeps.

    ``options_perm`` and ``items_perm`` say where g carries each option and each item; g must keep
    bounds, colours, and ``forced`` as a set, else ValueError. Items of the quotient are the orbits of
    items under the powers of g, options are the orbits of options, both in the order of their least
    members; an item is named after its least member, and an option costs what its members cost together.
    Where forced options that g carries into each other clash, the quotient is ``NO_SOLUTION``.

    How often an orbit O of options uses an item. Let J be an orbit of items, i in J, and let c(i) be the
    number of members of O that use i with some colour k. o -> g(o) is one to one on O, and carries the
    members that use i with colour k to those that use g(i) with colour k. So c(i) = c(g(i)), and by
    repetition c is the same on all of J. Counting the pairs (member of O, item of J that it uses with
    colour k) in both ways: c * |J| = |O| * (such uses in one member); one member gives c.

    Proof. A set S of options with g(S) = S is a union of orbits of options, in one way; and each union
    of orbits is such a set. S uses each item i of J as often as the chosen orbits use J, with their c
    added up, and each colour likewise. So S keeps the bounds of all items of J (they are equal) exactly
    when the chosen orbits keep them on J. A secondary item allows several uses only in one colour other
    than 0. Hence an orbit alone is impossible, and is left out, when it uses a primary item more often
    than its most, a secondary item twice with colour 0, or one in two colours: when a member of O uses
    two items of J in different colours, powers of g carry these uses to one item, and no option uses
    an item twice, so they belong to two members. What is left of a secondary item is one use with one
    colour: uses with colour 0 count once, and how often an agreed colour is used does not matter.
    Two orbits clash on J as their members do on each item of J. And S contains the forced options
    when it contains their orbits, which are made of forced options, since g keeps these as a set.
    """
    _check(problem, options_perm, items_perm, forced)
    if all(option == image for option, image in enumerate(options_perm)):
        lift = tuple((option,) for option in range(len(problem.options)))
        return Quotient(problem, (), lift, tuple(sorted(set(forced))))
    item_orbits = _cycles(items_perm)
    number = [0] * len(problem.items)
    for j, orbit in enumerate(item_orbits):
        for item in orbit:
            number[item] = j
    # Orbits come by their least members, so those of primary items come first here as well.
    bounds = tuple(problem.bounds[orbit[0]] for orbit in item_orbits if orbit[0] < problem.primary)
    options: list[tuple[Use, ...]] = []
    times: list[tuple[int, int, int]] = []
    lift_of: list[tuple[int, ...]] = []
    forced_orbits: list[int] = []
    must = set(forced)
    for members in _cycles(options_perm):
        uses = _uses(problem.options[members[0]], len(members), number, item_orbits, bounds)
        if uses is not None:
            if members[0] in must:
                forced_orbits.append(len(options))
            times += [(len(options), j, c) for j, _, c in uses if c > 1]
            options.append(tuple([(j, colour) for j, colour, _ in uses]))
            lift_of.append(tuple(sorted(members)))
        elif members[0] in must:
            return Quotient(NO_SOLUTION, (), ())
    near = tuple(
        tuple(sorted({number[other] for item in orbit for other in problem.near[item]} - {j}))
        for j, orbit in enumerate(item_orbits if problem.near else ())
    )
    names = tuple(problem.items[orbit[0]] for orbit in item_orbits)
    costs = tuple([sum([problem.costs[o] for o in members]) for members in lift_of]) if problem.costs else ()
    kept = CoverProblem(names, bounds, tuple(options), near, costs)
    return Quotient(kept, tuple(times), tuple(lift_of), tuple(forced_orbits))


def _check(
    problem: CoverProblem, options_perm: Permutation, items_perm: Permutation, forced: Sequence[int]
) -> None:
    """ValueError unless the permutations are a symmetry of the problem that keeps ``forced``."""
    if sorted(options_perm) != list(range(len(problem.options))):
        raise ValueError("this is no permutation of the problem's options")
    if sorted(items_perm) != list(range(len(problem.items))):
        raise ValueError("this is no permutation of the problem's items")
    bounds = [*problem.bounds, *[None] * (len(problem.items) - problem.primary)]
    for item, image in enumerate(items_perm):
        if bounds[item] != bounds[image]:
            raise ValueError(f"item {item} is carried to item {image}, which has other bounds")
    options = problem.options
    for option, image in enumerate(options_perm):
        moved = [(items_perm[item], colour) for item, colour in options[option]]
        if sorted(moved) != sorted(options[image]):
            raise ValueError(f"option {option} is carried to option {image}, but its items are not")
    if {options_perm[option] for option in forced} != set(forced):
        raise ValueError("the symmetry does not keep the forced options")


def _cycles(permutation: Permutation) -> list[list[int]]:
    """The cycles, each from its least member on, in the order of these."""
    seen = bytearray(len(permutation))
    cycles = []
    for start in range(len(permutation)):
        if not seen[start]:
            cycle = []
            point = start
            while not seen[point]:
                seen[point] = 1
                cycle.append(point)
                point = permutation[point]
            cycles.append(cycle)
    return cycles


def _uses(
    option: tuple[Use, ...],
    members: int,
    number: Sequence[int],
    item_orbits: Sequence[Sequence[int]],
    bounds: Sequence[tuple[int, int]],
) -> list[tuple[int, int, int]] | None:
    """(item orbit, colour, times) for each use by an orbit of options; None when it is impossible alone.

    ``option`` is one of its ``members`` many members.
    """
    pairs: dict[int, int] = {}
    paint: dict[int, int] = {}
    for item, colour in option:
        j = number[item]
        pairs[j] = pairs.get(j, 0) + 1
        if paint.setdefault(j, colour) != colour:
            return None
    uses = []
    for j in sorted(pairs):
        c = pairs[j] * members // len(item_orbits[j])
        if j < len(bounds):
            if c > bounds[j][1]:
                return None
        elif paint[j]:
            c = 1
        elif c > 1:
            return None
        uses.append((j, paint[j], c))
    return uses


def conjugacy_classes(group: Permutations) -> list[tuple[int, int]]:
    """(representative, size) for each class of members that keep equally many solutions; sizes add up to |G|.

    ``group`` lists the permutations of the options, all members of the group, several of which may be equal;
    ValueError when they cannot be a group. Representatives are indices, the first of their class. Two members
    are in one class when the groups of their powers are conjugate. For such, fix is equal: fix(g) depends on
    the permutation of options alone, so equal permutations are alike; S is kept by g exactly when h(S) is
    kept by h g h^-1; and g keeps S exactly when a power of g does that generates the same powers.
    """
    base = _base(group)
    first: dict[Permutation, int] = {}
    copies: dict[int, int] = {}
    for index, member in enumerate(group):
        kept = first.setdefault(tuple([member[point] for point in base]), index)
        copies[kept] = copies.get(kept, 0) + 1
    unit = first.get(base)
    if unit is None or len(set(copies.values())) != 1 or any(p != q for p, q in enumerate(group[unit])):
        raise ValueError("these permutations are not a group")

    def product(*factors: int) -> int:
        """The member that applies the factors from right to left."""
        points = list(base)
        for factor in reversed(factors):
            points = [group[factor][point] for point in points]
        number = first.get(tuple(points))
        if number is None:
            raise ValueError("these permutations are not a group")
        return number

    # g, g^2, ..., the identity last: g permutes the images of the base, so its powers come back to the base.
    powers = {index: [index] for index in copies}
    for index, items in powers.items():
        while items[-1] != unit:
            items.append(product(index, items[-1]))
    inverse = {index: items[-2] if len(items) > 1 else index for index, items in powers.items()}
    classes = []
    seen: set[int] = set()
    for index in sorted(copies):
        if index not in seen:
            order = len(powers[index])
            generators = [power for k, power in enumerate(powers[index], 1) if gcd(k, order) == 1]
            alike = {product(h, power, inverse[h]) for h in copies for power in generators}
            seen |= alike
            classes.append((index, sum(copies[member] for member in alike)))
    return classes


def _base(group: Permutations) -> tuple[int, ...]:
    """Points whose images tell any two different members apart."""
    base: list[int] = []
    piles = [list({member: index for index, member in enumerate(group)}.values())]
    while piles:
        pile = piles.pop()
        if len(pile) > 1:
            one, other = group[pile[0]], group[pile[1]]
            point = next(p for p, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)
            base.append(point)
            split: dict[int, list[int]] = {}
            for index in pile:
                split.setdefault(group[index][point], []).append(index)
            piles += split.values()
    return tuple(base)


def orbit_count(
    problem: CoverProblem,
    option_group: Permutations,
    item_group: Permutations,
    forced: Sequence[int],
    count: Callable[[Quotient], int],
) -> int:
    """The number of solutions up to symmetry that contain ``forced``, by Burnside's lemma.

    ``option_group`` and ``item_group`` are the group, member by member, the identity included; every
    member keeps ``forced`` as a set. ``count`` gives the exact number of solutions of a quotient that
    contain its ``forced``; it is called once for each class of ``conjugacy_classes``. RuntimeError when
    the sum is not divisible by the size of the group: then ``count`` is wrong.
    """
    total = 0
    for index, size in conjugacy_classes(option_group):
        total += size * count(quotient(problem, option_group[index], item_group[index], forced))
    orbits, rest = divmod(total, len(option_group))
    if rest:
        raise RuntimeError(
            f"the symmetries keep {total} solutions together, no multiple of their number "
            f"{len(option_group)}: the engine that counted them is at fault"
        )
    return orbits


def weights_by_orbit(
    problem: CoverProblem,
    option_group: Permutations,
    forced: Sequence[int] = (),
    places: Sequence[int] | None = None,
) -> tuple[int, ...] | None:
    """A weight for each option, so that some placements of one piece are enough to count all solutions.

    The number of solutions that contain ``forced`` is the sum, over these solutions, of the products of
    their options' weights. Weights are 1 but for the options that cover one item x: there one
    representative of each orbit has the orbit's size, the others have 0 and may be left out. None when no
    item serves, or when it would leave nothing out.

    x must be covered at most once in any solution, and the set A of the options that cover x must be kept
    by the whole group, which also keeps ``forced`` as a set; so x is a piece with at most one copy, or a
    cell that no member moves. Proof: g carries the solutions that contain o to those that contain g(o), so
    N(o), their number, is the same on each orbit in A. A solution contains no option of A or exactly one.
    So all = N(none of A) + sum over the orbits in A of |orbit| * N(representative); and the product of a
    solution's weights is 1, |orbit| or 0: 1 without an option of A, else the weight of that option.

    Of several such items, the one that leaves out the most options is taken. ``places[i]`` is when a
    memoised sweep comes to item i (default: i itself); an orbit's representative is the member that such
    a sweep reaches last. Until then no state has to tell whether x is covered. Measured on pentominoes,
    5 x 8 to 4 x 15, sweeping cell by cell with hopeless regions cut: this choice left 0.24 to 0.37 of the
    states, members that are done with first left 0.49 to 0.65 of them, and pieces with fewer options
    up to 0.9. Negated places give the members that are done with first.
    """
    if len(option_group) == 1:
        return None
    when = range(len(problem.items)) if places is None else places
    covering: list[list[int]] = [[] for _ in problem.items]
    coloured: set[int] = set()
    for option, uses in enumerate(problem.options):
        for item, colour in uses:
            covering[item].append(option)
            if colour:
                coloured.add(item)
    live = set(live_options(problem, forced))
    best = 0
    chosen: list[list[int]] = []
    for item, items in enumerate(covering):
        most = problem.bounds[item][1] if item < problem.primary else 1
        if most != 1 or item in coloured or not _kept(problem, item, items, option_group):
            continue
        orbits = orbits_of(items, option_group)
        left_out = sum(len(orbit) - 1 for orbit in orbits if orbit[0] in live)
        if left_out > best:
            best, chosen = left_out, orbits
    if not chosen:
        return None
    weights = [1] * len(problem.options)
    for orbit in chosen:
        for option in orbit:
            weights[option] = 0
        weights[max(orbit, key=lambda o: sorted([when[item] for item, _ in problem.options[o]]))] = len(orbit)
    return tuple(weights)


def _kept(problem: CoverProblem, item: int, numbers: Sequence[int], group: Permutations) -> bool:
    """Whether every member carries the options that cover an item to such options."""
    # Most items are moved by some member, and then often their first option already shows it.
    if not numbers or any(all(item != i for i, _ in problem.options[member[numbers[0]]]) for member in group):
        return False
    options = set(numbers)
    return all(member[option] in options for option in numbers for member in group)
