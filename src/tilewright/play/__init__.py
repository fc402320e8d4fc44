"""Playing tilings by hand, without a user interface: moves are texts, positions are values, hints are proven.

Start with ``tiling``: ``interpret(position, text)`` returns a move, ``apply(position, move)`` the next
position, ``replay`` that after a list of moves, and ``dumps`` and ``loads`` convert positions to text. The
caller keeps the moves for undo. ``hints`` helps, ``trace`` shows a search step by step, ``draft_check``
checks a drawn puzzle, and ``random_puzzles`` generates puzzles.
"""
