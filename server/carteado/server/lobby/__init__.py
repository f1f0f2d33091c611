"""Players, tables, and requests about them; the asyncio shell of each table."""
