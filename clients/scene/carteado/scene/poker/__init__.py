"""The poker table of every rich client: its picture, its story, what moves on it."""

from __future__ import annotations
