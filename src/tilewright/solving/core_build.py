"""How the C++ core was compiled."""

from __future__ import annotations

from tilewright import _core


def core_build() -> dict[str, str]:
    """The compiler and the instruction sets, each with its name."""
    return {
        "compiler": _core.compiler + (", stable ABI" if _core.stable_abi else ""),
        "instruction sets compiled": ", ".join(_core.compiled_vector_units),
        "instruction sets in use": ", ".join(_core.vector_units()),
    }
