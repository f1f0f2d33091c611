"""Runs bots of the user in processes of their own, so that a bad one harms nothing else."""
