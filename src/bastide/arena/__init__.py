"""Tournaments between bots: who meets whom on which deal, where the games are played, and what they say."""
