"""Pictures of puzzles and solutions: text, SVG, PNG. Pure functions, from a value to str or bytes."""
