"""Requests to other servers, those of the public net alone; imported with the first, since it takes a while."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Mapping

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

from bastide.server.notices.addresses import Failed, Unsure, is_public


class PublicResolver(AbstractResolver):
    """Resolves names to public addresses only: a webhook must not reach what stands beside the server."""

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        public = [
            ResolveResult(
                hostname=host, host=str(address[0]), port=port, family=kind, proto=proto, flags=socket.AI_NUMERICHOST
            )
            for kind, _, proto, _, address in found
            if is_public(str(address[0]))
        ]
        if not public:
            raise OSError(f"{host} has no public address")
        return public

    async def close(self) -> None:
        pass


class Web:
    """One client for all requests."""

    def __init__(self, private_hosts: bool) -> None:
        resolver = None if private_hosts else PublicResolver()
        self._session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(resolver=resolver))

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        """The status of the answer; Failed where nothing was sent, Unsure where no answer came."""
        try:
            async with self._session.post(url, data=body, headers=dict(headers), allow_redirects=False) as answer:
                return answer.status
        except (aiohttp.ClientConnectorError, ValueError) as error:
            raise Failed(type(error).__name__) from error
        except aiohttp.ClientError as error:
            raise Unsure(type(error).__name__) from error

    async def close(self) -> None:
        await self._session.close()
