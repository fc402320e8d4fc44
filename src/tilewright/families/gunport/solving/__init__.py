"""How 0/1 programs get to solvers that others wrote, each in a process of its own, and answers back."""
