"""Runs user bots in processes of their own, so that a faulty bot harms nothing else."""
