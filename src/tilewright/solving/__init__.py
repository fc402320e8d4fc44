"""From a puzzle to answers about it: questions, engines, searches, estimates. Start with ``api``."""
