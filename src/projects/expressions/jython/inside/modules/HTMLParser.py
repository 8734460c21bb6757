"""HTMLParser of Python 2.7: calls a method for each piece of a text in HTML."""

import re
from htmlentitydefs import name2codepoint

_tag = re.compile(r'<([a-zA-Z][^\s/>]*)((?:\s+|/)(?:[^>"\']|"[^"]*"|\'[^\']*\')*)?>')
_end = re.compile(r'</\s*([a-zA-Z][^\s/>]*)[^>]*>')
_attribute = re.compile(r'([^\s/=>"\']+)(?:\s*=\s*("[^"]*"|\'[^\']*\'|[^\s>]*))?')
_reference = re.compile(r'&(#[0-9]+|#[xX][0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);?')
_verbatim = ('script', 'style')


class HTMLParseError(Exception):
    pass


def _character(name):
    if name[0] == '#':
        code = int(name[2:], 16) if name[1] in 'xX' else int(name[1:])
        return unichr(code) if code < 0x110000 else None
    if name == 'apos':
        return u"'"
    code = name2codepoint.get(name)
    return None if code is None else unichr(code)


def _unescape(text):
    if '&' not in text:
        return text

    def replaced(found):
        character = _character(found.group(1))
        return found.group(0) if character is None else character
    return _reference.sub(replaced, text)


class HTMLParser(object):
    CDATA_CONTENT_ELEMENTS = _verbatim

    def __init__(self):
        self.reset()

    def reset(self):
        self.rawdata = ''
        self.lasttag = '???'
        self._verbatim = None
        self._line = 1
        self._column = 0

    def feed(self, data):
        self.rawdata = self.rawdata + data
        self._go(False)

    def close(self):
        self._go(True)

    def error(self, message):
        raise HTMLParseError(message)

    def getpos(self):
        return self._line, self._column

    def get_starttag_text(self):
        return self._start_text

    def unescape(self, s):
        return _unescape(s)

    def handle_starttag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        pass

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_data(self, data):
        pass

    def handle_charref(self, name):
        pass

    def handle_entityref(self, name):
        pass

    def handle_comment(self, data):
        pass

    def handle_decl(self, decl):
        pass

    def handle_pi(self, data):
        pass

    def unknown_decl(self, data):
        pass

    def _passed(self, piece):
        lines = piece.count('\n')
        if lines:
            self._line += lines
            self._column = len(piece) - piece.rindex('\n') - 1
        else:
            self._column += len(piece)

    def _go(self, ended):
        rest = self.rawdata
        while rest:
            taken = self._piece(rest, ended)
            if not taken:
                break
            self._passed(rest[:taken])
            rest = rest[taken:]
        self.rawdata = rest

    def _piece(self, rest, ended):
        """Handles what the text begins with, and gives its length; 0 where more has to come first."""
        if self._verbatim is not None:
            found = re.search('</' + self._verbatim + r'\s*>', rest, re.I)
            if found is None:
                if not ended:
                    return 0
                self.handle_data(rest)
                return len(rest)
            if found.start() > 0:
                self.handle_data(rest[:found.start()])
            self.handle_endtag(self._verbatim)
            self._verbatim = None
            return found.end()
        if rest[0] == '<':
            return self._markup(rest, ended)
        if rest[0] == '&':
            found = _reference.match(rest)
            if found is None:
                if len(rest) == 1 and not ended:
                    return 0
                self.handle_data('&')
                return 1
            if found.end() == len(rest) and not ended and rest[-1] != ';':
                return 0
            name = found.group(1)
            if name[0] == '#':
                self.handle_charref(name[1:])
            else:
                self.handle_entityref(name)
            return found.end()
        found = re.search('[<&]', rest)
        size = len(rest) if found is None else found.start()
        self.handle_data(rest[:size])
        return size

    def _markup(self, rest, ended):
        if rest.startswith('<!--'):
            return self._until(rest, '-->', 4, self.handle_comment, ended)
        if rest.startswith('<!['):
            return self._until(rest, ']>' if ']]>' not in rest else ']]>', 3, self.unknown_decl, ended)
        if rest.startswith('<!'):
            return self._until(rest, '>', 2, self.handle_decl, ended)
        if rest.startswith('<?'):
            return self._until(rest, '>', 2, self.handle_pi, ended)
        found = _end.match(rest)
        if found is not None:
            self.handle_endtag(found.group(1).lower())
            return found.end()
        found = _tag.match(rest)
        if found is not None:
            self._start_text = found.group(0)
            tag = found.group(1).lower()
            self.lasttag = tag
            given = found.group(2) or ''
            attrs = []
            for name, value in _attribute.findall(given.rstrip('/') if given.endswith('/') else given):
                shown = _attribute.search(name + '=' + value).group(2) if value else None
                if shown is not None and shown[:1] in ('"', "'"):
                    shown = shown[1:-1]
                attrs.append((name.lower(), None if shown is None else _unescape(shown)))
            if given.endswith('/'):
                self.handle_startendtag(tag, attrs)
            else:
                self.handle_starttag(tag, attrs)
                if tag in _verbatim:
                    self._verbatim = tag
            return found.end()
        if re.match(r'</?[a-zA-Z]', rest) and not ended or rest == '<' and not ended:
            return 0
        self.handle_data('<')
        return 1

    def _until(self, rest, ending, start, handle, ended):
        end = rest.find(ending, start)
        if end < 0:
            if not ended:
                return 0
            self.handle_data(rest)
            return len(rest)
        handle(rest[start:end])
        return end + len(ending)
