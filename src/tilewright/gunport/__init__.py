"""Gunport boards: the fewest dominoes such that no more fits, exactly; models; a library of best boards."""
