"""The book itself, chapter by chapter: order, turn, position, attack, damage, conditions, death, rest."""
