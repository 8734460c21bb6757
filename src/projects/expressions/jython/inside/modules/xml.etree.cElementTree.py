"""xml.etree.cElementTree of Python 2.7."""

from xml.etree.ElementTree import *
