"""The table host: one table's authority, without I/O."""
