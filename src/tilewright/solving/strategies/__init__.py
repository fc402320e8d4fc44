"""The ways to an answer: counting by orbits and parts, sweeps, filters of solutions, second counts."""
