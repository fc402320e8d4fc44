"""How long after their time limit, and after Ctrl-C, commands end that have much to prepare.

``make bench`` measures it: each command with ``--time``, on puzzles that are heavy for it, once with that
limit, and once without it, when it gets SIGINT after as long. The target is half a second for both. On a busy
machine the seconds of the processor that the command spends after the limit say more than those of the clock.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import click

TIMES_S = (1.0, 2.5)
"""Time limits: other stages of the preparation are under way at each."""
TARGET_S = 0.5
GIVEN_UP_S = 30.0  # after the time limit
REFUSED = 2  # the exit code for wrong words: nothing is measured then
FIFO = "pipe.txt"
MODEL = "model.lp"
"""A named pipe to which nobody writes."""
BOARD, GRID, PIPS = "board.txt", "grid.txt", "pips.txt"
"""A large board of a vanishing game, a large grid of dominosa, and a double-6 set on one large region."""
TILINGS = "tilings.toml"
"""A large rectangle for dominoes."""

PUZZLES = ("catalog:heptominoes-three-11x23", "catalog:heptominoes-19x40-four-holes", FIFO)
BOARDS, GRIDS = (BOARD, FIFO), (GRID,)
CASES: dict[str, tuple[str, ...]] = {
    "solve": (
        *(f"{puzzle}{options}" for puzzle in PUZZLES for options in ("", " --all --unique")),
        *(f"{puzzle} --all --checkpoint saved" for puzzle in PUZZLES),
    ),
    "count": (
        *(f"{puzzle}{options}" for puzzle in PUZZLES for options in ("", " --unique", " --confirm")),
        *(f"{puzzle} --checkpoint saved" for puzzle in PUZZLES),
        f"{PUZZLES[0]} --engine frontier",
        f"{PUZZLES[0]} --engine frontier --modulo 7",
    ),
    "table": (f"{PUZZLES[0]} -o table.tsv", PUZZLES[1]),  # the limit is that of a row
    "series": (
        "NxN --pieces pentominoes --n 9..15",
        "4x4xN --pieces dominoes --n 1..40",
        "9xN --pieces pentominoes --n 1..2",
    ),
    "run start": tuple(
        f"{puzzle}{options} --db runs.db" for puzzle in PUZZLES for options in ("", " --unique")
    ),
    "optimise": PUZZLES,
    "sample": (*PUZZLES, TILINGS),
    "shuffle": ("3000 -n 3",),
    "heights": (TILINGS, FIFO),
    "flips": (f"{TILINGS} --most 100000000", FIFO),
    "estimate": (*PUZZLES, f"{PUZZLES[0]} --engine frontier", f"{PUZZLES[0]} --unique"),
    "explain": (
        *(f"{puzzle} --count" for puzzle in PUZZLES),
        *(f"{puzzle} --all --run" for puzzle in PUZZLES),
    ),
    "why": PUZZLES,
    "forced": PUZZLES,
    "reduce": PUZZLES,
    "polyforms": (
        "20 --lattice cube",
        "36 --count",
        "36 --count --no-holes",
        "20 --count --lattice sphere",
        "20 --count --lattice rhombic-tetrahedron",
    ),
    "polyform": ("drawing:#.....\\n######\\n..#... --copies 40",),
    "gunport": (
        "40x40",
        "17x17 --no-slide",
        "18x18 --no-slide",
        "16x16 --count --engine frontier",
        "14x14 --model monomino --solver cp-sat",
        "14x14 --model monomino --solver highs",
    ),
    "gunport table": ("--max 40 --quiet",),
    "gunport compare": ("--boards 12x12 --models monomino --solvers cp-sat",),
    "gunport solve-model": (f"{MODEL} --solver cp-sat", f"{MODEL} --solver highs", FIFO),
    "gunport join": ("6x40 40x40 --overlap 0 --no-library", "16x16 16x16 --no-library"),
    "gunport pattern": ("8x8", "10x11 --no-slide --memory 20G"),
    "vanish solve": (*BOARDS, *(f"{BOARD} --approx {name}" for name in ("beam", "neighbourhoods", "random"))),
    "vanish compare": (BOARD,),
    "vanish why": BOARDS,
    "vanish estimate": BOARDS,
    "vanish graph": (*BOARDS, f"{BOARD} --max-states 3000000 -o states.dot"),
    "dominosa count": GRIDS,
    "dominosa forced": GRIDS,
    "dominosa list": (f"{GRID} --limit 1000000",),
    "dominosa solve": GRIDS,
    "dominosa maximise": ("7", "4 --prove"),
    "pips count": (PIPS, f"{PIPS} --confirm"),
    "pips solve": (f"{PIPS} --all --quiet",),
    "pips explain": (PIPS,),
    "disassemble": ("catalog:y-pentacubes-5x5x5 --all", "catalog:conway-5x5x5 --all --least-total", FIFO),
    "assembly positions": ("catalog:conway-5x5x5 --ways 1000000 --max-positions 1000000000", FIFO),
    "assembly search": ("--sticks notchable", "--sticks usable --grow", FIFO),
}
"""Each command with ``--time``: what follows it. A test compares the names with the program's commands."""
WITHOUT_CASES = {
    "run resume": "it does what 'run start' does after its preparation",
    "vanish play": "the time is that of each hint, which it reads lines for",
}


def timed_commands() -> list[str]:
    """The words of all commands of the program that have ``--time``."""
    from tilewright.cli.program import program

    def commands_below(command: click.Command, words: str) -> Iterator[str]:
        if any("--time" in parameter.opts for parameter in command.params):
            yield words
        if isinstance(command, click.Group):
            context = click.Context(command)
            for name in command.list_commands(context):
                below = command.get_command(context, name)
                if below is not None:
                    yield from commands_below(below, f"{words} {name}".strip())

    return list(commands_below(program, ""))


@dataclass(frozen=True)
class Delay:
    """Seconds from the limit or the signal to the end of a command; negative: it ended before.

    ``processor`` are those that its threads spent on the processor in that time, together.
    """

    seconds: float
    processor: float
    code: int | None

    @property
    def is_late(self) -> bool:
        return self.code in (None, REFUSED) or self.seconds > TARGET_S

    @property
    def is_busy(self) -> bool:
        """Whether it is late by its own work, and not only because the machine has other work."""
        return self.is_late and (self.code in (None, REFUSED) or self.processor > TARGET_S)

    @property
    def text(self) -> str:
        if self.code is None:
            return f"**over {GIVEN_UP_S:.0f} s** ({self.processor:.2f} s)"
        if self.code == REFUSED:
            return "**refused**"
        if self.seconds <= -TARGET_S:
            return "ended before"
        shown = f"{max(0.0, self.seconds):.2f} s"
        return f"**{shown}** ({self.processor:.2f} s)" if self.is_late else shown


@contextmanager
def _folder() -> Iterator[Path]:
    from tilewright.families.dominosa.puzzle import NumberGrid
    from tilewright.families.gunport.board import GunportBoard, Rules
    from tilewright.families.gunport.models import build_model
    from tilewright.families.gunport.registry import ModelChoice
    from tilewright.families.vanishing.files import dumps
    from tilewright.families.vanishing.generation import BoardSpec, random_board
    from tilewright.formats import save
    from tilewright.formats.integer_program import write_program
    from tilewright.generators import boxes

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.mkfifo(folder / FIFO)
        model = build_model(ModelChoice("monomino"), GunportBoard.rectangle(14, 14), Rules())
        write_program(model.program, folder / MODEL)
        save(boxes.dominoes((250, 250)), folder / TILINGS)
        (folder / BOARD).write_text(dumps(random_board(BoardSpec(100, 100), seed=1)))
        largest = 20
        dominoes = [(a, b) for a in range(largest + 1) for b in range(a + 1)]
        Random(1).shuffle(dominoes)
        numbers = [number for domino in dominoes for number in domino]  # lying side by side: a solution
        (folder / GRID).write_text(str(NumberGrid.filled(numbers, largest + 2)))
        rows = "\n".join(["A" * 8] * 7)
        (folder / PIPS).write_text(f"{rows}\n" + " ".join(f"{a}-{b}" for b in range(7) for a in range(b + 1)))
        yield folder


def _processor_s(pid: int) -> float:
    """The seconds of the processor that a process has spent so far; 0 where there is no such process."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def delay(words: str, after_s: float, *, interrupt: bool) -> Delay:
    """How long after ``after_s`` seconds a command ends: by ``--time``, or by SIGINT."""
    line = [sys.executable, "-m", "tilewright", *words.split()]
    line += [] if interrupt else ["--time", str(after_s)]
    with _folder() as folder:
        start = time.monotonic()
        process = subprocess.Popen(line, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with process:
            while (passed := time.monotonic() - start) < after_s and not _has_ended(process):
                time.sleep(min(0.01, after_s - passed))
            spent = _processor_s(process.pid)
            if interrupt and not _has_ended(process):
                process.send_signal(signal.SIGINT)
            while not _has_ended(process) and time.monotonic() - start < after_s + GIVEN_UP_S:
                time.sleep(0.005)
            late_s = time.monotonic() - start - after_s
            processor = _processor_s(process.pid) - spent  # before anybody waits for it
            if not _has_ended(process):
                process.kill()
                return Delay(GIVEN_UP_S, processor, None)
            return Delay(late_s, processor, process.wait())


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Whether a process has ended; it is still to be waited for then, so that its times can be read."""
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def cases() -> list[str]:
    """The words of the commands that are measured."""
    return [f"{command} {rest}" for command, rests in CASES.items() for rest in rests]


def measure(only: str = "") -> str:
    """The delays as a table in Markdown, and how many are above the target; ``only`` of some commands."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a shell, and below it
        signal.signal(signal.SIGINT, signal.default_int_handler)
    columns = [(seconds, interrupt) for interrupt in (False, True) for seconds in TIMES_S]
    heads = [f"{'Ctrl-C after' if interrupt else '--time'} {seconds:g} s" for seconds, interrupt in columns]
    lines = [f"| command | {' | '.join(heads)} |", f"|---|{'---:|' * len(heads)}"]
    late = busy = total = 0
    for words in cases():
        if not words.startswith(only):
            continue
        delays = [delay(words, seconds, interrupt=interrupt) for seconds, interrupt in columns]
        late += sum(one.is_late for one in delays)
        busy += sum(one.is_busy for one in delays)
        total += len(delays)
        lines.append(f"| `{words}` | {' | '.join(one.text for one in delays)} |")
        print(lines[-1], file=sys.stderr, flush=True)
    text = (
        f"Delays after the limit or the signal; {total - late} of {total} are within {TARGET_S:g} s, and "
        f"{total - busy} with the seconds of the processor that the command spent after it, in brackets."
    )
    return "\n".join([text, "", *lines])


if __name__ == "__main__":
    print(measure(" ".join(sys.argv[1:])))
