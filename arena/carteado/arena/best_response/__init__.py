"""How much a bot can be beaten by at least: a player that knows how it plays, not what it holds."""
