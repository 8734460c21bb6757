"""urlparse of Python 2.7."""

_uses_relative = ['ftp', 'http', 'gopher', 'nntp', 'imap', 'wais', 'file', 'https', 'shttp', 'mms', 'prospero', 'rtsp', 'rtspu', '', 'sftp', 'svn', 'svn+ssh']
_uses_netloc = ['ftp', 'http', 'gopher', 'nntp', 'telnet', 'imap', 'wais', 'file', 'mms', 'https', 'shttp', 'snews', 'prospero', 'rtsp', 'rtspu', 'rsync', '',
                'svn', 'svn+ssh', 'sftp', 'nfs', 'git', 'git+ssh']
_uses_params = ['ftp', 'hdl', 'prospero', 'http', 'imap', 'https', 'shttp', 'rtsp', 'rtspu', 'sip', 'sips', 'mms', '', 'sftp']
_scheme_chars = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.'


class _Result(object):
    """A tuple of parts that have names too."""

    def __init__(self, parts):
        self._parts = tuple(parts)
        for name, part in zip(self._fields, self._parts):
            setattr(self, name, part)
        netloc = self.netloc
        host = netloc.split('@')[-1]
        if '@' in netloc:
            who = netloc.rsplit('@', 1)[0]
            self.username = who.split(':', 1)[0]
            self.password = who.split(':', 1)[1] if ':' in who else None
        else:
            self.username = None
            self.password = None
        port = None
        if host.startswith('[') and ']' in host:
            name = host.split(']')[0][1:]
            rest = host.split(']', 1)[1]
            port = rest[1:] if rest.startswith(':') else None
        elif ':' in host:
            name, port = host.split(':', 1)
        else:
            name = host
        self.hostname = name.lower() if name != '' else None
        self.port = int(port, 10) if port else None

    def __iter__(self):
        return iter(self._parts)

    def __len__(self):
        return len(self._parts)

    def __getitem__(self, i):
        return self._parts[i]

    def __eq__(self, other):
        return self._parts == tuple(other)

    def __ne__(self, other):
        return self._parts != tuple(other)

    def __repr__(self):
        return self.__class__.__name__ + '(' + ', '.join([n + '=' + repr(p) for n, p in zip(self._fields, self._parts)]) + ')'

    def __str__(self):
        return repr(self)


class ParseResult(_Result):
    _fields = ('scheme', 'netloc', 'path', 'params', 'query', 'fragment')

    def geturl(self):
        return urlunparse(self._parts)


class SplitResult(_Result):
    _fields = ('scheme', 'netloc', 'path', 'query', 'fragment')

    def geturl(self):
        return urlunsplit(self._parts)


def urlsplit(url, scheme='', allow_fragments=True):
    netloc = query = fragment = ''
    i = url.find(':')
    if i > 0 and url[0].isalpha() and len([c for c in url[:i] if c not in _scheme_chars]) == 0:
        rest = url[i + 1:]
        if not rest or len([c for c in rest if c not in '0123456789']) > 0:
            scheme, url = url[:i].lower(), rest
    if url[:2] == '//':
        ends = [at for at in [url.find(c, 2) for c in '/?#'] if at >= 0]
        end = min(ends) if ends else len(url)
        netloc, url = url[2:end], url[end:]
        if ('[' in netloc) != (']' in netloc):
            raise ValueError('Invalid IPv6 URL')
    if allow_fragments and '#' in url:
        url, fragment = url.split('#', 1)
    if '?' in url:
        url, query = url.split('?', 1)
    return SplitResult((scheme, netloc, url, query, fragment))


def urlparse(url, scheme='', allow_fragments=True):
    scheme, netloc, url, query, fragment = urlsplit(url, scheme, allow_fragments)
    params = ''
    if scheme in _uses_params and ';' in url:
        start = url.rfind('/') + 1
        i = url.find(';', start)
        if i >= 0:
            url, params = url[:i], url[i + 1:]
    return ParseResult((scheme, netloc, url, params, query, fragment))


def urlunparse(parts):
    scheme, netloc, url, params, query, fragment = parts
    if params:
        url = url + ';' + params
    return urlunsplit((scheme, netloc, url, query, fragment))


def urlunsplit(parts):
    scheme, netloc, url, query, fragment = parts
    if netloc or (scheme and scheme in _uses_netloc and url[:2] != '//'):
        if url and url[:1] != '/':
            url = '/' + url
        url = '//' + netloc + url
    if scheme:
        url = scheme + ':' + url
    if query:
        url = url + '?' + query
    if fragment:
        url = url + '#' + fragment
    return url


def urljoin(base, url, allow_fragments=True):
    if not base:
        return url
    if not url:
        return base
    bscheme, bnetloc, bpath, bparams, bquery, bfragment = urlparse(base, '', allow_fragments)
    scheme, netloc, path, params, query, fragment = urlparse(url, bscheme, allow_fragments)
    if scheme != bscheme or scheme not in _uses_relative:
        return url
    if scheme in _uses_netloc:
        if netloc:
            return urlunparse((scheme, netloc, path, params, query, fragment))
        netloc = bnetloc
    if path[:1] == '/':
        return urlunparse((scheme, netloc, path, params, query, fragment))
    if not path and not params:
        return urlunparse((scheme, netloc, bpath, bparams, query or bquery, fragment))
    segments = bpath.split('/')[:-1] + path.split('/')
    if segments[-1] == '.':
        segments[-1] = ''
    segments = [s for s in segments if s != '.']
    while True:
        for i in range(1, len(segments) - 1):
            if segments[i] == '..' and segments[i - 1] not in ('', '..'):
                del segments[i - 1:i + 1]
                break
        else:
            break
    if segments == ['', '..']:
        segments[-1] = ''
    elif len(segments) >= 2 and segments[-1] == '..':
        segments[-2:] = ['']
    return urlunparse((scheme, netloc, '/'.join(segments), params, query, fragment))


def urldefrag(url):
    if '#' in url:
        parts = urlparse(url)
        return urlunparse(parts[:5] + ('',)), parts.fragment
    return url, ''


def parse_qsl(qs, keep_blank_values=0, strict_parsing=0):
    out = []
    for pair in [p for part in qs.split('&') for p in part.split(';')]:
        if not pair and not strict_parsing:
            continue
        name_value = pair.split('=', 1)
        if len(name_value) != 2:
            if strict_parsing:
                raise ValueError('bad query field: %r' % (pair,))
            if not keep_blank_values:
                continue
            name_value.append('')
        if len(name_value[1]) or keep_blank_values:
            out.append((unquote(name_value[0].replace('+', ' ')), unquote(name_value[1].replace('+', ' '))))
    return out


def parse_qs(qs, keep_blank_values=0, strict_parsing=0):
    out = {}
    for name, value in parse_qsl(qs, keep_blank_values, strict_parsing):
        if name in out:
            out[name].append(value)
        else:
            out[name] = [value]
    return out


from urllib import unquote
