"""The rules: pure, synchronous, standard library only.

Nothing in this package reads a clock, draws a random number or does I/O: time, entropy and
commands arrive as arguments, events and refusals leave as values.
"""
