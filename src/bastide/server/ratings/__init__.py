"""Ratings of players by OpenSkill, for tables that all agreed to rate; bots stand on the same ladder, fixed."""
