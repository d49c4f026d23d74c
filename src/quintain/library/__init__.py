"""Encounters and stat blocks as files: read, checked, described for editors, imported."""
