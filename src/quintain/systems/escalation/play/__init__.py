"""What stands between the rules and whoever plays: tactics, sentences, screens, boards, odds, the GM's rulings."""
