"""What server and clients say to one another and what a log holds: messages, codecs, sessions."""
