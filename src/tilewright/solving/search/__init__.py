"""Searches that list: split into parts, on threads, over orbits, resumed. Start with ``tree_search``."""
