"""The rule systems, one package each, with the same doors."""
