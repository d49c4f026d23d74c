"""What stat blocks add to the book: effects of attacks, traits that come into play by themselves, standing bonuses."""
