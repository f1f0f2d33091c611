"""Programs that break a store or a server and check that nothing acknowledged is lost.

`python -m tests.faults` runs them; see `__main__`.
"""
