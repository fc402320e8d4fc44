"""What tests share: strategies, builders of puzzles and problems, known numbers, independent counters."""
