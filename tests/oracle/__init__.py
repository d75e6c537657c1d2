"""The judge: every operation by brute force, short enough to be obviously right."""
