"""How games lie in a card's memory, and how its arrays are shared with other libraries without a copy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bastide.batch.kernels import Games, Scratch, points_shape, traces_shape
from bastide.core.jit import TARGET, find_cuda
from bastide.core.observation import layout_of
from bastide.core.state import CheckedRecords, Dtype

if TYPE_CHECKING:
    from bastide.core.game import Game

BLOCK = 64  # threads that start together
WARP = 32
BANK = 4  # bytes
CUDA_MEMORY = (2, 13)  # DLPack's numbers for a card's memory, plain and managed
LEGACY_STREAM = 1  # DLPack's number for the stream that batches work on


def padded(dtype: Dtype) -> Dtype:
    """The record, lengthened to an odd number of banks (or of pairs of them, where it holds fields of 8 bytes)."""
    assert dtype.fields is not None
    names = list(dtype.names or ())
    formats = [dtype.fields[name][0] for name in names]
    offsets = [dtype.fields[name][1] for name in names]

    def lengthened(size: int) -> Dtype:
        parts: Any = {"names": names, "formats": formats, "offsets": offsets, "itemsize": size}
        return np.dtype(parts, align=True)

    unit = max(BANK, lengthened(dtype.itemsize).alignment)
    units = -(-dtype.itemsize // unit)
    return lengthened(unit * (units + (units + 1) % 2))


def card_states(of: Game, n: int) -> tuple[Any, Any]:
    """n states in the card's memory, and the same memory as signed bytes, one row a state."""
    raw = find_cuda().to_device(np.zeros((n, of.state.itemsize), np.int8))  # bytes between fields are 0 everywhere
    if TARGET == "python":  # the simulator's card is host memory, and interpreted rules want their records
        return CheckedRecords(raw._ary.view(of.state)[:, 0]), raw
    return raw.view(of.state).reshape(n), raw


def fetch(array: Any) -> Any:
    """A copy of the card's array on the host."""
    return array.copy_to_host()


def fetch_states(of: Game, raw: Any) -> Any:
    """A copy of the card's states on the host, as the rules of this target index them."""
    states = fetch(raw).view(of.state).reshape(len(raw))
    return CheckedRecords(states) if TARGET == "python" else states


def card_games(of: Game, n: int) -> Games:
    """The arrays of n games in the card's memory."""
    card = find_cuda()
    states, raw = card_states(of, n)
    return Games(
        states=states,
        raw=raw,
        rngs=card.device_array((n, 1), np.int64),
        masks=card.device_array((n, of.spec.num_actions), np.int8),
        observations=card.device_array((n, layout_of(of).size), layout_of(of).narrow),
        movers=card.device_array(n, np.int8),
        traces=card.device_array(traces_shape(n), np.int64),
        points=card.device_array(points_shape(n), np.int32),
    )


def card_scratch(of: Game, n: int) -> Scratch:
    """What n threads need to look at their games."""
    card = find_cuda()
    views, raw = card_states(of, n)
    return Scratch(card.device_array((n, of.buffer), np.int16), views, raw, card.to_device(layout_of(of).runs))


def lend(array: Any) -> Any:
    """An array of the card that other libraries can take without a copy, by DLPack too."""
    if TARGET == "python":  # the simulator's arrays lie on the host
        return array
    from cuda.core.utils import StridedMemoryView

    view = StridedMemoryView.from_cuda_array_interface(array, stream_ptr=-1)

    def export(*, stream: int | None = None, **asked: Any) -> Any:
        if stream not in (None, LEGACY_STREAM, -1):
            find_cuda().synchronize()  # who takes it works on a stream of its own
        return view.__dlpack__(stream=-1, **asked)

    array.__dlpack__ = export
    array.__dlpack_device__ = view.__dlpack_device__
    return array


def borrow(array: Any) -> Any:
    """Somebody else's array in the card's memory as one of Numba's, without a copy; None for one on the host.

    What its owner has still to write comes first: where its interface names no stream, DLPack tells them of each other.
    """
    card = find_cuda()
    interface = getattr(array, "__cuda_array_interface__", None)
    if interface is not None and ("stream" in interface or not hasattr(array, "__dlpack_device__")):
        return card.as_cuda_array(array)
    if TARGET == "python" or not hasattr(array, "__dlpack_device__") or array.__dlpack_device__()[0] not in CUDA_MEMORY:
        return None
    from cuda.core.utils import StridedMemoryView

    view = StridedMemoryView.from_dlpack(array, stream_ptr=LEGACY_STREAM)
    kind = np.dtype(view.dtype)
    steps = None if view.strides is None else tuple(step * kind.itemsize for step in view.strides)
    told = {"shape": tuple(view.shape), "strides": steps, "typestr": kind.str, "data": (view.ptr, True), "version": 3}
    return card.from_cuda_array_interface(told, owner=(array, view))
