"""Layouts: pure functions from pictures to scenes."""

from __future__ import annotations
