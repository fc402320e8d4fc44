"""Makers of puzzles: a few words in, a puzzle out. ``MAKERS`` is the registry."""

from __future__ import annotations

from tilewright.makers.registry import MAKERS, Maker, Parameter

__all__ = ["MAKERS", "Maker", "Parameter"]
