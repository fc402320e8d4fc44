"""Series of puzzles: boards with one free number, their counts, and proven recurrences."""
