"""The published experiments, played again: ``carteado arena papers`` writes docs/experiments.md.

Each module is one experiment: what is played (`measure`), and what is then said about it (`section`).
`section` says what both are, `document` keeps the file, `experiments` lists them.
"""
