"""Merge patches between views: the cases of RFC 7396, and the way from any view to any other."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.protocol.views import merged, patch_of

RFC_7396_APPENDIX_A = (
    ({"a": "b"}, {"a": "c"}, {"a": "c"}),
    ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
    ({"a": "b"}, {"a": None}, {}),
    ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
    ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
    ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
    ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
    ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
    (["a", "b"], ["c", "d"], ["c", "d"]),
    ({"a": "b"}, ["c"], ["c"]),
    ({"a": "foo"}, None, None),
    ({"a": "foo"}, "bar", "bar"),
    ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
    ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
    ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
)


@pytest.mark.parametrize(("target", "patch", "result"), RFC_7396_APPENDIX_A)
def test_the_cases_of_the_rfc_give_its_results(target: Any, patch: Any, result: Any) -> None:
    assert merged(target, patch) == result


LEAVES = st.integers() | st.text(max_size=2) | st.booleans()
VALUES = st.recursive(
    LEAVES | st.lists(LEAVES | st.none(), max_size=3),
    lambda inner: st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=8,
)
VIEWS = st.dictionaries(st.sampled_from("abc"), VALUES, max_size=3)


@given(VIEWS, VIEWS)
def test_a_patch_leads_from_one_view_to_the_other(before: Any, after: Any) -> None:
    patch = patch_of(before, after)
    assert merged(before, patch) == after
    assert patch_of(after, after) == {}
