"""Generators: puzzles of well-known kinds from a few words; ``all_generators`` is the registry."""

from __future__ import annotations

from tilewright.generators.registry import Generator, Parameter, all_generators

__all__ = ["Generator", "Parameter", "all_generators"]
