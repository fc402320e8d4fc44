"""Small cover problems of every kind, and their solutions by trying every subset of the options."""

from __future__ import annotations

from itertools import combinations

from hypothesis import strategies as st

from tilewright.exact_cover.problem import CoverProblem, Use


@st.composite
def problems(draw: st.DrawFn, *, plain: bool = False, most_options: int = 9) -> CoverProblem:
    primary = draw(st.integers(1, 4))
    secondary = draw(st.integers(0, 2))
    bound = st.just((1, 1)) if plain else st.sampled_from([(1, 1), (1, 1), (0, 1), (1, 2), (0, 2), (2, 2)])
    bounds = tuple(draw(bound) for _ in range(primary))
    options: list[tuple[Use, ...]] = []
    for _ in range(draw(st.integers(0, most_options))):
        numbers = draw(st.sets(st.integers(0, primary - 1), min_size=1, max_size=3))
        extra = draw(st.sets(st.integers(primary, primary + secondary - 1))) if secondary else set()
        colour = st.just(0) if plain else st.integers(0, 2)
        options.append(
            tuple((i, 0) for i in sorted(numbers)) + tuple((i, draw(colour)) for i in sorted(extra))
        )
    names = tuple(f"i{i}" for i in range(primary + secondary))
    return CoverProblem(names, bounds, tuple(options))


def by_definition(problem: CoverProblem) -> set[tuple[int, ...]]:
    """All subsets of the options that are solutions, by trying every subset."""
    solutions = set()
    numbers = range(len(problem.options))
    for size in range(len(problem.options) + 1):
        for chosen in combinations(numbers, size):
            uses: dict[int, list[int]] = {}
            for option in chosen:
                for item, colour in problem.options[option]:
                    uses.setdefault(item, []).append(colour)
            fits = all(
                least <= len(uses.get(item, [])) <= most for item, (least, most) in enumerate(problem.bounds)
            )
            agrees = all(
                len(colours) <= 1 or (0 not in colours and len(set(colours)) == 1)
                for item, colours in uses.items()
                if item >= problem.primary
            )
            if fits and agrees:
                solutions.add(chosen)
    return solutions
