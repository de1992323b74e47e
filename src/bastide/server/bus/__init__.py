"""Notes between server processes: which table moved, and who is connected. Never what happened at it."""

from bastide.server.bus.bus import Bus, Note, make_bus

__all__ = ["Bus", "Note", "make_bus"]
