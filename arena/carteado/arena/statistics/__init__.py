"""Turns the records of matches into estimates, intervals, tests and ratings."""
