"""The report of a measurement: as data, as lines and as plots."""
