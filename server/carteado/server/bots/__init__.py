"""The processes of the host's bots."""
