"""Players, tables and what brings them together; the asyncio shell of each table."""
