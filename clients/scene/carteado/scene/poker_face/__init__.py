"""The bookkeeper's table of Poker Face: the form of a round, money and results."""

from __future__ import annotations
