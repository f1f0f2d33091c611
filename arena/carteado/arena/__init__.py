"""The arena: matches between bots over duplicate deals, and their statistics.

It stands above both the server and the bots, because it plays through the real table host; nothing
else imports it.
"""
