"""The page of a seat in a Chromium: what is tapped on it, and when that is on the table."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def cell(tab: Page, column: int, row: int) -> None:
    """Tap a cell of the weapon grid."""
    tab.locator(f".fk-board-weapon [data-column='{column}'][data-row='{row}']").click()


def is_there(tab: Page) -> None:
    """All that was tapped is on the table."""
    expect(tab.locator("[data-waits='0']")).to_be_visible()
