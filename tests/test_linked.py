"""What hangs together: linked things have one root, and no others have."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from reasoner.slice.linked import Linked

THINGS = range(8)
LINKS = st.lists(st.lists(st.sampled_from(THINGS), max_size=3), max_size=6)


def reached(links, thing):
    """All that *thing* is linked to, directly or through others."""
    found = {thing}
    while more := {t for link in links if found.intersection(link) for t in link} - found:
        found |= more
    return found


@given(links=LINKS)
def test_linked_things_and_no_others_have_one_root(links):
    linked = Linked()
    for link in links:
        linked.link(*link)
    for thing in THINGS:
        same = {other for other in THINGS if linked.root(other) == linked.root(thing)}
        assert same == reached(links, thing)
