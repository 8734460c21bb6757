"""xml.etree.ElementTree of Python 2.7, without files. Documents with an internal subset of declarations are refused: nothing is expanded."""

import re
from _bytes import is_bytes as _is_bytes

_name = r'[^\s<>/=\'"&!?]+'
_start = re.compile(r'<(' + _name + r')((?:\s+' + _name + r'\s*=\s*(?:"[^"<]*"|\'[^\'<]*\'))*)\s*(/?)>')
_attribute = re.compile(r'(' + _name + r')\s*=\s*(?:"([^"<]*)"|\'([^\'<]*)\')')
_end = re.compile(r'</(' + _name + r')\s*>')
_reference = re.compile(r'&(?:#([0-9]+)|#x([0-9a-fA-F]+)|(\w+));|&')
_plain = {'lt': u'<', 'gt': u'>', 'amp': u'&', 'quot': u'"', 'apos': u"'"}
_known_prefixes = {'http://www.w3.org/XML/1998/namespace': 'xml', 'http://www.w3.org/1999/xhtml': 'html',
                   'http://www.w3.org/1999/02/22-rdf-syntax-ns#': 'rdf', 'http://www.w3.org/2001/XMLSchema': 'xs',
                   'http://www.w3.org/2001/XMLSchema-instance': 'xsi', 'http://purl.org/dc/elements/1.1/': 'dc'}


class ParseError(SyntaxError):
    pass


def iselement(element):
    return isinstance(element, Element)


class Element(object):
    def __init__(self, tag, attrib={}, **extra):
        self.tag = tag
        self.attrib = dict(attrib)
        self.attrib.update(extra)
        self.text = None
        self.tail = None
        self._children = []

    def __repr__(self):
        return '<Element %r>' % (self.tag,)

    def makeelement(self, tag, attrib):
        return Element(tag, attrib)

    def __len__(self):
        return len(self._children)

    def __nonzero__(self):
        return len(self._children) != 0

    __bool__ = __nonzero__

    def __getitem__(self, index):
        return self._children[index]

    def __setitem__(self, index, element):
        self._children[index] = element

    def __delitem__(self, index):
        del self._children[index]

    def __iter__(self):
        return iter(self._children)

    def append(self, element):
        self._children.append(element)

    def extend(self, elements):
        self._children.extend(elements)

    def insert(self, index, element):
        self._children.insert(index, element)

    def remove(self, element):
        self._children.remove(element)

    def getchildren(self):
        return self._children

    def clear(self):
        self.attrib.clear()
        self._children = []
        self.text = self.tail = None

    def get(self, key, default=None):
        return self.attrib.get(key, default)

    def set(self, key, value):
        self.attrib[key] = value

    def keys(self):
        return self.attrib.keys()

    def items(self):
        return self.attrib.items()

    def iter(self, tag=None):
        return iter(self.getiterator(tag))

    def getiterator(self, tag=None):
        wanted = None if tag == '*' else tag
        found = [self] if wanted is None or self.tag == wanted else []
        for child in self._children:
            found.extend(child.getiterator(wanted))
        return found

    def itertext(self):
        return iter(_texts(self))

    def find(self, path, namespaces=None):
        found = _select(self, path, namespaces)
        return found[0] if found else None

    def findall(self, path, namespaces=None):
        return _select(self, path, namespaces)

    def iterfind(self, path, namespaces=None):
        return iter(_select(self, path, namespaces))

    def findtext(self, path, default=None, namespaces=None):
        found = self.find(path, namespaces)
        return default if found is None else found.text or ''


def _texts(element):
    if not isinstance(element.tag, str):
        return []
    found = [element.text] if element.text else []
    for child in element:
        found.extend(_texts(child))
        if child.tail:
            found.append(child.tail)
    return found


_step = re.compile(r'(//?)|(\.\.?)|(\*)|((?:\{[^}]*\})?[^\s/\[\]@*=\'"{}()]+)|(\[[^\]]*\])')


def _select(element, path, namespaces):
    if path.endswith('/'):
        path += '*'
    if path.startswith('/'):
        raise SyntaxError('cannot use absolute path on element')
    current = [element]
    place = 0
    deep = False
    above = None
    while place < len(path):
        found = _step.match(path, place)
        if found is None:
            raise SyntaxError('invalid path')
        place = found.end()
        slashes, dots, star, name, condition = found.groups()
        if slashes:
            deep = deep or slashes == '//'
        elif dots == '.':
            pass
        elif dots == '..':
            if above is None:
                above = {}
                for parent in element.iter():
                    for child in parent:
                        above[id(child)] = parent
            parents = []
            for each in current:
                parent = above.get(id(each))
                if parent is not None and parent not in parents:
                    parents.append(parent)
            current = parents
        elif condition:
            current = _kept(current, element, condition[1:-1].strip())
        else:
            if name and ':' in name and not name.startswith('{'):
                prefix, local = name.split(':', 1)
                if not namespaces or prefix not in namespaces:
                    raise SyntaxError('prefix %r not found in prefix map' % prefix)
                name = '{%s}%s' % (namespaces[prefix], local)
            following = []
            for each in current:
                below = each.getiterator()[1:] if deep else list(each)
                following.extend([child for child in below if star or child.tag == name])
            current = following
            deep = False
    return current


def _kept(elements, root, condition):
    found = re.match(r'\A@([^=\s]+)(?:\s*=\s*(["\'])(.*)\2)?\Z', condition)
    if found:
        name, quote, value = found.groups()
        return [each for each in elements if each.get(name) is not None and (quote is None or each.get(name) == value)]
    found = re.match(r'\A([^=\s\d@][^=\s]*?)(?:\s*=\s*(["\'])(.*)\2)?\Z', condition)
    if found and not condition.startswith('last()'):
        name, quote, value = found.groups()
        kept = []
        for each in elements:
            for child in each.findall(name):
                if quote is None or ''.join(_texts(child)) == value:
                    kept.append(each)
                    break
        return kept
    found = re.match(r'\A(?:(\d+)|last\(\)\s*(?:-\s*(\d+))?)\Z', condition)
    if not found:
        raise SyntaxError('invalid predicate')
    number, back = found.groups()
    kept = []
    for parent in root.iter():
        same = {}
        for child in parent:
            same.setdefault(child.tag, []).append(child)
        for children in same.values():
            place = int(number) - 1 if number else len(children) - 1 - int(back or 0)
            if 0 <= place < len(children):
                kept.append(id(children[place]))
    return [each for each in elements if id(each) in kept]


def SubElement(parent, tag, attrib={}, **extra):
    made = Element(tag, attrib, **extra)
    parent.append(made)
    return made


def Comment(text=None):
    made = Element(Comment)
    made.text = text
    return made


def ProcessingInstruction(target, text=None):
    made = Element(ProcessingInstruction)
    made.text = target + (' ' + text if text else '')
    return made


PI = ProcessingInstruction


class QName(object):
    def __init__(self, text_or_uri, tag=None):
        self.text = '{%s}%s' % (text_or_uri, tag) if tag else text_or_uri

    def __str__(self):
        return self.text


class ElementTree(object):
    def __init__(self, element=None, file=None):
        if file is not None:
            raise IOError('a program cannot open files here')
        self._root = element

    def getroot(self):
        return self._root

    def iter(self, tag=None):
        return self._root.iter(tag)

    def find(self, path, namespaces=None):
        return self._root.find(_below(path), namespaces)

    def findall(self, path, namespaces=None):
        return self._root.findall(_below(path), namespaces)

    def findtext(self, path, default=None, namespaces=None):
        return self._root.findtext(_below(path), default, namespaces)

    def parse(self, source, parser=None):
        self._root = parse(source).getroot()
        return self._root

    def write(self, file_or_filename, *others, **options):
        if isinstance(file_or_filename, str):
            raise IOError('a program cannot open files here')
        file_or_filename.write(tostring(self._root))


def _below(path):
    return '.' + path if path.startswith('/') else path


def parse(source, parser=None):
    if isinstance(source, str):
        raise IOError('a program cannot open files here: use fromstring')
    return ElementTree(fromstring(source.read()))


def fromstring(text, parser=None):
    return _Reader(text).root


XML = fromstring


def fromstringlist(sequence, parser=None):
    return fromstring(''.join(sequence))


def XMLID(text, parser=None):
    root = fromstring(text)
    return root, dict([(element.get('id'), element) for element in root.iter() if element.get('id')])


class _Reader(object):
    def __init__(self, text):
        if _is_bytes(text):
            declared = re.match(r'<\?xml[^>]*?encoding\s*=\s*["\']([^"\']+)', text)
            text = text.decode(declared.group(1) if declared else 'utf-8')
        self._text = text.replace('\r\n', '\n').replace('\r', '\n')
        if self._text.startswith(u'\ufeff'):
            self._text = self._text[1:]
        self.root = None
        self._open = []
        self._last = None
        self._read()

    def _fail(self, why, place):
        before = self._text[:place]
        line = before.count('\n') + 1
        column = place - (before.rfind('\n') + 1)
        error = ParseError('%s: line %d, column %d' % (why, line, column))
        error.position = (line, column)
        raise error

    def _read(self):
        text = self._text
        place = 0
        while place < len(text):
            if text[place] != '<':
                end = text.find('<', place)
                end = len(text) if end < 0 else end
                self._data(text[place:end], place)
                place = end
            elif text.startswith('<!--', place):
                place = self._after('-->', place, 4)
            elif text.startswith('<![CDATA[', place):
                end = self._after(']]>', place, 9)
                if not self._open:
                    self._fail('not well-formed (invalid token)', place)
                self._add(text[place + 9:end - 3])
                place = end
            elif text.startswith('<?', place):
                place = self._after('?>', place, 2)
            elif text.startswith('<!DOCTYPE', place):
                end = self._after('>', place, 9)
                if '[' in text[place:end]:
                    self._fail('declarations within a document are not read here', place)
                place = end
            elif text.startswith('</', place):
                found = _end.match(text, place)
                if found is None:
                    self._fail('not well-formed (invalid token)', place)
                if not self._open or self._open[-1][0] != found.group(1):
                    self._fail('mismatched tag', place + 2)
                self._last = self._open.pop()[1]
                place = found.end()
            else:
                place = self._element(place)
        if self._open or self.root is None:
            self._fail('no element found' , len(text))

    def _after(self, ending, place, start):
        end = self._text.find(ending, place + start)
        if end < 0:
            self._fail('unclosed token', place)
        return end + len(ending)

    def _element(self, place):
        found = _start.match(self._text, place)
        if found is None:
            self._fail('not well-formed (invalid token)', place)
        if self.root is not None and not self._open:
            self._fail('junk after document element', place)
        name, attributes, closed = found.groups()
        spaces = dict(self._open[-1][2]) if self._open else {'xml': 'http://www.w3.org/XML/1998/namespace'}
        given = []
        for key, one, other in _attribute.findall(attributes):
            value = self._plain(one or other, place).replace('\n', ' ').replace('\t', ' ')
            if key == 'xmlns':
                spaces[''] = value
            elif key.startswith('xmlns:'):
                spaces[key[6:]] = value
            elif key in [known for known, _ in given]:
                self._fail('duplicate attribute', place)
            else:
                given.append((key, value))
        made = Element(self._qualified(name, spaces, True, place))
        for key, value in given:
            made.attrib[self._qualified(key, spaces, False, place)] = value
        if self._open:
            self._open[-1][1].append(made)
        else:
            self.root = made
        if closed:
            self._last = made
        else:
            self._open.append((name, made, spaces))
            self._last = None
        return found.end()

    def _qualified(self, name, spaces, element, place):
        if ':' in name:
            prefix, local = name.split(':', 1)
            if prefix not in spaces:
                self._fail('unbound prefix', place)
            return '{%s}%s' % (spaces[prefix], local)
        if element and spaces.get(''):
            return '{%s}%s' % (spaces[''], name)
        return name

    def _data(self, data, place):
        if not self._open:
            if data.strip():
                self._fail('syntax error' if self.root is None else 'junk after document element', place + len(data) - len(data.lstrip()))
            return
        self._add(self._plain(data, place))

    def _add(self, data):
        if not data:
            return
        if self._last is not None:
            self._last.tail = (self._last.tail or '') + data
        else:
            element = self._open[-1][1]
            element.text = (element.text or '') + data

    def _plain(self, data, place):
        if '&' not in data:
            return data

        def replaced(found):
            digits, hexadecimal, name = found.groups()
            if digits or hexadecimal:
                return unichr(int(digits) if digits else int(hexadecimal, 16))
            if name in _plain:
                return _plain[name]
            if name is None:
                self._fail('not well-formed (invalid token)', place + found.start())
            self._fail('undefined entity', place + found.start())
        return _reference.sub(replaced, data)


def tostring(element, encoding='us-ascii', method='xml'):
    if method == 'text':
        text = ''.join(_texts(element))
        return text.encode(encoding, 'xmlcharrefreplace')
    spaces = {}
    body = _written(element, spaces, method)
    if spaces:
        declared = ''.join([' xmlns:%s="%s"' % (prefix, _escaped(uri, True)) for uri, prefix in sorted(spaces.items(), key=lambda pair: pair[1]) if prefix != 'xml'])
        at = re.match(r'<[^\s/>]+', body).end()
        body = body[:at] + declared + body[at:]
    if encoding in ('us-ascii', 'ascii', None):
        return body.encode('ascii', 'xmlcharrefreplace')
    if encoding.lower() in ('utf-8', 'utf8'):
        return body.encode('utf-8') if encoding == 'utf-8' else ("<?xml version='1.0' encoding='%s'?>\n" % encoding) + body.encode('utf-8')
    return ("<?xml version='1.0' encoding='%s'?>\n" % encoding) + body.encode(encoding, 'xmlcharrefreplace')


def register_namespace(prefix, uri):
    _known_prefixes[uri] = prefix


_without_end = ('area', 'base', 'basefont', 'br', 'col', 'frame', 'hr', 'img', 'input', 'isindex', 'link', 'meta', 'param')


def _written(element, spaces, method):
    tail = _escaped(element.tail, False) if element.tail else ''
    if element.tag is Comment:
        return '<!--' + (element.text or '') + '-->' + tail
    if element.tag is ProcessingInstruction:
        return '<?' + (element.text or '') + '?>' + tail
    tag = _short(element.tag, spaces)
    out = '<' + tag
    for key, value in sorted(element.attrib.items()):
        out += ' %s="%s"' % (_short(key, spaces), _escaped(value, True))
    inside = _escaped(element.text, False) if element.text else ''
    inside += ''.join([_written(child, spaces, method) for child in element])
    if method == 'html':
        return out + '>' + inside + ('' if tag.lower() in _without_end else '</' + tag + '>') + tail
    return out + ('>' + inside + '</' + tag + '>' if inside else ' />') + tail


def _short(name, spaces):
    name = name.text if isinstance(name, QName) else name
    if name[:1] != '{':
        return name
    uri, local = name[1:].rsplit('}', 1)
    if uri not in spaces:
        spaces[uri] = _known_prefixes.get(uri) or 'ns%d' % len(spaces)
    return spaces[uri] + ':' + local


def _escaped(text, attribute):
    if not isinstance(text, str):
        raise TypeError('cannot serialize %r (type %s)' % (text, type(text).__name__))
    text = text.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')
    if attribute:
        text = text.replace('"', '&quot;').replace('\n', '&#10;')
    return text
