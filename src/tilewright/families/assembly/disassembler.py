"""Takes assemblies of one puzzle apart, with the search of the core."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from tilewright import _core
from tilewright.errors import UnsupportedError
from tilewright.families.assembly.disassembly import (
    Blocking,
    Bound,
    Disassembly,
    Move,
    Separation,
    Verdict,
)
from tilewright.families.assembly.locking import joint_motion, verdict_of
from tilewright.families.assembly.piece_table import PACKED, PieceTable
from tilewright.families.assembly.representatives import Representatives
from tilewright.families.assembly.slides import met_at_once, slides_of
from tilewright.model.lattices import Cell
from tilewright.model.lattices.lattice import add, moved_back, subtract
from tilewright.model.puzzle import Placement, Puzzle
from tilewright.model.surfaces import NAMES
from tilewright.solving.steps import CancelCheck, Status, never_cancelled

STEP_STATES = 10_000  # some milliseconds, about as long as a thread waits for the interpreter after each step
MAX_PIECES = 128
MAX_PIECES_OF_TOTAL = 64
CONTACT_BYTES = 1 << 26
MAX_POSITIONS = 1_000
"""The most positions that are kept to show why an assembly does not come apart."""


class Disassembler:
    """Takes assemblies of one puzzle apart; what it learns of two pieces serves all assemblies.

    ``max_bytes`` bounds the memory of a search, about; where all positions do not fit into it, the search
    takes longer. Not for several threads at once, but they may share the table of ``pieces``.
    UnsupportedError for lattices without directions, and for more groups than 32.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        max_bytes: int = 1 << 28,
        representatives: Representatives | None = None,
        pieces: PieceTable | None = None,
    ) -> None:
        if (surface := puzzle.board.surface) is not None:
            raise UnsupportedError(f"pieces on a {NAMES[surface.wrap]} cannot be taken apart")
        self._slides = slides_of(puzzle.lattice)
        self._max_bytes = max_bytes
        self._contacts = _core.AssemblyContacts(self._slides.directions, self._slides.met, CONTACT_BYTES)
        self._representatives = representatives or Representatives(puzzle)
        self._pieces = pieces or PieceTable(puzzle)
        self._weights = {piece.name: piece.weight for piece in puzzle.pieces}

    def take_apart(
        self,
        assembly: Iterable[Placement],
        check_cancelled: CancelCheck = never_cancelled,
        *,
        explain: bool = False,
        is_image: bool = False,
        least_total: bool = False,
    ) -> Disassembly:
        """How an assembly comes apart with the fewest moves to the first separation, then in each part.

        Of the images of the assembly under the symmetries of the board, one is chosen as BurrTools does; the
        pieces of the answer lie as in this one. The number of moves is proven least for each part, from where
        its pieces lie when it comes free. Of moves that are equally good the first is taken, in the order of
        directions, pieces and steps. An assembly of a single piece does not come apart. With ``explain``
        the answer says what is in the way. ``is_image``: take this image, its pieces in this order.

        With ``least_total`` the sum of all moves is the least instead. Each part is separated as soon as some
        of its pieces are free, but not in the fewest moves, nor need the fewest pieces leave, if that saves
        moves later. Without it the numbers are found that BurrTools finds, whose sum may be larger.

        PuzzleError for an assembly of another puzzle; UnsupportedError for more than 128 pieces, or 64 with
        ``least_total``.
        """
        placements = list(assembly) if is_image else self._representatives.choose(assembly)
        return next(
            self._each_taken_apart([placements], check_cancelled, explain=explain, least_total=least_total)
        )

    def take_each_apart(
        self,
        assemblies: Iterable[Iterable[Placement]],
        check_cancelled: CancelCheck = never_cancelled,
        *,
        explain: bool = False,
        least_total: bool = False,
    ) -> Iterator[Disassembly]:
        """As :meth:`take_apart`, of each of some assemblies; quicker, as the core does one after another."""
        chosen = list(map(self._representatives.choose, assemblies))
        return self._each_taken_apart(chosen, check_cancelled, explain=explain, least_total=least_total)

    def _each_taken_apart(
        self,
        assemblies: Sequence[Sequence[Placement]],
        check_cancelled: CancelCheck,
        *,
        explain: bool,
        least_total: bool,
    ) -> Iterator[Disassembly]:
        """Each of some assemblies taken apart, its pieces as they lie and in this order."""
        sizes, number = list(map(len, assemblies)), 0
        for states, kept in self.take_packed_apart(
            self._packed(chain.from_iterable(assemblies)),
            sizes,
            assemblies.__getitem__,
            check_cancelled,
            explain=explain,
            least_total=least_total,
        ):
            verdict = Verdict.NO_TRANSLATIONS
            for reached in states if kept is None else states[:-1]:
                yield Disassembly(
                    _pieces(assemblies[number]), Status.COMPLETE, None, reached, verdict=verdict
                )
                number += 1
            if kept is not None:
                yield kept
                number += 1

    def take_packed_apart(
        self,
        packed: bytes,
        sizes: Sequence[int],
        assembly: Callable[[int], Sequence[Placement]],
        check_cancelled: CancelCheck = never_cancelled,
        *,
        explain: bool = False,
        least_total: bool = False,
    ) -> Iterator[tuple[list[int], Disassembly | None]]:
        """Assemblies taken apart, some after another: the states that the searches of these reached, and the
        disassembly of the last of them; None where it, as all before it, is known not to come apart by any
        translations, which is all that is said of them.

        ``packed`` has their pieces, by the numbers of the table of pieces, ``sizes`` of how many each is.
        ``assembly`` gives the placements of one by its number.
        """
        _check_sizes(sizes, least_total=least_total)
        self._pieces.add_shapes(self._contacts)
        is_known = max(sizes, default=0) <= self._slides.lattice.steps_suffice_for
        keeps_locked = explain or not is_known
        batch = _core.AssemblyBatch(self._contacts, packed, sizes, self._max_bytes, keeps_locked)
        done, is_complete = 0, not sizes
        while not is_complete:
            check_cancelled()
            is_complete = batch.advance(STEP_STATES)
            states, search = batch.states(done), batch.take()
            done += len(states)
            if search is not None:
                placements = assembly(done - 1)
                yield (
                    states,
                    self._taken_apart(
                        placements, search, check_cancelled, explain=explain, least_total=least_total
                    ),
                )
            elif states:
                yield states, None

    def _taken_apart(
        self,
        placements: Sequence[Placement],
        search: _core.Disassembly,
        check_cancelled: CancelCheck,
        *,
        explain: bool,
        least_total: bool,
    ) -> Disassembly:
        """What a search that has ended shows of an assembly."""
        ending = search.ending
        separation, blocking, bound, verdict = None, None, None, None
        if ending is _core.DisassemblyEnding.full:
            bound = Bound(tuple(search.separations[-1].pieces), search.at_least)
        if ending is _core.DisassemblyEnding.locked:
            verdict = self._verdict(search, placements, check_cancelled)
            if explain:
                blocking = self._blocking(search, placements)
                if verdict is Verdict.SEVERAL_AT_ONCE:
                    blocking = replace(blocking, together=self._together(search, placements, check_cancelled))
        states, at_least = search.states, None
        if ending is _core.DisassemblyEnding.apart and search.separations:
            separations = search.separations
            if least_total:
                total = self._least_total(placements, sum(search.levels()), check_cancelled)
                separations, at_least, states = (
                    total.separations or separations,
                    total.at_least,
                    states + total.states,
                )
                if at_least < total.total:
                    ending = _core.DisassemblyEnding.full
            separation = self._separation(separations, 0, placements)
        return Disassembly(
            _pieces(placements),
            Status.LIMIT if ending is _core.DisassemblyEnding.full else Status.COMPLETE,
            separation,
            states,
            blocking,
            bound,
            at_least,
            verdict,
        )

    def position_graph(
        self,
        assembly: Sequence[Placement],
        pieces: Sequence[int],
        shifts: Sequence[Cell],
        max_positions: int,
    ) -> _core.AssemblyPositionGraph:
        """The graph of all positions of some pieces of an assembly, each shifted from its place, yet to be
        searched; memory and errors as of the disassembler."""
        _check_sizes([len(pieces)], least_total=False)
        rows = []
        for piece, shift in zip(pieces, shifts, strict=True):
            shape, x, y, z, groups = PACKED.unpack(self._packed([assembly[piece]]))
            rows.append(PACKED.pack(shape, *add((x, y, z), shift), groups))
        most = min(max_positions, sys.maxsize)  # which no memory holds
        return _core.AssemblyPositionGraph(self._contacts, b"".join(rows), most, self._max_bytes)

    def needs_separation(self, assembly: Sequence[Placement], pieces: Sequence[int]) -> bool:
        """Whether pieces are to be taken apart: several ones that have no group in common."""
        common = -1
        for piece in pieces:
            common &= self._pieces.groups[assembly[piece].piece]
        return len(pieces) > 1 and not common

    def move_between(
        self,
        assembly: Sequence[Placement],
        pieces: Sequence[int],
        before: Sequence[Sequence[int]],
        after: Sequence[Sequence[int]],
    ) -> Move:
        """The move from one position of pieces to another one that is a move away."""
        return self._move(pieces, self._weights_of(assembly, pieces), before, after)

    def move_away(
        self, assembly: Sequence[Placement], pieces: Sequence[int], leaving: Sequence[int], direction: Cell
    ) -> Move:
        """The move that takes some of the pieces away."""
        return _without_heaviest(
            Move(tuple(leaving), direction, 0), pieces, self._weights_of(assembly, pieces)
        )

    def _weights_of(self, assembly: Sequence[Placement], pieces: Sequence[int]) -> list[int]:
        return [self._weights[assembly[piece].piece] for piece in pieces]

    def first_level(
        self, assembly: Sequence[Placement], check_cancelled: CancelCheck = never_cancelled
    ) -> int | None:
        """The least number of moves to the first separation, 0 when the assembly does not come apart; None
        when the memory did not suffice. The same for all images of the assembly, and quicker than the moves.
        """
        search, ending = self._searched(assembly, check_cancelled)
        if ending is _core.DisassemblyEnding.full:
            return None
        separations = search.separations if ending is _core.DisassemblyEnding.apart else []
        return len(separations[0].path) if separations else 0

    def _searched(
        self, placements: Sequence[Placement], check_cancelled: CancelCheck
    ) -> tuple[_core.Disassembly, _core.DisassemblyEnding]:
        """The search for the separations of the placements, and how it ended."""
        _check_sizes([len(placements)], least_total=False)
        search = _core.Disassembly(self._contacts, self._packed(placements), self._max_bytes)
        ending = search.advance(STEP_STATES)
        while ending is _core.DisassemblyEnding.running:
            check_cancelled()
            ending = search.advance(STEP_STATES)
        return search, ending

    def _least_total(
        self, placements: Sequence[Placement], known: int, check_cancelled: CancelCheck
    ) -> _core.AssemblyLeastTotal:
        """The search for a sum of moves below a known one, at its end."""
        search = _core.AssemblyLeastTotal(self._contacts, self._packed(placements), known, self._max_bytes)
        while search.advance(STEP_STATES) is _core.DisassemblyEnding.running:
            check_cancelled()
        return search

    def _verdict(
        self, search: _core.Disassembly, placements: Sequence[Placement], check_cancelled: CancelCheck
    ) -> Verdict:
        """What is known of an assembly of which the last part that was searched does not come apart."""
        lattice = self._slides.lattice
        if len(placements) <= lattice.steps_suffice_for:
            return Verdict.NO_TRANSLATIONS
        part = self._last_part(search, placements)
        return verdict_of(lattice, tuple(part.values()), check_cancelled)

    def _together(
        self, search: _core.Disassembly, placements: Sequence[Placement], check_cancelled: CancelCheck
    ) -> tuple[tuple[tuple[int, ...], Cell], ...]:
        """How groups of the last part begin to move at once."""
        part = self._last_part(search, placements)
        numbers = tuple(part)
        groups = joint_motion(self._slides.lattice, tuple(part.values()), check_cancelled)
        return tuple((tuple(numbers[piece] for piece in pieces), way) for pieces, way in groups)

    def _last_part(
        self, search: _core.Disassembly, placements: Sequence[Placement]
    ) -> dict[int, frozenset[Cell]]:
        """The cells of the pieces of the last part that was searched, where it begins."""
        part = search.separations[-1]
        cells = {}
        for piece, at in zip(part.pieces, part.path[0], strict=True):
            shift = subtract(min(placements[piece].cells), tuple(at))
            cells[piece] = frozenset(moved_back(placements[piece].cells, shift))
        return cells

    def _blocking(self, search: _core.Disassembly, placements: Sequence[Placement]) -> Blocking:
        """What the last part that was searched reaches, and what is in the way at its beginning."""
        part = self._last_part(search, placements)
        start = [tuple(at) for at in search.separations[-1].path[0]]
        reached = search.reached(MAX_POSITIONS + 1)
        positions = tuple(
            tuple(subtract(tuple(now), before) for now, before in zip(state, start, strict=True))
            for state in reached[:MAX_POSITIONS]
        )
        is_whole = len(reached) <= MAX_POSITIONS
        return Blocking(tuple(part), positions, is_whole, met_at_once(self._slides, part))

    def _packed(self, placements: Iterable[Placement]) -> bytes:
        """Placements as the core takes them, whose shapes it knows."""
        packed = b"".join(self._pieces.packed(placements))
        self._pieces.add_shapes(self._contacts)
        return packed

    def _separation(
        self, separations: Sequence[_core.Separation], number: int, placements: Sequence[Placement]
    ) -> Separation | None:
        if number < 0:
            return None
        part = separations[number]
        pieces = tuple(part.pieces)
        weights = self._weights_of(placements, pieces)
        moves = [
            self._move(pieces, weights, before, after)
            for before, after in zip(part.path, part.path[1:], strict=False)
        ]
        direction: Cell = tuple(part.direction)
        removed = tuple(part.removed)
        moves.append(_without_heaviest(Move(removed, direction, 0), pieces, weights))
        return Separation(
            pieces,
            tuple(moves),
            self._separation(separations, part.remaining_part, placements),
            self._separation(separations, part.removed_part, placements),
        )

    def _move(
        self,
        pieces: Sequence[int],
        weights: Sequence[int],
        before: Sequence[Sequence[int]],
        after: Sequence[Sequence[int]],
    ) -> Move:
        """The move between two states in both of which the first piece lies where it lay."""
        shifts = [subtract(tuple(new), tuple(old)) for old, new in zip(before, after, strict=True)]
        moved = tuple(piece for piece, shift in zip(pieces, shifts, strict=True) if any(shift))
        shift = next(shift for shift in shifts if any(shift))
        direction, steps = self._slides.split(shift)
        if 2 * len(moved) > len(pieces):
            others = tuple(piece for piece in pieces if piece not in moved)
            moved, direction = others, subtract((0, 0, 0), direction)
        return _without_heaviest(Move(moved, direction, steps), pieces, weights)


def _check_sizes(sizes: Iterable[int], *, least_total: bool) -> None:
    """UnsupportedError for an assembly of more pieces than a search takes."""
    for size in sizes:
        if size > MAX_PIECES:
            raise UnsupportedError(f"the assembly has {size} pieces; at most {MAX_PIECES} can be taken apart")
        if least_total and size > MAX_PIECES_OF_TOTAL:
            raise UnsupportedError(
                f"the assembly has {size} pieces; the least sum of moves is searched for with at most "
                f"{MAX_PIECES_OF_TOTAL}"
            )


def _pieces(placements: Iterable[Placement]) -> tuple[tuple[str, tuple[Cell, ...]], ...]:
    return tuple([(placement.piece, placement.cells) for placement in placements])


def _without_heaviest(move: Move, pieces: Sequence[int], weights: Sequence[int]) -> Move:
    """The same move, or the others the other way where this one moves the heaviest piece of the part."""
    most = max(weights)
    heaviest = [piece for piece, weight in zip(pieces, weights, strict=True) if weight == most]
    if len(heaviest) == len(pieces) or heaviest[0] not in move.pieces:
        return move
    others = tuple(piece for piece in pieces if piece not in move.pieces)
    return Move(others, subtract((0, 0, 0), move.direction), move.steps)
