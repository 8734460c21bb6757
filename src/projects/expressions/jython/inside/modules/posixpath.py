"""posixpath of Python 2.7."""

from os.path import *
