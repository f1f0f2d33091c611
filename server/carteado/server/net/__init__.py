"""Connections and HTTP pages: what comes in from the network."""
