"""xml.sax of Python 2.7: saxutils alone."""
