"""Solutions that a filter keeps (``--only``): what was found of them, in captions, files, lines and JSON."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.cli.answers import summary, symmetry_text
from tilewright.cli.levels import level_keys, level_range, level_table
from tilewright.cli.output import OutputWriter, PictureWriter
from tilewright.errors import DamagedError
from tilewright.wording import counted

if TYPE_CHECKING:
    from tilewright.cli.progress import ProgressMonitor
    from tilewright.cli.search import SearchOptions
    from tilewright.model.exact_cover_puzzle import AnyPuzzle
    from tilewright.model.levels import Levels
    from tilewright.model.puzzle import Solution
    from tilewright.solving.api import Answer
    from tilewright.solving.questions import Kept
    from tilewright.solving.strategies.filtering import FilterResult, SolutionDocument


CSV = ".csv"


class KeptSolutions:
    """What a filter found of the solutions that a command outputs.

    UnsupportedError when one of the ``outputs`` is of a kind that cannot hold the puzzle.
    """

    def __init__(self, name: str, puzzle: AnyPuzzle, outputs: Sequence[Path] = ()) -> None:
        """``name`` is that of the filter."""
        from tilewright.model.exact_cover_puzzle import require_board
        from tilewright.solving.strategies.filtering import filter_named

        self._puzzle, self._filter = require_board(puzzle), filter_named(name)
        self.suffixes = (*self._filter.documents, CSV)
        self._levels: dict[Solution, Levels] = {}
        self._kept: Kept
        written = {output.suffix.lower() for output in outputs}
        self._documents: dict[str, SolutionDocument] = {
            suffix: make(self._puzzle) for suffix, make in self._filter.documents.items() if suffix in written
        }
        self._entries: dict[str, dict[Solution, str]] = {suffix: {} for suffix in self._documents}

    @property
    def level_texts(self) -> list[str]:
        """The levels of the solutions in the order in which they were written."""
        from tilewright.model.levels import levels_text

        return list(map(levels_text, self._levels.values()))

    @property
    def keys(self) -> dict[str, object]:
        """The keys of the JSON object that a filter adds to those of a search."""
        kept = self._kept
        return {
            "examined": kept.examined,
            "undecided": kept.undecided,
            "by_level": level_keys(kept.levels),
        }

    def find(
        self,
        options: SearchOptions,
        monitor: ProgressMonitor,
        limit: int | None,
        write: Callable[[Solution], object] | None = None,
        sort: str | None = None,
    ) -> Answer:
        """Find up to ``limit`` solutions that the options keep, and write each; with ``sort`` in the end."""
        from tilewright.solving.keywords import solve_filtered

        def sink(solution: Solution, result: FilterResult) -> None:
            self.add(solution, result)
            if write is not None and sort is None:
                write(solution)

        wanted = level_range(options.min_level, options.max_level)
        keywords = options.keywords(solve_filtered, monitor, limit)
        answer = solve_filtered(self._puzzle, self._filter, sink=sink, wanted=wanted, **keywords)
        assert answer.kept is not None
        self._kept = answer.kept
        if write is not None and sort is not None:
            self._sort(sort)
            for solution in self._levels:
                write(solution)
        return answer

    @property
    def levels(self) -> list[Levels]:
        """The levels of the solutions in the order in which they were written."""
        return list(self._levels.values())

    def examined(self, stored: Iterable[tuple[Solution, Levels]], sort: str | None) -> Iterator[Solution]:
        """Take solutions with levels that are known already, in the order of ``sort``.

        They are examined again only where a file needs more than the levels; DamagedError when these differ.
        """
        if sort is not None:
            stored = list(stored)
            self._levels = dict(stored)
            self._sort(sort)
            stored = list(self._levels.items())
            self._levels = {}
        examiner = None
        if self._documents:
            examiner = self._filter.examiner(self._puzzle, self._filter.max_bytes)
        for solution, levels in stored:
            self._levels[solution] = levels
            if examiner is not None:
                value = examiner.examine(solution, lambda: None)
                if value.levels != levels:
                    raise DamagedError(
                        f"a solution has the levels {'.'.join(map(str, levels))} in the run database, but "
                        f"{'.'.join(map(str, value.levels)) or 'none'} when it is examined again"
                    )
                self.add(solution, value)
            yield solution

    def add(self, solution: Solution, result: FilterResult) -> None:
        """Take what was found of a solution, before it is written."""
        self._levels[solution] = result.levels
        for suffix, document in self._documents.items():
            self._entries[suffix][solution] = document.entry(result)

    def _sort(self, order: str) -> None:
        from tilewright.model.levels import in_order

        self._levels = dict(in_order(self._levels.items(), order))

    def caption(self, solution: Solution) -> str:
        """The line above the drawing of a solution."""
        from tilewright.model.levels import levels_text

        return f"level {levels_text(self._levels[solution])}"

    def document_writer(self, output: Path) -> OutputWriter[Solution]:
        """Writes a file of a kind that the filter knows."""
        suffix = output.suffix.lower()

        def text(solutions: Sequence[Solution], total: int) -> str:
            if suffix == CSV:
                return self._csv()
            entries = self._entries[suffix]
            return self._documents[suffix].text([entries[solution] for solution in solutions])

        return PictureWriter(text, path=output, limit=sys.maxsize)

    def _csv(self) -> str:
        """The levels as CSV, a line for each solution in the order in which they were written."""
        rows = zip(self._levels.values(), self.level_texts, strict=True)
        lines = (f"{at},{own[0]},{sum(own)},{text}\n" for at, (own, text) in enumerate(rows, start=1))
        return "".join(["number,level,moves,levels\n", *lines])

    def summary(self, options: SearchOptions, answer: Answer, question: str) -> str:
        """A table of levels, and the counts: ``28 solutions, 4 of 19 up to symmetry (4 rotations)``."""
        kept = self._kept
        if not kept.examined or (question == "first" and kept.levels):
            return summary(options, self._puzzle, answer, question)
        orbits = f"{len(kept.levels):,} of {kept.examined:,} up to symmetry"
        text = f"{counted(answer.solutions or 0, 'solution')}, {orbits} ({symmetry_text(self._puzzle)})"
        if options.labelled and kept.levels:
            text += f"; {answer.labelled:,} with identical copies distinct"
        text += "" if answer.status.value == "complete" else " so far"
        line = summary(options, self._puzzle, answer, question, result=text)
        return "\n".join([*level_table(kept.levels, "solutions"), line])
