"""What is kept of cells as convex bodies."""

from __future__ import annotations

from inspect import signature

from tilewright.families.assembly import bodies


def test_what_is_kept_of_assemblies_is_bounded() -> None:
    """Only what depends on the lattice alone is kept without a bound."""
    kept = {name: value for name, value in vars(bodies).items() if hasattr(value, "cache_parameters")}
    unbounded = {name for name, result in kept.items() if result.cache_parameters()["maxsize"] is None}
    assert all(list(signature(kept[name]).parameters) == ["lattice"] for name in unbounded)
    assert "_runs_into" in kept.keys() - unbounded
