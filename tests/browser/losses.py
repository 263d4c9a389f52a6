"""A network that loses requests."""

from __future__ import annotations

from playwright.sync_api import Page, Route


def losing(tab: Page, address: str, most: int) -> list[str]:
    """The tab's first ``most`` requests to such an address are lost; what has been, filled as it happens."""
    losses: list[str] = []

    def lost(route: Route) -> None:
        if len(losses) < most:
            losses.append(route.request.url)
            route.abort()
        else:
            route.fallback()

    tab.route(address, lost)
    return losses
