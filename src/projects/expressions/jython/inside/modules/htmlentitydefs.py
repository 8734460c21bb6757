"""htmlentitydefs of Python 2.7: the names of characters in HTML 4."""

from _entities import pairs as _pairs

name2codepoint = {}
codepoint2name = {}
entitydefs = {}

for _name, _code in _pairs:
    name2codepoint[_name] = _code
    codepoint2name[_code] = _name
    entitydefs[_name] = unichr(_code) if _code < 256 else '&#%d;' % _code
