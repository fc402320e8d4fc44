"""The command ``tilewright disassemble``."""
