"""A lower bound on a bot's exploitability, from a player that knows how the bot plays."""
