"""The checkpoint of a survey: which assemblies were taken apart, and their levels."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from tilewright.errors import CheckpointError
from tilewright.exact_cover.translation import Cover, to_cover
from tilewright.families.assembly.disassembly import Verdict
from tilewright.families.assembly.tally import Tally
from tilewright.model.lattices import Cell
from tilewright.model.puzzle import Puzzle
from tilewright.solving.engines.checkpoint import (
    OTHER_PUZZLE,
    About,
    CheckpointFile,
    OtherSearchError,
    open_checkpoint,
    seconds_of,
    sha256,
    whole_number,
)
from tilewright.solving.questions import puzzle_words
from tilewright.solving.steps import Control
from tilewright.wording import counted

KIND = "disassembly"


class Order:
    """A digest of assemblies in their order: a resumed survey must meet the same ones again."""

    def __init__(self) -> None:
        self._hash = sha256()
        self._words: dict[int, tuple[Cell, str]] = {}

    def add(self, cover: Cover, batch: Iterable[Sequence[int]]) -> None:
        """Go on by some assemblies; the first cell of each piece tells one from its neighbours."""
        for options in batch:
            words = [
                self._words.get(option) or self._word(cover, option) for option in cover.placing(options)
            ]
            words.sort()
            self._hash.update(f"[{', '.join([word for _, word in words])}]".encode())

    def _word(self, cover: Cover, option: int) -> tuple[Cell, str]:
        placement = cover.placements[option]
        cell = placement.cells[0]
        word = self._words[option] = cell, repr((placement.piece, cell))
        return word

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()


class SurveyCheckpoint:
    """Writes the state of a survey to a file now and then, and reads it when the survey is resumed.

    The file is written when it ``is_due`` and at the end. All assemblies are added to ``order``.
    CheckpointError when the file that is resumed from is damaged or belongs to another puzzle.
    """

    def __init__(
        self, puzzle: Puzzle, control: Control, *, least_total: bool = False, rotations: bool = False
    ) -> None:
        self._rotations = rotations
        self._file, self._least_total, self._mirrors = CheckpointFile(control), least_total, puzzle.mirrors
        self._source = resume = control.resume
        groups = [(piece.name, piece.groups) for piece in puzzle.pieces]
        content = f"{to_cover(puzzle).problem.digest} {groups!r}"
        self._puzzle = sha256(content.encode()).hexdigest()
        self._steps_suffice = puzzle.lattice.steps_suffice_for == math.inf
        self.tally, self.order = Tally(), Order()
        self._saved_order = self.order.digest
        if resume is not None:
            self.tally, self._saved_order = self._load(resume)
            self._file.resumed(_about(self.tally))

    def _load(self, path: Path) -> tuple[Tally, str]:
        """What a checkpoint of this survey holds, and the digest of the order of its assemblies."""
        with open_checkpoint(path, KIND) as (_, read):
            body = json.loads(read(-1))
            if body["puzzle"] != self._puzzle:
                raise OtherSearchError(path, OTHER_PUZZLE)
            if body.get("least_total", False) != self._least_total:
                other = "without" if self._least_total else "with"
                raise OtherSearchError(path, f"it was made {other} the least total of moves")
            if body.get("rotations", False) != self._rotations:
                other = "without" if self._rotations else "with"
                raise OtherSearchError(path, f"it was made {other} rotations")
            if body.get("mirrors", self._mirrors) != self._mirrors:  # files of earlier versions do not say
                raise OtherSearchError(path, "it treats mirror images otherwise")
            return _tally(body, self._steps_suffice), str(body["order"])

    def check(self) -> None:
        """CheckpointError unless the assemblies that were added are those of the file."""
        if self.order.digest != self._saved_order:
            raise CheckpointError(
                f"the checkpoint {self._source} lists the assemblies in another order; "
                "it was made by another version of tilewright"
            )

    @property
    def is_due(self) -> bool:
        return self._file.is_due

    def write(self, tally: Tally, *, complete: bool = False) -> None:
        """Write the file; OutputError when that fails."""
        pairs = {"levels": list(tally.levels.items()), "open_totals": list(tally.open_totals.items())}
        fields = {**vars(tally), **pairs, "least_total": self._least_total, "mirrors": self._mirrors}
        if self._rotations:
            fields["rotations"] = True
        body = json.dumps(
            {**fields, "puzzle": self._puzzle, "order": self.order.digest}, separators=(",", ":")
        )
        self._file.write(KIND, {}, lambda write: write(body.encode()), _about(tally, complete=complete))


def question_of(puzzle: Puzzle, *, least_total: bool, rotations: bool = False) -> str:
    """What a survey is about, in words."""
    words = (
        f"take the assemblies of {puzzle_words(puzzle)} apart" + " by translations and rotations" * rotations
    )
    return words + " in the fewest moves for all parts together" * least_total


def _about(tally: Tally, *, complete: bool = False) -> About:
    """How far a survey is, in words."""
    words = f"{counted(tally.assemblies, 'assembly', 'assemblies')}, {len(tally.levels):,} of them come apart"
    if not tally.assemblies and not complete:
        words = ""
    return About("", words, tally.seconds, complete)


def _tally(fields: dict[str, Any], steps_suffice: bool) -> Tally:  # noqa: FBT001
    levels = {
        whole_number(number): tuple(map(whole_number, moves))
        for number, moves in map(tuple, fields["levels"])
    }
    tally = Tally(
        whole_number(fields["assemblies"]),
        levels,
        whole_number(fields["undecided"]),
        whole_number(fields["states"]),
        seconds_of(fields["seconds"]),
        {whole_number(number): whole_number(least) for number, least in fields.get("open_totals", ())},
    )
    if "verdicts" in fields:
        tally.verdicts = {Verdict(word): whole_number(count) for word, count in fields["verdicts"].items()}
    elif rest := tally.assemblies - len(levels) - tally.undecided:  # of a version that kept none
        tally.verdicts = {Verdict.NO_TRANSLATIONS if steps_suffice else Verdict.THESE_MOVES: rest}
    if any(not 1 <= number <= tally.assemblies or not moves for number, moves in levels.items()):
        raise ValueError(levels)
    return tally
