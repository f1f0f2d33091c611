"""A lower bound on a bot's exploitability: a player that knows how it plays, not its cards."""
