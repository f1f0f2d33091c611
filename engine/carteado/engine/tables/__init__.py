"""The code that all games share: seats, options, scenarios, transitions."""
