"""A server of seats in a process of its own: python -m tests.soak.seats_server ADDRESS. Ends with its input."""

from __future__ import annotations

import asyncio
import sys

from fujikoro_nb.store import Store
from tests.serve.seats.served import served


async def main(address: str) -> None:
    """Print the port, and serve until nobody listens."""
    async with served(Store.open(address, check=False), has_keys=False) as place:
        print(place.port, flush=True)  # noqa: T201
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
