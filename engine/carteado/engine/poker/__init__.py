"""What the poker games share: ranking, betting, pots."""
