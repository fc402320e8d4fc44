"""Fewest dominoes in m x n strips so that no more fits, for all n.

python prove.py

For each state of the last column the fewest dominoes that begin in the first n columns are kept. If the
costs of all states after n + p columns are those after n columns and c more, they are so for ever, as
each column depends on the one before alone: a(n + p) = a(n) + c for all n from then on.
"""

from __future__ import annotations

from functools import cache

Column = tuple[int, ...]  # 0 vacant, 1 covered, 2 the left half of a domino


def built(before: Column) -> dict[Column, int]:
    """The states of the next column, with the fewest dominoes that begin in it."""
    columns: dict[Column, int] = {}

    def fill(cells: Column, cost: int) -> None:
        row = len(cells)
        if row == len(before):
            columns[cells] = min(cost, columns.get(cells, cost))
        elif before[row] == 2:
            fill((*cells, 1), cost)
        else:
            fill((*cells, 2), cost + 1)
            if before[row] and (row == 0 or cells[-1]):
                fill((*cells, 0), cost)
            if row + 1 < len(before) and before[row + 1] != 2:
                fill((*cells, 1, 1), cost + 1)

    fill((), 0)
    return columns


def prove(rows: int) -> tuple[list[int], int, int, int]:
    """The terms from n = 0 on, and n, p and c of the proof."""
    further = cache(built)
    history: list[dict[Column, int]] = [{(1,) * rows: 0}]
    while True:
        after: dict[Column, int] = {}
        for column, cost in history[-1].items():
            for low, more in further(column).items():
                if cost + more < after.get(low, cost + more + 1):
                    after[low] = cost + more
        history.append(after)
        for back in range(1, len(history)):
            old = history[-1 - back]
            gaps = {after[column] - old[column] for column in after if column in old}
            if after.keys() == old.keys() and len(gaps) == 1:
                ends = [min(cost for column, cost in each.items() if 2 not in column) for each in history]
                return ends, len(history) - 1 - back, back, gaps.pop()


def main() -> None:
    """Prove all strips of up to ten rows."""
    for rows in range(1, 11):
        terms, start, period, cost = prove(rows)
        while len(terms) < 26:
            terms.append(terms[-period] + cost)
        print(f"{rows} x n: a(n + {period}) = a(n) + {cost} for n from {start} on;", *terms[1:13])
        print(f"  {rows} x 25: {terms[25]}")


if __name__ == "__main__":
    main()
