"""The server: table hosts, the lobby, the gateway and the stores."""
