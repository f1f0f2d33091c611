"""The logic of a rich client: input and events in, scenes out, everything but a toolkit."""
