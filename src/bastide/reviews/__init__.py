"""The review of a finished game: a curve of win shares, every decision judged on what its mover knew, and the luck."""

from bastide.reviews.model import Review
from bastide.reviews.refused import CannotReview
from bastide.reviews.study import Cancelled, Study, review

__all__ = ["Cancelled", "CannotReview", "Review", "Study", "review"]
