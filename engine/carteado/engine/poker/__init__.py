"""The code that the poker games share: ranking, betting, pots."""
