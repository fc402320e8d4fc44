"""All tori of up to 4x6 against the brute force of the tests, which take only those of up to 3x4.

For each size: the fewest dominoes with each shift, first where they may slide, then where they may not.
Numbers of arrangements are compared as well.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from support.tori import arrangements
from tilewright.families.gunport.board import Rules
from tilewright.families.gunport.engines.torus_search import best_pattern
from tilewright.families.gunport.torus import Torus

ROWS, COLUMNS = 4, 6


def main() -> None:
    """Print a line for each size; RuntimeError where the two disagree."""
    for rows in range(1, ROWS + 1):
        for columns in range(1, COLUMNS + 1):
            start, line = time.perf_counter(), []
            for shift in range(columns):
                for no_slide in (False, True):
                    expected = arrangements(rows, columns, shift, no_slide=no_slide)
                    fewest = min(expected, default=None)
                    optima = 0 if fewest is None else expected[fewest]
                    for count in (True, False):
                        answer = best_pattern(
                            Torus(rows, columns, shift), Rules(no_slide=no_slide), count=count
                        )
                        if (
                            answer.pieces != fewest
                            or answer.optima not in (None, optima)
                            or not answer.proven
                        ):
                            raise RuntimeError(
                                f"{answer.torus.name}, {no_slide=}: {answer.pieces}, not {fewest}"
                            )
                    line.append(f"{fewest}")
            print(f"{rows}x{columns}: {' '.join(line)}   {time.perf_counter() - start:.1f} s", flush=True)


if __name__ == "__main__":
    main()
