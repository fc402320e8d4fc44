"""Engines: each answers questions about a CoverProblem under limits and says how it ended."""
