"""Information-set search that the learned judge guides: its word is what a decision leans to, and what a leaf is worth.

As in `ismcts`, each iteration fills the mover's view with a possible truth and walks down the tree; but a node's
children are judged when it is opened, and an iteration ends at the first child that was not visited before, with the
judge's word on it. That word counts as one visit. Every template names its game only through the global `game`.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from bastide.bots.greedy import settle_chance
from bastide.bots.ismcts import MAX_DEPTH, STEEP, find_children
from bastide.bots.tree import FELLED, NO_NODE, ROOT
from bastide.core.game import Game
from bastide.core.jit import bind, calling
from bastide.core.play import MAX_SEATS, draw
from bastide.core.state import NONE, OVER, action_list, int_array, new_states
from bastide.judge import Judge
from bastide.judge.after import show_after
from bastide.judge.net import SHARE, UTILITY, Mind, judge_after, judge_shown, tell_result

game: Any = None  # stands for a game's rules; each compiled copy has its own

GUIDED_ROOT_DEALS = 4  # over which the judge's word on the root's actions is averaged


class Guide(NamedTuple):
    """What a guided search can be told apart from its budget."""

    exploration: float = 0.25  # weight of what was seldom tried
    heat: float = 0.05  # utility that makes a decision e times as likely to be tried
    margin: float = 0.05  # part that a lead in points has in a utility
    insight: float = 0.0  # after a rival's action, the part that the chooser's own view has in its prospects


class GuidedScratch(NamedTuple):
    """What a guided search works on."""

    states: Any  # the line being played
    buf: Any  # actions worth a look
    slots: Any  # the child of each action at the node at hand
    path: Any  # nodes of this iteration
    rewards: Any  # by seat
    shares: Any  # by root action: the chooser's shares of first place, added up
    cancel: Any  # one cell; set by another thread to stop at once
    mind: Mind


def new_guided_scratch(of: Game, judge: Judge, guide: Guide) -> GuidedScratch:
    return GuidedScratch(
        states=new_states(of.state, 1),
        buf=action_list(of.buffer),
        slots=int_array(of.buffer, np.int32),
        path=int_array(MAX_DEPTH, np.int32),
        rewards=np.zeros(MAX_SEATS, np.float64),
        shares=np.zeros(of.buffer, np.float64),
        cancel=int_array(1, np.int8),
        mind=judge.new_mind(guide.margin),
    )


def lean_to(gain: float, settings: Any) -> float:
    """How much what an action gains favours it."""
    return math.exp(max(-STEEP, min(STEEP, gain / settings.heat)))


def add_judged(tree: Any, node: int, mover: int, a: int) -> int:
    """A new row for an action not met at this node before, nothing known of it."""
    child = tree.size[0]
    tree.size[0] += 1
    tree.first[child] = NO_NODE
    tree.after[child] = tree.first[node]
    tree.first[node] = child
    tree.action[child] = a
    tree.mover[child] = mover
    tree.visits[child] = 0
    tree.value[child] = 0.0
    tree.lean[child] = 0.0
    tree.share[child] = 0.0
    for q in range(MAX_SEATS):
        tree.worth[child, q] = 0.0
    return child


def note_word(tree: Any, child: int, seat: int, mover: int, seats: int, mind: Any, part: float) -> None:
    """Adds a part of what the judge has just said, from the mover on, to what a node is worth."""
    for q in range(seats):
        tree.worth[child, (mover + q) % seats] += part * mind.said[UTILITY + q]
    tree.share[child] += part * mind.said[SHARE + (seat - mover + seats) % seats]


def look_again(tree: Any, child: int, seat: int, mind: Any, part: float) -> None:
    """What the chooser itself sees after a rival's action, as a part of its prospects there."""
    game.look(mind.states[0], seat, mind.states[1:2])
    game.features(mind.states[1], seat, mind.shown)
    judge_shown(mind, mind.states[0].seats)
    tree.worth[child, seat] += part * (mind.said[UTILITY] - tree.worth[child, seat])
    tree.share[child] += part * (mind.said[SHARE] - tree.share[child])


def open_guided(tree: Any, node: int, seat: int, mover: int, n: int, scratch: Any, settings: Any) -> None:
    """Children for the actions that have none, with the judge's word on each."""
    s = scratch.states[0]
    base = float(tree.worth[node, mover])
    for k in range(n):
        a = scratch.buf[k]
        if scratch.slots[a] == NO_NODE:
            child = add_judged(tree, node, mover, a)
            follower = judge_after(s, a, mover, scratch.mind)
            note_word(tree, child, seat, mover, s.seats, scratch.mind, 1.0)
            if settings.insight > 0.0 and mover != seat and follower != OVER:
                look_again(tree, child, seat, scratch.mind, settings.insight)
            tree.lean[child] = lean_to(float(tree.worth[child, mover]) - base, settings)
            scratch.slots[a] = child


def select_guided(tree: Any, n: int, scratch: Any, mover: int, settings: Any) -> int:
    """The child with the best sum of mean reward, the judge's word among it, and what its lean promises it."""
    visits = 0
    lean = 0.0
    for k in range(n):
        child = scratch.slots[scratch.buf[k]]
        visits += tree.visits[child]
        lean += tree.lean[child]
    reach = settings.exploration * math.sqrt(visits + 1.0) / lean
    best = -1e30
    chosen = scratch.slots[scratch.buf[0]]
    for k in range(n):
        child = scratch.slots[scratch.buf[k]]
        tried = tree.visits[child]
        mean = (tree.value[child] + float(tree.worth[child, mover])) / (tried + 1.0)
        score = mean + reach * tree.lean[child] / (1.0 + tried)
        if score > best:
            best = score
            chosen = child
    return chosen


def list_candidates(s: Any, mover: int, buf: Any) -> int:
    """Legal actions that are worth a look."""
    return game.candidates(s, mover, buf, game.legal(s, buf))


def walk_guided(tree: Any, seat: int, scratch: Any, rng: Any, settings: Any, first: int) -> int:
    """From the root to a child not visited before, or to the end; returns the length of the path."""
    s = scratch.states[0]
    settle_chance(s, rng)
    node = ROOT
    depth = 0
    mover = game.to_move(s)
    while mover != OVER and depth < MAX_DEPTH:
        n = list_candidates(s, mover, scratch.buf)
        missing = find_children(tree, node, mover, scratch.buf, n, scratch.slots)
        if tree.size[0] + missing > len(tree.first):
            return depth
        if missing > 0:
            open_guided(tree, node, seat, mover, n, scratch, settings)
        if depth == 0 and first != NONE:
            node = scratch.slots[first]
        else:
            node = select_guided(tree, n, scratch, mover, settings)
        scratch.path[depth] = node
        depth += 1
        game.apply(s, tree.action[node])
        mover = game.to_move(s)
        if tree.visits[node] == 0 and n > 1:
            return depth
        settle_chance(s, rng)
        mover = game.to_move(s)
    return depth


def iterate_guided(views: Any, seat: int, tree: Any, scratch: Any, rng: Any, settings: Any, first: int) -> None:
    """One deal, one line, one reward for everybody on the path."""
    game.redeal(views[0], seat, rng, scratch.states)
    depth = walk_guided(tree, seat, scratch, rng, settings, first)
    s = scratch.states[0]
    seats = s.seats
    leaf = scratch.path[depth - 1] if depth > 0 else ROOT
    share = float(tree.share[leaf])
    for q in range(seats):
        scratch.rewards[q] = tree.worth[leaf, q]
    if game.to_move(s) == OVER:
        game.scores(s, scratch.mind.points)
        tell_result(scratch.mind, 0, seats)
        for q in range(seats):
            scratch.rewards[q] = scratch.mind.said[UTILITY + q]
        share = scratch.mind.said[SHARE + seat]
    for k in range(depth):
        node = scratch.path[k]
        tree.visits[node] += 1
        tree.value[node] += scratch.rewards[tree.mover[node]]
    if depth > 0:
        scratch.shares[tree.action[scratch.path[0]]] += share


def plant(views: Any, seat: int, tree: Any, scratch: Any, rng: Any, settings: Any) -> None:
    """A tree of a root and its children, each with the judge's word on it, on average over a few deals."""
    tree.size[0] = ROOT + 1
    tree.first[ROOT] = NO_NODE
    seats = views[0].seats
    for q in range(MAX_SEATS):
        tree.worth[ROOT, q] = 0.0
    n = list_candidates(views[0], seat, scratch.buf)
    for k in range(n):
        scratch.slots[scratch.buf[k]] = add_judged(tree, ROOT, seat, scratch.buf[k])
        scratch.shares[scratch.buf[k]] = 0.0
    for _ in range(GUIDED_ROOT_DEALS):
        game.redeal(views[0], seat, rng, scratch.states)
        for k in range(n):
            judge_after(scratch.states[0], scratch.buf[k], seat, scratch.mind)
            child = scratch.slots[scratch.buf[k]]
            note_word(tree, child, seat, seat, seats, scratch.mind, 1.0 / GUIDED_ROOT_DEALS)
    best = -1e30
    for k in range(n):
        best = max(best, float(tree.worth[scratch.slots[scratch.buf[k]], seat]))
    for k in range(n):
        child = scratch.slots[scratch.buf[k]]
        tree.lean[child] = lean_to(float(tree.worth[child, seat]) - best, settings)


@calling
def search(views: Any, seat: int, tree: Any, scratch: Any, rng: Any, settings: Any, iterations: int, first: int) -> int:
    """Iterates once, and until the budget is spent or somebody sets `cancel`; returns iterations done.

    A tree that was felled is planted first.
    """
    if tree.size[0] == FELLED:
        plant(views, seat, tree, scratch, rng, settings)
    done = 0
    while done == 0 or (done < iterations and scratch.cancel[0] == 0):
        iterate_guided(views, seat, tree, scratch, rng, settings, first)
        done += 1
    return done


TEMPLATES = (
    draw, settle_chance, show_after, judge_after, find_children, lean_to, add_judged, note_word, look_again,
    open_guided, select_guided, list_candidates, walk_guided, iterate_guided, plant, search,
)  # fmt: skip


@cache
def guided_kernel(of: Game) -> Any:
    """The templates above, compiled for one game."""
    return bind(TEMPLATES, of.kernel)
