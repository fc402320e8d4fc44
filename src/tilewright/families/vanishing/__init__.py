"""Vanishing dominoes: boards, who may go when, the fewest pieces left, exactly and by approximation."""
