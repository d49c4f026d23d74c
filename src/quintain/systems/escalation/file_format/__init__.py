"""Encounters and stat blocks as files: what a file may say, building a battle from it, writing one back."""
