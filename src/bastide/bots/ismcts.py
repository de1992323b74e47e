"""Information-set Monte Carlo tree search, written once for all games over their compiled rules.

Each iteration fills the mover's view with a possible truth (`redeal`: the real one is never seen), walks down the tree,
plays on from the leaf and credits every seat on the path with its own reward. Chance is drawn by weight and not
branched on. Every template names its game only through the global `game`; `search_kernel(game)` compiles them.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from bastide.bots.greedy import settle_chance, sum_opinion
from bastide.bots.tree import FELLED, NO_NODE, ROOT
from bastide.core.game import Game
from bastide.core.jit import bind
from bastide.core.play import MAX_SEATS, draw
from bastide.core.rng import random_below
from bastide.core.state import CHANCE, NONE, OVER, action_list, int_array, new_states

game: Any = None  # stands for a game's rules; each compiled copy has its own

MAX_DEPTH = 256  # decisions from the root to a leaf
STEEP = 30.0  # exponents are kept within this
ROOT_DEALS = 8  # over which the opinion of the root's actions is averaged


class Settings(NamedTuple):
    """What a search can be told apart from its budget. Points are in hundredths, as opinions are."""

    exploration: float = 1.0  # weight of what was seldom tried
    lean: float = 0.0  # opinion that makes a decision e times as likely to be tried; 0: all alike
    widen: float = 0.0  # of the best leaning actions, 2 + widen * sqrt(visits) are tried; 0: all
    horizon: int = 100000  # decisions of a playout before the opinion judges it
    tries: int = 1  # actions a playout draws for each decision, keeping the one of the best opinion
    spread: float = 1000.0  # lead that makes a seat e times as likely to be first, when a playout is judged
    margin: float = 0.0  # part of the reward that is the lead in points rather than the first place


class Scratch(NamedTuple):
    """What a search works on."""

    states: Any  # the line being played, and one to try an action on
    buf: Any  # legal actions
    slots: Any  # the child of each action at the node at hand
    path: Any  # nodes of this iteration
    terms: Any  # an opinion
    points: Any  # final points and places
    rewards: Any  # by seat
    shares: Any  # by root action: the chooser's shares of first place, added up
    cancel: Any  # one cell; set by another thread to stop at once


def new_scratch(of: Game) -> Scratch:
    actions = of.buffer
    return Scratch(
        states=new_states(of.state, 2),
        buf=action_list(actions),
        slots=int_array(actions, np.int32),
        path=int_array(MAX_DEPTH, np.int32),
        terms=int_array(max(1, len(of.terms)), np.int32),
        points=int_array((MAX_SEATS, 2), np.int32),
        rewards=np.zeros(MAX_SEATS, np.float64),
        shares=np.zeros(actions, np.float64),
        cancel=int_array(1, np.int8),
    )


def try_action(scratch: Any, rng: Any, mover: int, a: int) -> int:
    """The mover's opinion of the position after an action, on the second scratch state."""
    trial = scratch.states[1]
    scratch.states[1] = scratch.states[0]
    game.apply(trial, a)
    settle_chance(trial, rng)
    return sum_opinion(trial, mover, scratch.terms)


def add_child(tree: Any, node: int, mover: int, a: int, lean: float) -> int:
    """A new row for an action not met at this node before."""
    child = tree.size[0]
    tree.size[0] += 1
    tree.first[child] = NO_NODE
    tree.after[child] = tree.first[node]
    tree.first[node] = child
    tree.action[child] = a
    tree.rank[child] = 0
    tree.mover[child] = mover
    tree.visits[child] = 0
    tree.value[child] = 0.0
    tree.lean[child] = lean
    return child


def find_children(tree: Any, node: int, mover: int, buf: Any, n: int, slots: Any) -> int:
    """slots[a] = the child for each legal action a; returns how many have none yet."""
    for k in range(n):
        slots[buf[k]] = NO_NODE
    child = tree.first[node]
    while child != NO_NODE:
        if tree.mover[child] == mover:
            slots[tree.action[child]] = child
        child = tree.after[child]
    missing = 0
    for k in range(n):
        missing += slots[buf[k]] == NO_NODE
    return missing


def lean_by(gain: float, settings: Any) -> float:
    """How much what an action gains, in the mover's opinion, favours it."""
    return math.exp(max(-STEEP, min(STEEP, gain / settings.lean)))


def rank_children(tree: Any, n: int, scratch: Any) -> None:
    """Numbers the untried children at hand, the most favoured first."""
    for k in range(n):
        child = scratch.slots[scratch.buf[k]]
        if tree.visits[child] == 0:
            rank = 0
            for j in range(n):
                other = tree.lean[scratch.slots[scratch.buf[j]]]
                rank += other > tree.lean[child] or (other == tree.lean[child] and j < k)
            tree.rank[child] = rank


def open_node(tree: Any, node: int, mover: int, n: int, scratch: Any, rng: Any, settings: Any) -> None:
    """Children for the legal actions that have none, leaning towards those of a better opinion."""
    base = 0
    if settings.lean > 0.0:
        base = sum_opinion(scratch.states[0], mover, scratch.terms)
    for k in range(n):
        a = scratch.buf[k]
        if scratch.slots[a] == NO_NODE:
            lean = 1.0
            if settings.lean > 0.0:
                lean = lean_by(try_action(scratch, rng, mover, a) - base, settings)
            scratch.slots[a] = add_child(tree, node, mover, a, lean)
    if settings.widen > 0.0:
        rank_children(tree, n, scratch)


def select_child(tree: Any, n: int, scratch: Any, rng: Any, settings: Any) -> int:
    """The child with the best sum of mean reward and of what its lean promises it for being seldom tried."""
    visits = 0
    value = 0.0
    lean = 0.0
    for k in range(n):
        child = scratch.slots[scratch.buf[k]]
        visits += tree.visits[child]
        value += tree.value[child]
        lean += tree.lean[child]
    untried = value / visits if visits > 0 else 0.0
    reach = settings.exploration * math.sqrt(visits + 1.0) / lean
    room = 2.0 + settings.widen * math.sqrt(visits) if settings.widen > 0.0 else float(n)
    best = -1.0
    k = random_below(rng, n)  # so that ties do not favour low ids
    chosen = scratch.slots[scratch.buf[k]]
    for _ in range(n):
        child = scratch.slots[scratch.buf[k]]
        tried = tree.visits[child]
        if tried > 0 or tree.rank[child] < room:
            mean = tree.value[child] / tried if tried > 0 else untried
            score = mean + reach * tree.lean[child] / (1.0 + tried)
            if score > best:
                best = score
                chosen = child
        k = k + 1 if k + 1 < n else 0
    return chosen


def walk_down(tree: Any, scratch: Any, rng: Any, settings: Any, first: int) -> int:
    """From the root to a leaf, playing the decisions on the first scratch state; returns the length of the path.

    `first` is the action to begin with, or NONE for whichever promises most.
    """
    s = scratch.states[0]
    settle_chance(s, rng)
    node = ROOT
    depth = 0
    mover = game.to_move(s)
    while mover != OVER and depth < MAX_DEPTH:
        n = game.legal(s, scratch.buf)
        missing = find_children(tree, node, mover, scratch.buf, n, scratch.slots)
        if tree.size[0] + missing > len(tree.first):
            return depth
        if missing > 0:
            open_node(tree, node, mover, n, scratch, rng, settings)
        if depth == 0 and first != NONE:
            node = scratch.slots[first]
        else:
            node = select_child(tree, n, scratch, rng, settings)
        scratch.path[depth] = node
        depth += 1
        game.apply(s, tree.action[node])
        settle_chance(s, rng)
        mover = game.to_move(s)
        if tree.visits[node] == 0:
            return depth
    return depth


def choose_by_opinion(scratch: Any, rng: Any, mover: int, n: int, tries: int) -> int:
    """The best of several random legal actions, in the mover's opinion."""
    action = scratch.buf[random_below(rng, n)]
    best = try_action(scratch, rng, mover, action)
    for _ in range(1, tries):
        other = scratch.buf[random_below(rng, n)]
        if other != action:
            opinion = try_action(scratch, rng, mover, other)
            if opinion > best:
                best = opinion
                action = other
    return action


def play_on(scratch: Any, rng: Any, horizon: int, tries: int, last: int) -> int:
    """Plays to the end, or until `horizon` decisions were made and the turn passes; returns OVER or who is to move.

    `last` is the seat that decided before: what an opinion says in the middle of a turn cannot be compared.
    """
    s = scratch.states[0]
    buf = scratch.buf
    mover = game.to_move(s)
    while mover != OVER and (horizon > 0 or mover == last or mover == CHANCE):  # noqa: SIM109 - no tuple in this loop
        if mover == CHANCE:
            draw(s, rng)
        else:
            n = game.legal(s, buf)
            if tries > 1 and n > 1:
                a = choose_by_opinion(scratch, rng, mover, n, tries)
            else:
                a = buf[random_below(rng, n)]
            game.apply(s, a)
            last = mover
            horizon -= 1
        mover = game.to_move(s)
    return mover


def count_seats(scratch: Any) -> int:
    """Fills in points and places as they stand; returns how many seats have one."""
    for p in range(MAX_SEATS):
        scratch.points[p, 1] = 0
    game.scores(scratch.states[0], scratch.points)
    seats = 0
    while seats < MAX_SEATS and scratch.points[seats, 1] > 0:
        seats += 1
    return seats


def lead_of(points: Any, seats: int, p: int) -> int:
    """How far a seat is ahead of the best of the others."""
    best = points[1 - min(p, 1), 0]
    for q in range(seats):
        if q != p:
            best = max(best, points[q, 0])
    return points[p, 0] - best


def share_of_first(scratch: Any, seats: int, p: int) -> float:
    """1 for whoever alone is first, a part of it for those who share the place, 0 for the others."""
    winners = 0
    for q in range(seats):
        winners += scratch.points[q, 1] == 1
    return 1.0 / winners if scratch.points[p, 1] == 1 else 0.0


def reward_end(scratch: Any, seats: int, settings: Any) -> None:
    """A share of the first place, mixed with the lead in points."""
    for p in range(seats):
        share = share_of_first(scratch, seats, p)
        if settings.margin > 0.0:
            lead = 100.0 * lead_of(scratch.points, seats, p) / settings.spread
            near = 1.0 / (1.0 + math.exp(max(-STEEP, min(STEEP, -lead))))
            share = (1.0 - settings.margin) * share + settings.margin * near
        scratch.rewards[p] = share


def reward_midway(scratch: Any, seats: int, spread: float) -> None:
    """Shares of the first place by opinion: e times as much for every `spread` ahead."""
    best = 0.0
    for p in range(seats):
        scratch.rewards[p] = sum_opinion(scratch.states[0], p, scratch.terms)
        best = scratch.rewards[p] if p == 0 else max(best, scratch.rewards[p])
    total = 0.0
    for p in range(seats):
        scratch.rewards[p] = math.exp(max(-STEEP, (scratch.rewards[p] - best) / spread))
        total += scratch.rewards[p]
    for p in range(seats):
        scratch.rewards[p] /= total


def iterate(views: Any, seat: int, tree: Any, scratch: Any, rng: Any, settings: Any, first: int) -> None:
    """One deal, one line, one reward for everybody on the path."""
    game.redeal(views[0], seat, rng, scratch.states)
    depth = walk_down(tree, scratch, rng, settings, first)
    last = tree.mover[scratch.path[depth - 1]] if depth > 0 else seat
    over = play_on(scratch, rng, settings.horizon, settings.tries, last) == OVER
    seats = count_seats(scratch)
    if over:
        reward_end(scratch, seats, settings)
    else:
        reward_midway(scratch, seats, settings.spread)
    for k in range(depth):
        node = scratch.path[k]
        tree.visits[node] += 1
        tree.value[node] += scratch.rewards[tree.mover[node]]
    if depth > 0:
        scratch.shares[tree.action[scratch.path[0]]] += (
            share_of_first(scratch, seats, seat) if over else scratch.rewards[seat]
        )


def plant(views: Any, seat: int, tree: Any, scratch: Any, rng: Any, settings: Any) -> None:
    """A tree of a root and its children, nothing known of them but an opinion, on average over a few deals."""
    tree.size[0] = ROOT + 1
    tree.first[ROOT] = NO_NODE
    n = game.legal(views[0], scratch.buf)
    for k in range(n):
        scratch.slots[scratch.buf[k]] = add_child(tree, ROOT, seat, scratch.buf[k], 0.0 if settings.lean > 0.0 else 1.0)
        scratch.shares[scratch.buf[k]] = 0.0
    if settings.lean > 0.0:
        for _ in range(ROOT_DEALS):
            game.redeal(views[0], seat, rng, scratch.states)
            base = sum_opinion(scratch.states[0], seat, scratch.terms)
            for k in range(n):
                tree.lean[scratch.slots[scratch.buf[k]]] += try_action(scratch, rng, seat, scratch.buf[k]) - base
        for k in range(n):
            child = scratch.slots[scratch.buf[k]]
            tree.lean[child] = lean_by(tree.lean[child] / ROOT_DEALS, settings)
    if settings.widen > 0.0:
        rank_children(tree, n, scratch)


def search(views: Any, seat: int, tree: Any, scratch: Any, rng: Any, settings: Any, iterations: int, first: int) -> int:
    """Iterates once, and until the budget is spent or somebody sets `cancel`; returns iterations done.

    A tree that was felled is planted first.
    """
    if tree.size[0] == FELLED:
        plant(views, seat, tree, scratch, rng, settings)
    done = 0
    while done == 0 or (done < iterations and scratch.cancel[0] == 0):
        iterate(views, seat, tree, scratch, rng, settings, first)
        done += 1
    return done


TEMPLATES = (
    draw, settle_chance, sum_opinion, try_action,
    add_child, find_children, lean_by, rank_children, open_node, select_child, walk_down,
    choose_by_opinion, play_on, count_seats, lead_of, share_of_first, reward_end, reward_midway,
    iterate, plant, search,
)  # fmt: skip


@cache
def search_kernel(of: Game) -> Any:
    """The templates above, compiled for one game."""
    return bind(TEMPLATES, of.kernel)
