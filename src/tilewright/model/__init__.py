"""Puzzles as values: boards, pieces, lattices, solutions, and the checker that judges them by their cells."""
