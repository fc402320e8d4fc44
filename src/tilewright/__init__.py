"""Tilewright: the workbench for domino and tiling puzzles. This module re-exports the public names."""
