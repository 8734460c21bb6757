"""cStringIO of Python 2.7."""

from StringIO import StringIO
