"""Changes between JSON values: put together again they are the value, whatever it was, and never larger than asked."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fujikoro_nb.engine.kernel.delta import Misfit, change, changed

PLAIN = st.one_of(st.none(), st.booleans(), st.integers(-3, 3), st.sampled_from(["", "a", "is", "of"]))
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.one_of(
        st.lists(inner, max_size=5),
        st.dictionaries(st.sampled_from(["a", "b", "is", "not", "0"]), inner, max_size=4),
    ),
    max_leaves=12,
)


def text(value: object) -> str:
    """As JSON, where 1 and true are not the same."""
    return json.dumps(value, sort_keys=True)


@given(VALUES, VALUES)
def test_a_change_leads_from_one_value_to_the_other(before: object, after: object) -> None:
    told = json.loads(json.dumps(change(before, after)))
    kept = text(before)
    assert text(changed(before, told)) == text(after)
    assert text(before) == kept


@given(st.lists(st.integers(0, 40), unique=True), st.data())
def test_what_is_taken_out_of_a_list_costs_only_stretches(pile: list[int], data: st.DataObject) -> None:
    """A pile of components from which some were drawn: not one of those that stay is written again."""
    gone = data.draw(st.sets(st.sampled_from(pile))) if pile else set()
    left = [one for one in pile if one not in gone]
    told = change(pile, left)
    if gone:
        assert all(len(stretch) == 2 for stretch in told["of"])
        assert len(told["of"]) <= len(gone) + 1
    assert changed(pile, told) == left


def test_what_is_the_same_is_not_written() -> None:
    before = {"piles": {"tiles": ["a", "b", "c"]}, "seats": [{"score": 1}, {"score": 2}], "old": 1}
    after = {"piles": {"tiles": ["a", "c"]}, "seats": [{"score": 1}, {"score": 5}], "new": True}
    assert change(before, after) == {
        "is": {
            "piles": {"is": {"tiles": {"of": [[0, 1], [2, 3]]}}},
            "seats": {"is": {"1": {"is": {"score": [5]}}}},
            "new": [True],
        },
        "not": ["old"],
    }
    assert change(before, before) == {"is": {}}
    assert change([1, 2], [True, 2]) == {"is": {"0": [True]}}


@pytest.mark.parametrize(
    "what",
    [
        None,
        7,
        [],
        [1, 2],
        {},
        {"is": []},
        {"of": {}},
        {"is": {}, "more": 1},
        {"of": [], "is": {}},
        {"is": {"3": [0]}},
        {"is": {"-1": [0]}},
        {"is": {"²": [0]}},
        {"is": {"1" * 50: [0]}},
        {"is": {}, "not": ["a"]},
        {"of": [[0, 9]]},
        {"of": [[1, 1]]},
        {"of": [[1, 2], [0, 1]]},
        {"of": [[0, 2], [0, 2]]},
        {"of": [[0, 1, 2]]},
        {"of": [7]},
    ],
)
def test_what_does_not_fit_is_refused(what: object) -> None:
    with pytest.raises(Misfit):
        changed(["a", "b", "c"], what)


@pytest.mark.parametrize("what", [{"of": []}, {"is": {}, "not": ["x"]}, {"is": {}, "not": "a"}])
def test_what_does_not_fit_an_object_is_refused(what: object) -> None:
    with pytest.raises(Misfit):
        changed({"a": 1}, what)
