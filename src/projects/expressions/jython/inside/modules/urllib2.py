"""urllib2 of Python 2.7, as far as it is about text: nothing here reaches a network."""

from urllib import quote, unquote, urlopen
from urlparse import urlparse, urlsplit
