"""Damaged files: puzzles in every format, and checkpoints of searches and sweeps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from attack_section import Section
from support.puzzle_cases import piece, rectangle
from support.reader_cases import READ, SAMPLES, check, damaged_text
from tilewright.errors import FormatError, TilewrightError
from tilewright.formats.files import choose
from tilewright.model.puzzle import Puzzle
from tilewright.solving import api
from tilewright.solving.steps import Limits, Status


def attack(section: Section) -> None:
    """Readers and checkpoints in turn until the time is over."""
    every = [text for samples in SAMPLES.values() for text in samples]
    with TemporaryDirectory() as folder:
        checkpoints = [
            interrupted(Path(folder), engine, nodes)
            for engine, nodes in (("frontier", 60), ("dense", 50), ("dancing-cells", 50))
        ]
        while section.active:
            for _ in range(50):
                name = section.dice.choice(READ)
                text = damaged_text(section.dice, SAMPLES[name] if section.dice.randrange(5) else every)
                section.tried["damaged texts"] += 1
                failing_text(section, f"reading {name}", text, partial(check, name))
                section.tried["detections"] += 1
                failing_text(section, "detection", text, detected)
            for case in checkpoints:
                damaged_checkpoint(section, case)


def detected(text: str) -> None:
    """Choose a format by content; a text that none has is refused."""
    try:
        choose("", text)
    except FormatError as error:
        assert error.message


def failing_text(section: Section, kind: str, text: str, read: Callable[[str], None]) -> None:
    """Note a text that is not read as it should be, shortened as far as it fails in the same way."""
    error = error_of(read, text)
    if error is None:
        return
    size = len(text) // 2
    while size:
        for start in range(0, len(text), size):
            shorter = text[:start] + text[start + size :]
            other = error_of(read, shorter)
            if type(other) is type(error):
                text = shorter
                break
        else:
            size //= 2
    section.fail(f"{kind}: {type(error).__name__}", repr(error), repr(text))


def error_of(read: Callable[[str], None], text: str) -> Exception | None:
    """The exception that reading a text raises."""
    try:
        read(text)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what an attack looks for
        return error
    return None


@dataclass(frozen=True)
class Checkpoint:
    """A checkpoint of a count, whole, with the number that it should come to."""

    puzzle: Puzzle
    engine: str
    path: Path
    content: bytes
    solutions: int


def interrupted(folder: Path, engine: str, nodes: int) -> Checkpoint:
    """A count of domino tilings that was interrupted."""
    puzzle = Puzzle(rectangle(6, 6), (piece("d", "##", copies=18),))
    path = folder / f"{engine}.checkpoint"
    stopped = api.count(puzzle, engine=engine, threads=1, checkpoint=path, limits=Limits(nodes=nodes))
    assert stopped.status is Status.LIMIT
    return Checkpoint(puzzle, engine, path, path.read_bytes(), 6728)  # OEIS A004003


def damaged_checkpoint(section: Section, case: Checkpoint) -> None:
    """Resume from a damaged checkpoint: the right number or a refusal."""
    dice, content = section.dice, bytearray(case.content)
    match dice.randrange(4):
        case 0:
            content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
        case 1:
            del content[dice.randrange(len(content)) :]
        case 2:
            start = dice.randrange(len(content))
            content[start : start + dice.randrange(64)] = dice.randbytes(dice.randrange(64))
        case _:
            content += dice.randbytes(dice.randint(1, 64))
    case.path.write_bytes(content)
    section.tried["damaged checkpoints"] += 1
    kind = f"checkpoint of {case.engine}"
    with section.expecting(kind, bytes(content).hex(), TilewrightError):
        answer = api.count(case.puzzle, engine=case.engine, threads=1, resume=case.path)
        if answer.solutions != case.solutions:
            section.fail(kind, f"{answer.solutions} instead of {case.solutions}", bytes(content).hex())
