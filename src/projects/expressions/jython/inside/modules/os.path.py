"""os.path of Python 2.7 for paths with slashes: their texts alone."""

sep = '/'
curdir = '.'
pardir = '..'
extsep = '.'
pathsep = ':'
altsep = None


def isabs(s):
    return s.startswith('/')


def normcase(s):
    return s


def join(a, *parts):
    path = a
    for part in parts:
        if part.startswith('/'):
            path = part
        elif path == '' or path.endswith('/'):
            path += part
        else:
            path += '/' + part
    return path


def split(p):
    i = p.rfind('/') + 1
    head, tail = p[:i], p[i:]
    if head.strip('/'):
        head = head.rstrip('/')
    return head, tail


def basename(p):
    return split(p)[1]


def dirname(p):
    return split(p)[0]


def splitext(p):
    dot = p.rfind('.')
    start = p.rfind('/') + 1
    if dot > start and p[start:dot].strip('.'):
        return p[:dot], p[dot:]
    return p, ''


def splitdrive(p):
    return '', p


def normpath(path):
    if path == '':
        return '.'
    slashes = 0
    if path.startswith('/'):
        slashes = 2 if path.startswith('//') and not path.startswith('///') else 1
    kept = []
    for part in path.split('/'):
        if part in ('', '.'):
            continue
        if part != '..' or (not slashes and not kept) or (kept and kept[-1] == '..'):
            kept.append(part)
        elif kept:
            kept.pop()
    return '/' * slashes + '/'.join(kept) or '.'


def abspath(path):
    return normpath(path if isabs(path) else join('/', path))


def commonprefix(m):
    if not m:
        return ''
    first, last = min(m), max(m)
    for i, char in enumerate(first):
        if char != last[i]:
            return first[:i]
    return first


def relpath(path, start='.'):
    if not path:
        raise ValueError('no path specified')
    to = [part for part in abspath(path).split('/') if part]
    source = [part for part in abspath(start).split('/') if part]
    same = 0
    while same < min(len(to), len(source)) and to[same] == source[same]:
        same += 1
    return '/'.join(['..'] * (len(source) - same) + to[same:]) or '.'


def exists(path):
    raise IOError('a program cannot look at files here')


isfile = isdir = islink = lexists = getsize = getmtime = exists


def expanduser(path):
    return path


def expandvars(path):
    return path
