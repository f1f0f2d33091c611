"""Paints a scene on a pygame surface; it computes no position."""

from __future__ import annotations
