"""What is printed and never changes during a fight: the vocabulary of stat blocks, their rows, the figures of the book's tables."""
