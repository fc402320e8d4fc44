"""What came of a question that a table of states answers, as ``optimise`` and ``sample`` tell it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli import exit_codes
from tilewright.cli.quantities import counted, percent, span
from tilewright.cli.report import note, print_json
from tilewright.cli.search import Request, hint_at_use, tell_memory
from tilewright.cli.solution_output import write_solutions
from tilewright.cli.solution_text import Wording
from tilewright.cli.watch import Watch

if TYPE_CHECKING:
    from tilewright.model.exact_cover_puzzle import AnyPuzzle
    from tilewright.model.puzzle import Solution
    from tilewright.solve.api import Optimum, Sample


@dataclass(frozen=True)
class Telling:
    """Where it goes: into a file, into one JSON object, or on the screen, worded as was asked for."""

    wording: Wording
    output: Path | None
    as_json: bool
    sheet: int = 1  # solutions in a picture
    view: str | None = None

    def tell(
        self,
        answer: Optimum | Sample,
        solutions: Sequence[Solution],
        *,
        heading: Mapping[str, object],
        body: Mapping[str, object],
        words: str,
    ) -> None:
        """Put out the solutions, then what was found: ``words``, or in JSON ``heading`` and ``body``."""
        written = write_solutions(
            self.wording,
            solutions,
            output=self.output,
            sheet=self.sheet,
            view=self.view,
            heading=heading if self.as_json else None,
        )
        if self.as_json:
            body = {**body, **_counts(answer), "output": None if self.output is None else str(self.output)}
            print_json(body if self.output is None else {**heading, **body})
        else:
            click.echo(f"{words}   {_effort(answer)}", err=self.wording.pure)
            if written:
                click.echo(written)


def _counts(answer: Optimum | Sample) -> dict[str, object]:
    """The keys that say what it took."""
    return {
        "states": answer.states,
        "seconds": round(answer.seconds, 6),
        "share": answer.share,
        "engine": answer.engine,
        "engine_reason": answer.reason,
        "note": answer.note,
    }


def _effort(answer: Optimum | Sample) -> str:
    """What it took: ``0.12 s, 1,234 states, frontier``."""
    return f"{span(answer.seconds)}, {counted(answer.states, 'state')}, {answer.engine}"


def explain_end(
    request: Request, puzzle: AnyPuzzle, answer: Optimum | Sample, watch: Watch, *, found: bool
) -> int:
    """Say on stderr why it was not answered, or only in part, or what may be wrong; the exit code."""
    code = exit_codes.code_of(answer.status, found=found)
    if answer.status.value == "cancelled":
        code = watch.stop_code
        note(f"stopped after {percent(answer.share)} of the search")
    elif answer.status.value == "limit":
        note(f"a limit ended the search after {percent(answer.share)} of it")
    tell_memory(answer)
    if answer.status.value == "complete" and not found:
        hint_at_use(request, puzzle)
    return code
