"""The Buraco table of every rich client: picture, story, staged turns, the order of the hand."""

from __future__ import annotations
