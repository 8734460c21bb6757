"""urllib of Python 2.7, as far as it is about text: nothing here reaches a network."""

from _bytes import is_bytes as _is_bytes, as_bytes as _as_bytes

_always_safe = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-'


def quote(s, safe='/'):
    if s is None:
        raise TypeError('None object cannot be quoted')
    kept = _always_safe + safe
    out = []
    for c in s:
        if c in kept:
            out.append(c)
        elif ord(c) > 255 or (ord(c) > 127 and not _is_bytes(s)):
            raise KeyError(c)
        else:
            out.append('%%%02X' % ord(c))
    return ''.join(out)


def quote_plus(s, safe=''):
    if ' ' in s:
        return quote(s, safe + ' ').replace(' ', '+')
    return quote(s, safe)


def unquote(s):
    parts = s.split('%')
    if len(parts) == 1:
        return s
    out = [parts[0]]
    for part in parts[1:]:
        code = part[:2]
        try:
            if len(code) < 2:
                raise ValueError(code)
            out.append(chr(int(code, 16)) + part[2:])
        except ValueError:
            out.append('%' + part)
    return _as_bytes(''.join(out))


def unquote_plus(s):
    return unquote(s.replace('+', ' '))


def urlencode(query, doseq=0):
    if hasattr(query, 'items'):
        query = query.items()
    out = []
    for k, v in query:
        name = quote_plus(str(k))
        if doseq and not isinstance(v, basestring) and hasattr(v, '__len__'):
            for each in v:
                out.append(name + '=' + quote_plus(str(each)))
        else:
            out.append(name + '=' + quote_plus(str(v)))
    return '&'.join(out)


def pathname2url(pathname):
    return quote(pathname)


def url2pathname(pathname):
    return unquote(pathname)


def _refused(*args, **kwargs):
    raise IOError('addresses cannot be opened here')


urlopen = _refused
urlretrieve = _refused
