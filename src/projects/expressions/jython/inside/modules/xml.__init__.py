"""xml of Python 2.7: trees of elements, and the escaping of texts."""
