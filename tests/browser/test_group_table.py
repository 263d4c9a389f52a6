"""A group's game on a table: what is decided together stands on every phone, as it is asked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from fujikoro_nb.texts import say
from tests.browser.conftest import PHONE, Visit
from tests.browser.game_pages import answer, asked, kind_of, ready
from tests.browser.servers import Server
from tests.browser.tables import GAME, MINE, code_of, look_on, version
from tests.support import group_saves
from tests.support.group_saves import played_until, save_of


def test_what_is_decided_together_is_seen_on_every_phone(
    table: Server, visits: Callable[..., Visit], tmp_path: Path
) -> None:
    path = tmp_path / "group.json"
    path.write_bytes(save_of(played_until(group_saves.asked("dragon-order"))))
    ann = ready(visits(**PHONE).open(f"{table.origin}/{GAME}"))
    ann.locator("input[type=file]").set_input_files(path)
    asked(ann, "dragon-order")
    ann.locator("[data-key=menu]").tap()
    ann.locator("[data-key=to-share]").tap()
    ann.locator("#fk-share-name").fill("Ann")
    ann.locator("[data-key=share]").tap()
    expect(ann.locator(MINE)).to_contain_text(say("game-share.share-mine"))
    phone, laptop = visits(**PHONE, color_scheme="dark"), visits()
    readers = [look_on(visit, table.url, code_of(ann)) for visit in (phone, laptop)]
    for reader in readers:
        card = reader.locator(".fk-asked.is-together")
        expect(card).to_contain_text("You decide together: Which dragon walks next?")
        expect(card).to_contain_text("answers for the group")
        expect(card.locator("li")).to_have_count(2)
        expect(reader.locator(".fk-map-dragons > g").first).to_be_attached()
        expect(reader.locator(".fk-hearts").first).to_be_visible()
        assert reader.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    seen = version(readers[0])
    answer(ann)
    kind_of(ann)
    for reader in readers:
        reader.wait_for_function("(n) => Number(document.documentElement.dataset.fkVersion) > n", arg=seen)
        expect(reader.locator(".fk-asked")).not_to_contain_text("Which dragon walks next?")
    readers[0].locator("[data-key=late]").tap()
    expect(readers[0].locator("[data-part=late-card]")).to_contain_text("of 4 goals reached")
    assert phone.errors == [] and laptop.errors == []
