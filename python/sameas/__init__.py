"""Matches the names of a data frame with a list, though they are written differently.

    matched = sameas.match(df, "authors.csv", on="name")

    with sameas.serve("authors.csv") as service:
        print(service.url)
"""

from ._match import match
from ._program import SameasError
from ._serve import Service, serve

__all__ = ["SameasError", "Service", "match", "serve"]
