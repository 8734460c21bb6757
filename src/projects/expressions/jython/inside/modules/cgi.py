"""cgi of Python 2.7, as far as it is about text."""

from urlparse import parse_qs, parse_qsl


def escape(s, quote=None):
    s = s.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')
    return s.replace('"', '&quot;') if quote else s
