"""A search tree as arrays: one row a node, children as linked rows. Row 0 stands for no node, row 1 is the root."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from bastide.core.play import MAX_SEATS
from bastide.core.state import int_array

NO_NODE = 0
ROOT = 1
FELLED = 0  # rows in use of a tree that is to be planted anew


class Tree(NamedTuple):
    """Nodes stand for sequences of decisions; what a deal or a draw made of them is averaged."""

    first: Any  # int32: the node's first child
    after: Any  # int32: its next sibling
    action: Any  # int16: the decision that led here
    rank: Any  # int16: how many siblings were favoured more when it was added
    mover: Any  # int8: the seat that took it
    visits: Any  # int32: iterations that came through
    value: Any  # float64: the mover's rewards, added up
    lean: Any  # float64: how much the opinion favours the decision, above 0
    size: Any  # int32, one cell: rows in use


def new_tree(nodes: int) -> Tree:
    """Room for this many nodes, some thirty bytes each."""
    return Tree(
        first=int_array(nodes, np.int32),
        after=int_array(nodes, np.int32),
        action=int_array(nodes, np.int16),
        rank=int_array(nodes, np.int16),
        mover=int_array(nodes, np.int8),
        visits=int_array(nodes, np.int32),
        value=np.zeros(nodes, np.float64),
        lean=np.zeros(nodes, np.float64),
        size=int_array(1, np.int32),
    )


class GuidedTree(NamedTuple):
    """The same for a search that a judge guides."""

    first: Any
    after: Any
    action: Any
    mover: Any
    visits: Any
    value: Any
    lean: Any
    share: Any  # float32: the searching seat's share of first place, as the judge had it when the node was added
    worth: Any  # float32 [node, seat]: what each seat wanted of it then
    size: Any


def new_guided_tree(nodes: int) -> GuidedTree:
    """Room for this many nodes, some sixty bytes each."""
    return GuidedTree(
        first=int_array(nodes, np.int32),
        after=int_array(nodes, np.int32),
        action=int_array(nodes, np.int16),
        mover=int_array(nodes, np.int8),
        visits=int_array(nodes, np.int32),
        value=np.zeros(nodes, np.float64),
        lean=np.zeros(nodes, np.float64),
        share=np.zeros(nodes, np.float32),
        worth=np.zeros((nodes, MAX_SEATS), np.float32),
        size=int_array(1, np.int32),
    )
