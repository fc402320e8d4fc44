"""Step 7: the same, by Tilewright.

The core has each of these steps as an engine, in C++: it steps, so that it can be stopped, saved and divided
at any node. Before it begins it looks at the problem: a short search shows how large the tree is, and how
many states a sweep would have; then it chooses. ``explain`` shows the choice with its reasons.

    docs/explanation/engines.md has the engines and their literature.
"""

from __future__ import annotations

import tilewright
from cover_problems import pentominoes


# The options of these steps are what ``ExactCoverPuzzle.of`` takes. ``dense`` and ``dancing-cells`` visit
# about as many nodes as steps 3 and 4, as they choose items in the same way but for ties;
# ``forward-checking`` looks one step ahead, and visits far fewer, each of which takes longer.
def main() -> None:
    """The 3 x 20 rectangle by several engines, and the chessboard by the one that is chosen."""
    options = {name: sorted(covered, key=str) for name, covered in pentominoes(20, 3).items()}
    puzzle = tilewright.ExactCoverPuzzle.of(options)
    for engine in ("dancing-cells", "dense", "forward-checking"):
        answer = tilewright.count(puzzle, engine=engine, threads=1)
        print(f"{engine}: {answer.solutions} solutions in {answer.nodes} nodes")
    chessboard = tilewright.load("catalog:dominoes-8x8")
    answer = tilewright.count(chessboard)
    print(f"{answer.engine}: {answer.solutions:,} solutions")
    print(f"reason: {tilewright.explain(chessboard, 'count').root.reason}")


if __name__ == "__main__":
    main()
