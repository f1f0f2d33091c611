"""What can be typed in the lobby and at a table; owners and talkers have more."""

from __future__ import annotations

__all__ = ["HELP"]

HELP = """\
In the lobby:
  tables                   list the tables again
  NUMBER or join TABLE     sit down (join TABLE SEAT to choose the seat); TABLE is the number,
                           the id, the title or a part of it
  watch TABLE              watch from the rail
  open holdem four-player stack=2000 blinds=10/20 max-bet=200
                           open a table and sit down; title="Friday night" gives it a title
At a table:
  bot NAME                 add one of the server's bots
  kick NAME or SEAT        remove a player or bot from a table that you opened
  removebot SEAT           remove a bot that you added, or any bot at a table that you opened
  On your turn             type an offered letter or word, then an amount or cards: raise 60
                           (to 60 in all), raise min, half, pot, max or 3bb
  table, rules, history    show the table, its rules, the latest events
  help WORD                explain a command, a game or a word: help straddle
  ledger, ledger evening   show who won how many chips here or at all tables, and who pays whom
  stats, stats NAME        show your figures in all games, or another player's
  peek                     show your hand; Enter hides it
  advice                   show the odds of your position, if the table has advice=everyone
  show                     show your hand after the deal
  say TEXT                 write to the table
  sitout, sitin, topup N   pause, come back, add N chips between hands
  rematch                  play again after the game
  leave, quit              leave the table (leave yes with chips in play); end the program
                           (your seat is kept)
"""
