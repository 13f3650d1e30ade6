"""Questions and sentences: JSON that keeps its order, problems with what is allowed, and words for them."""
