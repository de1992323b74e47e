"""Bastide's games behind the interfaces that researchers know; each file needs the extra of its name."""
