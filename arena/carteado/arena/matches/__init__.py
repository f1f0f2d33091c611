"""Plays the matches of a measurement, in process or over sockets, and records them."""
