"""The bots of "Heads-Up Texas Hold'em" by Bicho and Shirley (2017), after their tables.

All of them are players of two-seat tables. At a larger table they play as if the live opponent who
has bet most on this street were the only one: W stays the chance against one random hand. What the
paper calls chips at blinds of 10 and 20 is meant in proportion to the big blind everywhere.
"""
