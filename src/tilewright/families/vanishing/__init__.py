"""Vanishing dominoes: ``board`` has the rules, ``solving`` the searches, ``game`` the game by hand."""
