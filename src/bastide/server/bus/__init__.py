"""What server processes tell one another: which table moved, and who is there. Never what happened at it."""

from bastide.server.bus.bus import Bus, Note, make_bus

__all__ = ["Bus", "Note", "make_bus"]
