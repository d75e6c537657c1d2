"""Benchmarks: the same work for the reasoner and for what a user would pick instead, in one run."""
