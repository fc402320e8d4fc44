"""Puzzle families that are not plain tilings, each a package with everything of its own.

``family.py`` of each holds its descriptor; nothing imports a family by name.
"""
