"""Tasks of the gunport page: positions, hints, the verdict, searches, files, and the library."""

from __future__ import annotations

import base64
import binascii
import threading
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any

from tilewright.clock import monotonic
from tilewright.errors import FormatError, TilewrightError
from tilewright.families.gunport import hints, play
from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules
from tilewright.families.gunport.library import Library, LibraryEntry
from tilewright.families.gunport.pictures import arrangement_scene
from tilewright.families.gunport.query import GunportAnswer, SolveOptions
from tilewright.families.gunport.registry import ENGINES
from tilewright.families.gunport.web.files import EXTENSIONS, BoardsFile, FileBoard, read_file, write_file
from tilewright.render.svg import scene_svg
from tilewright.solving.steps import Limits, Progress, Status
from tilewright.web.tasks import Emit

MEMORY_SHARE = 3  # the tables of the engines may take this fraction, 1 in 3, of the memory of the process


def position(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The position after the moves, as api.GunportView."""
    current = _position(args)
    return {
        "pieces": current.pieces,
        "ports": sorted(current.ports),
        "open": len(current.placements),
        "slides": [{"piece": one.cells, "ahead": one.ahead} for one in current.slides],
        "finished": current.finished,
    }


def hint(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """A domino of a best completion, as api.GunportHint."""
    current, known, options = _known(args, cancel, parts=2)
    lay_hint = hints.lay_hint(current, known, options)
    return {
        "sentence": lay_hint.sentence,
        "place": lay_hint.placement,
        "reachable": lay_hint.reachable,
        "best": known.pieces,
        "proven": known.proven,
    }


def mend(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The dominoes to lift so that the best is reached again, as api.GunportMend."""
    lift_hint = hints.lift_hint(*_known(args, cancel, parts=2))
    return {"sentence": lift_hint.sentence, "lift": lift_hint.lift}


def best(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The fewest dominoes on the board, with an arrangement, as api.GunportBest."""
    _, known, _ = _known({**args, "moves": []}, cancel)
    return {
        "pieces": known.pieces,
        "lower_bound": known.lower_bound,
        "proven": known.proven,
        "arrangement": sorted(known.best.pieces) if known.best else [],
    }


def verdict(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """How good a finished board is, as api.GunportVerdict."""
    current, known, _ = _known(args, cancel)
    return asdict(hints.assess(current, known))


def enter(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """Put a finished board into the library, as api.GunportEntered."""
    submitted = hints.submit(_position(args), args["who"], _library(args))
    return {"result": submitted.result, "fewer": submitted.fewer, "pieces": submitted.entry.pieces}


@dataclass
class SearchReport:
    """What a search has found so far, sent whenever it changes and while the search runs."""

    args: dict[str, Any]
    emit: Emit
    library: Library
    best: Arrangement | None = None
    lower_bound: int = 0
    note: str = ""

    def __post_init__(self) -> None:
        self._start_time = monotonic()
        self._last = Progress(0.0, 0, 0, 0, 0.0, None)

    def on_best(self, best: Arrangement | None, lower_bound: int) -> None:
        """Take a better arrangement, which is entered in the library at once, and a higher bound."""
        self.lower_bound = max(self.lower_bound, lower_bound)
        if best is not None and (self.best is None or len(best.pieces) < len(self.best.pieces)):
            self.best = best
            self.enter(GunportAnswer(best.board, self.rules, Status.LIMIT, len(best.pieces), 0, (best,)))
        self._send()

    def on_progress(self, progress: Progress) -> None:
        """Send progress."""
        self._last = progress
        self._send()

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return Rules(no_slide=self.args["no_slide"])

    def enter(self, answer: GunportAnswer) -> None:
        """Enter an answer in the library; a failure is noted, as the answer itself is not lost."""
        exact = answer.method if answer.method in ENGINES else ""
        try:
            self.library.record(answer, exact=exact)
        except TilewrightError as error:
            self.note = f"it is not in the library: {error}"

    def _send(self) -> None:
        # Only the dense sweep is all of a search, and says so; of others the rest is not known.
        remaining = self._last.eta if self._last.words else None
        view = {
            **_numbers_of(self.best),
            "lower_bound": self.lower_bound,
            "share": self._last.share,
            "states": self._last.nodes,
            "seconds": monotonic() - self._start_time,
            "remaining_s": remaining,
            "time_limit_s": self.args["time_limit_s"],
        }
        self.emit("progress", view)


def search(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """Search for the fewest dominoes on the empty board, as api.GunportFound."""
    start = _position({**args, "moves": []})
    report = SearchReport(args, emit, _library(args))
    board, rules = start.game.board, start.game.rules
    entry = report.library.best(board, rules)
    if entry is not None:
        report.best, report.lower_bound = entry.on(board), entry.lower_bound
        if entry.proven:
            return _found(report, GunportAnswer(board, rules, Status.COMPLETE, None, 0, method=entry.proof))
    report.on_best(None, 0)
    options = SolveOptions(
        threads=1,
        memory=int(args["memory"]) // MEMORY_SHARE,
        limits=Limits(seconds=args["time_limit_s"]),
        on_progress=report.on_progress,
        on_best=report.on_best,
        cancel=cancel,
    )
    answer = hints.complete(start, options)
    report.on_best(answer.best, answer.lower_bound)
    report.enter(answer)
    return _found(report, answer)


def _found(report: SearchReport, answer: GunportAnswer) -> dict[str, Any]:
    """What is known after a search; ``answer`` says how it ended."""
    best, bound = report.best, report.lower_bound
    impossible = best is None and answer.proven
    return {
        "status": answer.status.value,
        **_numbers_of(best),
        "lower_bound": bound,
        "proven": impossible or (best is not None and len(best.pieces) <= bound),
        "arrangement": [] if best is None else sorted(best.pieces),
        "states": answer.states,
        "seconds": answer.seconds,
        "engine": answer.method,
        "note": " ".join(f"{note[0].upper()}{note[1:]}." for note in (answer.note, report.note) if note),
    }


def _numbers_of(best: Arrangement | None) -> dict[str, int | None]:
    if best is None:
        return {"pieces": None, "ports": None}
    return {"pieces": len(best.pieces), "ports": len(best.ports)}


def open_file(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The boards of a file, as api.GunportFileView."""
    file = _read_file(args)
    return {"kind": file.kind, "boards": list(map(_board_view, file.boards))}


def save_file(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """Boards as a file, as api.GunportSaved."""
    file = None if args["original"] is None else _read_file(args["original"])
    changes = {
        one["at"]: FileBoard("", _position(one).arrangement, one["no_slide"]) for one in args["changes"]
    }
    saved = write_file(args["kind"], file, changes)
    return {
        "extension": EXTENSIONS[args["kind"]],
        "data": base64.b64encode(saved.data).decode(),
        "left_out": saved.left_out,
    }


def _read_file(args: dict[str, Any]) -> BoardsFile:
    try:
        data = base64.b64decode(args["data"], validate=True)
    except (binascii.Error, ValueError):  # ValueError: not ASCII
        raise FormatError("the content of the file is not base64") from None
    return read_file(args["name"], data)


def _board_view(board: FileBoard) -> dict[str, Any]:
    arrangement = board.arrangement
    rows, columns = (
        (None, None) if arrangement is None or arrangement.board.size is None else arrangement.board.size
    )
    return {
        "name": board.name,
        "rows": rows,
        "columns": columns,
        "no_slide": board.no_slide,
        "pieces": [] if arrangement is None else sorted(arrangement.pieces),
        "problem": board.problem,
    }


def list_library(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> list[dict[str, Any]]:
    """The boards of the library, as api.LibraryBoard."""
    return [_entry_view(entry, args["source"]) for entry in _library(args).entries(source=args["source"])]


def library_entry(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any] | None:
    """All arrangements of the entry ``args["entry"]``, as api.LibraryEntryView; None if there is none."""
    entry = _entry(args)
    if entry is None:
        return None
    view = _entry_view(entry, args["source"])
    arrangements = [
        {
            "pieces": sorted(arrangement.pieces),
            "who": sheet.who,
            "found": sheet.found,
            "picture": f"{view['picture']}&number={number}",
        }
        for number, (arrangement, sheet) in enumerate(zip(entry.arrangements, entry.sheets, strict=True))
    ]
    return {"board": view, "arrangements": arrangements}


def picture(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> str | None:
    """An arrangement of the entry ``args["entry"]`` by its number as SVG; None if there is none."""
    entry = _entry(args)
    if entry is None or args["number"] >= entry.kept:
        return None
    return scene_svg(arrangement_scene(entry.arrangements[args["number"]]))


def _entry(args: dict[str, Any]) -> LibraryEntry | None:
    entries = _library(args).entries(source=args["source"])
    return next((one for one in entries if _entry_id(one) == args["entry"]), None)


def _entry_id(entry: LibraryEntry) -> str:
    key = (entry.key.piece, entry.key.no_slide, entry.key.board, entry.drawing)
    return sha256(repr(key).encode()).hexdigest()[:20]


def _entry_view(entry: LibraryEntry, source: str) -> dict[str, Any]:
    rows, columns = entry.key.size or (None, None)
    names = (
        "pieces",
        "ports",
        "lower_bound",
        "proven",
        "proof",
        "who",
        "found",
        "shipped",
        "kept",
        "classes",
    )
    return {
        "id": _entry_id(entry),
        "name": entry.key.name,
        "rows": rows,
        "columns": columns,
        "piece": entry.key.piece,
        "no_slide": entry.key.no_slide,
        **{name: getattr(entry, name) for name in names},
        "picture": f"/gunport/library/{_entry_id(entry)}/picture?source={source}",
    }


def _position(args: dict[str, Any]) -> play.GunportPosition:
    board = GunportBoard.rectangle(args["rows"], args["columns"])
    return play.replay(play.begin(board, Rules(no_slide=args["no_slide"])), args["moves"])


def _library(args: dict[str, Any]) -> Library:
    return Library(args["library"] or None)


def _known(
    args: dict[str, Any], cancel: threading.Event, parts: int = 1
) -> tuple[play.GunportPosition, GunportAnswer, SolveOptions]:
    """The position, the best known, and the options for each of ``parts`` searches in the time limit."""
    limits, memory = Limits(seconds=args["seconds"] / parts), int(args["memory"]) // MEMORY_SHARE
    options = SolveOptions(threads=1, memory=memory, limits=limits, cancel=cancel)
    current = _position(args)
    return current, hints.best_known(current.game, _library(args), options), options
