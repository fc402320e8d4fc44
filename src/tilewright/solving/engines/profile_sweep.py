"""The engine profile-sweep: a frontier sweep whose table has a number for every profile.

A profile is the set of covered items among those that are live: touched by an option decided before, and by
one that is not decided yet. Where nearly all of the 2^w profiles occur, keys only cost time and memory: the
core keeps a table of 2^w entries, and updates it in place. The numbers are residues modulo as many primes
below 2^31 as fit in a vector. A first pass in floating point bounds the number of solutions from above, with
all rounding errors, and so tells how many primes give it exactly by the Chinese remainder theorem.

A count modulo a number is one pass with one residue for each profile, as numbers are only added. Where it
leaves 0, a pass in floating point tells whether there is a solution at all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from math import prod
from typing import TypeVar

from tilewright import _core
from tilewright.exact_cover.problem import CoverProblem
from tilewright.solving import costs
from tilewright.solving.engines.frontier.semirings import COUNT, WORD, Semiring
from tilewright.solving.engines.frontier.sweep import Evaluation, SweepQuery, checkpoint_of, run_to_end
from tilewright.solving.engines.registry import PROFILE_SWEEP
from tilewright.solving.engines.remainders import symmetric_remainder
from tilewright.solving.resources import Resources
from tilewright.solving.steps import Control, Status, StepLoop
from tilewright.wording import memory_text

Value = TypeVar("Value")

FEWEST, MOST = 4, 16  # residues in an entry of the table
RESIDUE_BYTES = 4
LARGEST_MODULUS = 1 << 31  # of a residue of so many bytes; those of larger ones take twice as many
PRIME_BITS, SPARE_BITS = 31, 31
SHARE_OF_BOUND = 0.65  # of the bits that a product of choices allows, in the number of solutions


def unsupported(problem: CoverProblem, prefix: Sequence[int] = ()) -> str:
    """Why the engine does not take the problem below a prefix, as a sentence; "" when it does."""
    return unsupported_query(SweepQuery(problem, tuple(prefix)))


def unsupported_query(query: SweepQuery) -> str:
    """As ``CountAdapter`` says."""
    return query.refusal or query.profiles.refusal


def table_bytes(query: SweepQuery, modulus: int = 0) -> int:
    """The least size of the table; with a modulus, of the table of doubles that may follow."""
    return (WORD if modulus else FEWEST * RESIDUE_BYTES) << query.profiles.bits


def expected_seconds(query: SweepQuery, resources: Resources, modulus: int = 0) -> float:
    """How long a count takes on one thread, within a factor of about two; infinite without the memory."""
    if table_bytes(query, modulus) > resources.bytes():
        return math.inf
    steps = query.profiles
    if modulus:
        residues, passes = _passes_modulo(modulus)
        copied = passes * WORD
    else:
        primes = _expected_primes(steps)
        fitting = resources.bytes() // (RESIDUE_BYTES << steps.bits)
        residues, passes = primes + 2, 1 + math.ceil(primes / min(MOST, fitting))
        copied = passes * MOST * RESIDUE_BYTES
    additions = steps.additions * residues * costs.PROFILE_ADDITION
    return costs.PROFILE_SETUP + additions + steps.copies * copied * costs.PROFILE_COPY


def _passes_modulo(modulus: int) -> tuple[float, float]:
    """As many additions of residues as those modulo a number take, and how many passes are to be expected."""
    zero = 1 / modulus  # chance that the doubles are needed
    return (1 if modulus <= LARGEST_MODULUS else 2) + 2 * zero, 1 + zero


def _expected_primes(steps: _core.ProfileSteps) -> int:
    bits = SHARE_OF_BOUND * steps.log2_bound + SPARE_BITS
    return max(FEWEST, math.ceil(bits / PRIME_BITS))


def count(query: SweepQuery, resources: Resources, control: Control) -> Evaluation[int]:
    """As ``CountAdapter`` says."""
    return evaluate(query, COUNT, resources, control)


def evaluate(
    query: SweepQuery, semiring: Semiring[Value], resources: Resources, control: Control
) -> Evaluation[Value]:
    """As ``ModularAdapter`` says."""
    steps, modulus = query.profiles, semiring.modulus
    loop = StepLoop(control)
    if (size := table_bytes(query, modulus)) > resources.bytes():
        note = f"the table of all profiles takes {memory_text(size)}, more than the bound of memory"
        return Evaluation(Status.LIMIT, None, 0, loop.seconds, 0.0, note)
    search = steps.sweep(max(1, resources.threads), resources.bytes(), modulus=modulus)
    kind = PROFILE_SWEEP.checkpoint_kind
    checkpoint = checkpoint_of(kind, query, semiring, search, loop, lambda: search.share)
    states = steps.updates * (_passes_modulo(modulus)[1] if modulus else 1 + _expected_primes(steps))
    seconds = expected_seconds(query, resources, modulus) / max(1.0, states)
    status, note = run_to_end(
        search, loop, lambda: search.share, lambda: search.complete, checkpoint, lambda: seconds
    )
    if status is not Status.COMPLETE:
        return Evaluation(status, None, search.states, loop.seconds, search.share, note, search.peak)
    residues = search.residues()
    number = dict(residues).get(modulus) if modulus else _number(residues, search.log2_bound)
    limbs = -(-(number or 1).bit_length() // (8 * WORD))
    words = number.to_bytes(limbs * WORD, "little") if number is not None else b""
    value = semiring.read(words, limbs)
    return Evaluation(status, value, search.states, loop.seconds, 1.0, "", search.peak)


def _number(residues: Sequence[tuple[int, int]], log2_bound: float) -> int | None:
    """The number of solutions; None without any.

    The bits to spare are a check: residues that were wrong modulo some prime would almost surely combine to
    a number far beyond the bound.
    """
    if not residues:
        return None
    primes = [prime for prime, _ in residues]
    value = symmetric_remainder([rest for _, rest in residues], primes) % prod(primes)
    if value.bit_length() > log2_bound + 1:
        raise ArithmeticError("numbers modulo primes contradict each other: this is a bug or bad memory")
    return value
