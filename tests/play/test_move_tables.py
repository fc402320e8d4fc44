"""The rows of tests/moves by the rules in Python; tests/browser/test_moves.py runs them in JavaScript."""

from __future__ import annotations

import pytest

from support.move_tables import DIRECTORY, GAMES, REFUSED, read_table, spoiled, wrong_rows
from support.random_moves import table_text


@pytest.mark.parametrize("game", GAMES)
def test_moves_lead_to_the_positions_of_the_table(game: str) -> None:
    rows = read_table(game)
    assert wrong_rows(rows) == []
    results = [row.result for row in rows]
    assert REFUSED in results
    assert any(result.endswith(" finished") for result in results)


@pytest.mark.parametrize("game", GAMES)
def test_each_wrong_row_is_noticed(game: str) -> None:
    rows = [spoiled(row) for row in read_table(game)]
    assert [wrong.split(": ")[0] for wrong in wrong_rows(rows)] == [row.place for row in rows]


@pytest.mark.parametrize("game", GAMES)
def test_random_tables_are_those_of_their_seed(game: str) -> None:
    assert (DIRECTORY / f"{game}_random.tsv").read_text(encoding="utf-8") == table_text(game)
