"""Tools for the host of a server: commands, settings, logs, metrics."""
