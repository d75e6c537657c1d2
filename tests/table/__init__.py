"""Which law holds for which operator on bases, recomputed: `python -m tests.table`."""
