"""Fewest painted cells of m x n strips so that no tromino of unpainted cells is left, for all n.

python prove.py

For each state of the last column the fewest painted cells of the first n columns are kept. If the costs
of all states after n + p columns are those after n columns and c more, they are so for ever, as each
column depends on the one before alone: a(n + p) = a(n) + c for all n from then on.
"""

from __future__ import annotations

from functools import cache
from itertools import product

Column = tuple[int, ...]  # 0 painted, 1 unpainted without an unpainted neighbour so far, 2 with one


def built(before: Column) -> set[Column]:
    """The states of the next column."""
    columns = set()
    for free in product((False, True), repeat=len(before)):
        column = [0] * len(before)
        for row, here in enumerate(free):
            neighbours = [before[row]] if here and before[row] else []
            neighbours += [column[row - 1]] if here and row and column[row - 1] else []
            if len(neighbours) > 1 or 2 in neighbours:
                break
            column[row] = 1 + len(neighbours) if here else 0
            if here and row and column[row - 1]:
                column[row - 1] = 2
        else:
            columns.add(tuple(column))
    return columns


def prove(rows: int) -> tuple[list[int], int, int, int]:
    """The terms from n = 0 on, and n, p and c of the proof."""
    further = cache(built)
    costs: dict[Column, int] = {(0,) * rows: 0}
    history = [costs]
    while True:
        after: dict[Column, int] = {}
        for column, cost in history[-1].items():
            for low in further(column):
                total = cost + low.count(0)
                if total < after.get(low, total + 1):
                    after[low] = total
        for back, old in enumerate(reversed(history), 1):
            gaps = {after[column] - old[column] for column in after if column in old}
            if after.keys() == old.keys() and len(gaps) == 1:
                history.append(after)
                return [min(each.values()) for each in history], len(history) - 1 - back, back, gaps.pop()
        history.append(after)


def main() -> None:
    """Prove all strips of up to nine rows."""
    for rows in range(1, 10):
        terms, start, period, cost = prove(rows)
        while len(terms) < 26:
            terms.append(terms[-period] + cost)
        print(f"{rows} x n: a(n + {period}) = a(n) + {cost} for n from {start} on;", *terms[1:13])
        print(f"  {rows} x 25: {terms[25]}")


if __name__ == "__main__":
    main()
