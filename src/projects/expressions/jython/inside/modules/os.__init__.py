"""os of Python 2.7, as far as it is about the texts of paths: a program has no files, no processes and no environment."""

import os.path as path

name = 'posix'
sep = '/'
altsep = None
extsep = '.'
pathsep = ':'
curdir = '.'
pardir = '..'
linesep = '\n'
