"""Games by hand, without a screen: moves are texts, positions are values, hints are proven.

Every game has ``interpret(position, text) -> move``, ``apply(position, move) -> position``,
``replay(..., moves)``, and its positions as texts (``dumps``, ``loads``). Undo is the caller's list of moves.
"""
