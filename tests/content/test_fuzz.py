"""Whatever stands in a pack file: a pack or a report of faults, never another exception, never a long wait."""

from __future__ import annotations

import json

import msgspec
import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fujikoro_nb.content import BrokenContent, Pack, house_pack
from fujikoro_nb.content._schema import check_schema, emitted_schema
from fujikoro_nb.content.disk import MAX_BYTES
from fujikoro_nb.content.reading import _is_good, read_pack_text
from fujikoro_nb.content.tree import read_tree
from fujikoro_nb.content.writing import print_pack
from tests.content.test_box_checks import GOOD_BOX
from tests.content.test_checks import GOOD
from tests.support.sampling import examples

GOOD_FILES = (GOOD, GOOD_BOX)
HEAD = "format: 1\npack: owner\nprovenance: owner\n"
CARD = "  - {id: a, kind: weapon, pattern: W.W.W/...../W.W.W/...../W.W.W, bonus: step}\n"
WORDS = (
    *"[]{}:|>%#'~\"\t\nWª\x85\ufeff\ud800",
    *("- ", "? ", "&a", "*a", "!!x", "\\U", "...", "---", "<<", "1e9", "0x1F", "9" * 30, "..M", "id"),
    "rulebook 000:1",
)


def read(content: str | bytes) -> Pack | None:
    """The pack, or None after a report whose every fault can be read out."""
    try:
        return read_pack_text(content, file="f")
    except BrokenContent as broken:
        faults = broken.faults
    plain = content if isinstance(content, bytes) else content.encode("utf-8", "replace")
    last = plain.count(b"\n") + plain.count(b"\r") + 1
    assert faults
    for fault in faults:
        assert str(fault).isprintable()
        assert fault.sentence
        assert fault.remedy
        assert 0 <= fault.line <= last
    return None


@settings(max_examples=examples(300), deadline=2000)
@given(st.binary(max_size=400))
@example(b"\xff\xfe")
@example(b"[" * 5000)
@example(b"gear_cards:\n\tx")
@example(b"x y\ndice:\n- a\n- 'b\n- c\ndice:\n- [\n")
@example(b"'a: b':\n- a\n- 'b\n- c\n")
@example(b"a: &a [*a, *a]\nb: &b [*a, *a]\nc: [*b, *b]")
def test_any_bytes(content: bytes) -> None:
    read(content)


@settings(max_examples=examples(300), deadline=2000)
@given(st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=4)), max_size=60).map("".join))
@example('"\\UFFFFFFFF"')
@example("%YAML " + "9" * 5000 + ".1\n---\n")
@example('format: 1\npack: owner\nprovenance: owner\ngear_cards: [{id: "\\ud800"}]')
def test_any_text(content: str) -> None:
    read(content)


@settings(max_examples=examples(300), deadline=3000)
@given(st.data())
def test_mutated_good_file(data: st.DataObject) -> None:
    """Lines left out, doubled, moved and changed: the report, or a pack that prints and reads back."""
    lines = data.draw(st.sampled_from(GOOD_FILES)).splitlines(keepends=True)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(lines) - 1))
        match data.draw(st.sampled_from(("drop", "double", "move", "splice", "indent"))):
            case "drop":
                del lines[at]
            case "double":
                lines.insert(at, lines[at])
            case "move":
                lines.insert(data.draw(st.integers(0, len(lines) - 1)), lines.pop(at))
            case "indent":
                lines[at] = "  " + lines[at]
            case _:
                place = data.draw(st.integers(0, len(lines[at])))
                word = data.draw(st.sampled_from(WORDS))
                lines[at] = lines[at][:place] + word + lines[at][place:]
    pack = read("".join(lines))
    if pack is not None:
        assert read(print_pack(pack.records)) == pack


PLAIN = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(-3, 30), st.sampled_from((*WORDS[:9], "house", "weapon", "WM"))
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("id", "kind", "x")), inner),
    max_leaves=5,
)


@settings(max_examples=examples(200), deadline=2000)
@given(st.data())
def test_schema_and_types_agree(data: st.DataObject) -> None:
    """The quick way (types) and the thorough way (schema) judge alike, so the report is never empty or needless."""
    plain = yaml.safe_load(data.draw(st.sampled_from(GOOD_FILES)))
    spot = plain
    for _ in range(data.draw(st.integers(0, 5))):
        if isinstance(spot, dict | list) and spot:
            key = data.draw(st.sampled_from(sorted(spot) if isinstance(spot, dict) else range(len(spot))))
            parent, spot = spot, spot[key]
            if not isinstance(spot, dict | list) or data.draw(st.booleans()):
                parent[key] = data.draw(PLAIN)
                break
    tree = read_tree(json.dumps(plain).encode(), "f")
    if tree.faults or not isinstance(tree.data, dict):
        return
    by_types = _is_good(tree)
    check_schema(tree)
    assert by_types == (not tree.faults)


def test_schema_is_strict_everywhere() -> None:
    objects = [part for part in emitted_schema()["$defs"].values() if part["type"] == "object"]
    assert len(objects) == 27
    assert all(part["additionalProperties"] is False for part in objects)


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "text",
    [
        "a:\n" * (MAX_BYTES // 3),
        "a: b\n" * (MAX_BYTES // 5),
        HEAD + "gear_cards:\n" + CARD * 490,
        HEAD + "gear_cards:\n" + "  - {}\n" * 490,
        HEAD + "gear_cards:\n" + f"  - {{{', '.join(f'k{n}: 1' for n in range(490))}}}\n" * 45,
        HEAD + "".join(f"k{n}: 1\n" for n in range(MAX_BYTES // 11)),
        "'" * (MAX_BYTES - 1),
        "? " * (MAX_BYTES // 2),
        "# \n" * (MAX_BYTES // 3),
    ],
    ids=lambda text: text[-20:].strip() or "quotes",
)
def test_largest_files_end(text: str) -> None:
    """Files of the largest size allowed, of the kinds that cost the parser most: seconds, where it could be hours."""
    assert read(text[:MAX_BYTES]) is None


@settings(max_examples=examples(100), deadline=2000)
@given(st.text(max_size=70), st.sampled_from(("W", "W.M", "MM/.W", "x", "", "W\nM", "- a")))
def test_what_is_written_is_read_back(name: str, pattern: str) -> None:
    """Names and patterns of any signs cannot break out of their place in the text."""
    plain = {"gear_cards": [{"id": "a", "kind": "helmet", "name": name, "pattern": pattern, "bonus": "wood"}]}
    header = msgspec.structs.replace(house_pack().records, complete=False)
    tree = read_tree(print_pack(header, plain=plain).encode("utf-8", "surrogatepass"), "f")
    assert [fault.reason for fault in tree.faults] == []
    (card,) = tree.data["gear_cards"]
    assert card["name"] == name
    assert "/".join(card["pattern"].splitlines()) == "/".join(pattern.splitlines())


def test_a_pattern_that_a_slip_cut_off_is_a_fault_and_no_crash() -> None:
    """Found by the mutations above: the text block is empty, and the fault lies on it already."""
    card = "gear_cards:\n  - id: owner-weapon-1\n    pattern: |\n[      WWM\n    bonus: vp-or-peek\n"
    assert read(f"{HEAD}{card}") is None
