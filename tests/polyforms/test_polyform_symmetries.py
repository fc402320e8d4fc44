"""Integer matrices and classes of motions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.model.lattices import LATTICES, Lattice
from tilewright.polyforms.integer_matrices import echelon, kernel, reduced
from tilewright.polyforms.periodic import PeriodicLattice
from tilewright.polyforms.symmetries import kept_translations, motion_classes

vectors = st.lists(st.tuples(*[st.integers(-9, 9)] * 3), min_size=1, max_size=5)


@given(vectors)
def test_vectors_of_a_lattice_are_reduced_to_zero(rows: list[tuple[int, ...]]) -> None:
    basis = echelon(rows)
    assert all(not any(reduced(row, basis)) for row in rows)
    assert echelon(basis) == basis


@given(st.tuples(*[st.tuples(*[st.integers(-2, 2)] * 3)] * 3))
def test_the_kernel_is_carried_to_zero(matrix: tuple[tuple[int, ...], ...]) -> None:
    basis = kernel(matrix)
    assert len(basis) + len(echelon(matrix)) == 3
    assert all(sum(a * b for a, b in zip(row, v, strict=True)) == 0 for row in matrix for v in basis)


@pytest.mark.parametrize("lattice", LATTICES.values(), ids=lambda lattice: lattice.name)
def test_classes_have_all_motions(lattice: Lattice) -> None:
    periodic = PeriodicLattice(lattice)
    for mode in ("fixed", "rotation", "all"):
        classes = motion_classes(periodic, mode)
        whole = [motion for motion in lattice.motions[mode] if motion.divisor == 1]
        assert sum(one.motions for one in classes) == len(whole)
        assert len(kept_translations(classes[0].symmetries[0])) == lattice.dimension
        for one in classes:
            for symmetry in one.symmetries:
                orders = 0
                cell = periodic.split(lattice.classes[0])
                while orders == 0 or cell != periodic.split(lattice.classes[0]):
                    cell, orders = symmetry(cell), orders + 1
                assert orders <= 6


def test_the_half_turn_of_squares_has_four_kinds_of_centres() -> None:
    classes = motion_classes(PeriodicLattice(LATTICES["square"]), "all")
    assert [(one.motions, len(one.symmetries)) for one in classes] == [(1, 1), (2, 2), (1, 4), (2, 2), (2, 1)]
