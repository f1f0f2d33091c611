"""What all games share: seats, options, scenarios, transitions."""
