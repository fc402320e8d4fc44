"""The exact cover problem of a puzzle, the translation both ways, and its symmetries."""
