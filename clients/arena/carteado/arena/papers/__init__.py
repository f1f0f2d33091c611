"""The published experiments, played again: ``carteado arena papers`` writes docs/experiments.md.

Each experiment is a module: what is played (`measure`), and what is said about it (`section`).
`section` says what both are, `document` keeps the file, `experiments` lists them.
"""
