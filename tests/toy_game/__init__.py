"""A game of another package, and a test that every part of Carteado plays it."""
