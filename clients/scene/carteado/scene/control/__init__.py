"""What a rich client does with what is pressed, typed and told: everything but a toolkit."""
