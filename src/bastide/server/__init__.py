"""The network: HTTP, sockets, storage. The only room with an event loop."""
