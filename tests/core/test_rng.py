"""Random numbers: even, and unrelated for neighbouring seeds."""

from __future__ import annotations

from collections import Counter

from bastide.core.rng import MAX_SEED, new_rng, random_below


def drawn(seed: int, stream: int, n: int, times: int) -> list[int]:
    rng = new_rng(seed, stream)
    return [int(random_below(rng, n)) for _ in range(times)]


def test_numbers_stay_in_range_and_every_one_comes() -> None:
    assert set(drawn(1, 0, 7, 500)) == set(range(7))
    assert set(drawn(1, 0, 1, 20)) == {0}


def test_numbers_are_even() -> None:
    counts = Counter(drawn(3, 0, 10, 20_000))
    assert max(counts.values()) < 1.1 * 2000
    assert min(counts.values()) > 0.9 * 2000


def test_first_draws_of_neighbouring_seeds_and_streams_are_even_too() -> None:
    """The first number of consecutive raw seeds would march in step."""
    by_seed = Counter(drawn(seed, 0, 10, 1)[0] for seed in range(20_000))
    by_stream = Counter(drawn(5, stream, 10, 1)[0] for stream in range(20_000))
    for counts in (by_seed, by_stream):
        assert max(counts.values()) < 1.15 * 2000
        assert min(counts.values()) > 0.85 * 2000
    pairs = Counter((drawn(seed, 0, 4, 1)[0], drawn(seed + 1, 0, 4, 1)[0]) for seed in range(8000))
    assert max(pairs.values()) < 1.3 * 500


def test_large_seeds_differ_from_small_ones() -> None:
    assert drawn(MAX_SEED, 0, 2**30, 4) != drawn(MAX_SEED & 0xFFFFFFFF, 0, 2**30, 4)
    assert drawn(0, 2**40, 2**30, 4) != drawn(0, 0, 2**30, 4)
