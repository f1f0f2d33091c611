"""Runs a module as a program that holds a host record, where locks are not inherited.

Started as a file, so that a server does not import the client. The system releases the lock when
the program ends, however that ends.
"""

from __future__ import annotations

import contextlib
import json
import os
import runpy
import sys
import time

__all__ = ["FAR", "lock", "main"]

FAR = 1 << 30
"""The byte that is locked: none of the text, which others must be able to read."""

TRIES, PAUSE_S = 40, 0.05
"""How often a lock is tried that a client may hold for a moment, to see whether a server runs."""


def lock(file: int) -> bool:
    """Lock a file for this process; False where another process holds it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(file, FAR, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
            os.lseek(file, 0, os.SEEK_SET)
        else:
            import fcntl

            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, FAR)
    except OSError:
        return False
    return True


def main() -> None:
    """Hold the record that the first argument names, and run the module that the third names."""
    path, key, module, *words = sys.argv[1:]
    file = -1
    # Without a record the server is only not found by later clients.
    with contextlib.suppress(OSError):
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        for _ in range(TRIES):
            if lock(file):
                text = json.dumps({"pid": os.getpid(), "url": "", "key": key})
                os.ftruncate(file, 0)
                os.write(file, text.encode())
                break
            time.sleep(PAUSE_S)
    sys.argv = [module, *words]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
