"""The engine profile-sweep: a frontier sweep whose table has a number for every profile.

A profile is the set of covered items among those that are live: touched by an option decided before, and by
one that is not decided yet. Where nearly all of the 2^w profiles occur, keys only cost time and memory: the
core keeps a table of 2^w entries, and updates it in place. The numbers are residues modulo as many primes
below 2^31 as fit in a vector. A first pass in floating point bounds the number of solutions from above, with
all rounding errors, and so tells how many primes give it exactly by the Chinese remainder theorem.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from math import prod

from tilewright import _core
from tilewright.exact_cover.translation import CoverProblem
from tilewright.solve.engines.base import Status
from tilewright.solve.engines.frontier.sweep import (
    Evaluation,
    SweepCheckpoint,
    SweepQuery,
    run_to_end,
)
from tilewright.solve.engines.registry import PROFILE_SWEEP
from tilewright.solve.engines.remainders import symmetric_remainder
from tilewright.solve.resources import Resources
from tilewright.solve.stepping import Control, StepLoop
from tilewright.wording import memory_text

FEWEST, MOST = 4, 16  # residues in an entry of the table
RESIDUE_BYTES = 4
PRIME_BITS, SPARE_BITS = 31, 31
# Of one thread of a machine of 2024 with AVX2; only ratios to other engines' times matter.
SETUP_SECONDS = 1e-3
ADDITION_SECONDS = 0.1e-9  # of one residue; of a double, twice as long
COPY_SECONDS = 4e-9  # of an entry, to a tile and back
SHARE_OF_BOUND = 0.65  # of the bits that a product of choices allows, in the number of solutions


def unsupported(problem: CoverProblem, prefix: Sequence[int] = ()) -> str:
    """Why the engine does not take the problem below a prefix, as a sentence; "" when it does."""
    return unsupported_query(SweepQuery(problem, tuple(prefix)))


def unsupported_query(query: SweepQuery) -> str:
    """As ``CountAdapter`` says."""
    return query.refusal or query.profiles.refusal


def table_bytes(query: SweepQuery) -> int:
    """The least size of the table."""
    return FEWEST * RESIDUE_BYTES << query.profiles.bits


def expected_seconds(query: SweepQuery, resources: Resources) -> float:
    """How long a count takes on one thread, within a factor of about two; infinite without the memory."""
    if table_bytes(query) > resources.bytes():
        return math.inf
    steps = query.profiles
    primes = _expected_primes(steps)
    fitting = resources.bytes() // (RESIDUE_BYTES << steps.bits)
    passes = 1 + math.ceil(primes / min(MOST, fitting))
    additions = steps.additions * (primes + 2) * ADDITION_SECONDS
    return SETUP_SECONDS + additions + steps.copies * passes * COPY_SECONDS


def _expected_primes(steps: _core.ProfileSteps) -> int:
    bits = SHARE_OF_BOUND * steps.log2_bound + SPARE_BITS
    return max(FEWEST, math.ceil(bits / PRIME_BITS))


def count(query: SweepQuery, resources: Resources, control: Control) -> Evaluation[int]:
    """As ``CountAdapter`` says."""
    steps = query.profiles
    loop = StepLoop(control)
    if (size := table_bytes(query)) > resources.bytes():
        note = f"the table of all profiles takes {memory_text(size)}, more than the bound of memory"
        return Evaluation(Status.LIMIT, None, 0, loop.seconds, 0.0, note)
    search = steps.sweep(max(1, resources.threads), resources.bytes())
    identity = {**query.identity, "semiring": ["count", 0, 0]}
    checkpoint = SweepCheckpoint(PROFILE_SWEEP.checkpoint_kind, identity, search, loop)
    states = steps.updates * (1 + _expected_primes(steps))
    seconds = expected_seconds(query, resources) / max(1.0, states)
    status, note = run_to_end(
        search, loop, lambda: search.share, lambda: search.complete, checkpoint, lambda: seconds
    )
    if status is not Status.COMPLETE:
        return Evaluation(status, None, search.states, loop.seconds, search.share, note, search.peak)
    value = _value(search.residues(), search.log2_bound)
    return Evaluation(status, value, search.states, loop.seconds, 1.0, "", search.peak)


def _value(residues: Sequence[tuple[int, int]], log2_bound: float) -> int:
    """The number of solutions.

    The bits to spare are a check: residues that were wrong modulo some prime would almost surely combine to
    a number far beyond the bound.
    """
    if not residues:
        return 0
    primes = [prime for prime, _ in residues]
    value = symmetric_remainder([rest for _, rest in residues], primes) % prod(primes)
    if value.bit_length() > log2_bound + 1:
        raise ArithmeticError("numbers modulo primes contradict each other: this is a bug or bad memory")
    return value
