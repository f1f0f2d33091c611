"""The games, one folder each; every folder exports its ``GAME``."""
