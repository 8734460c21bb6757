"""xml.etree of Python 2.7."""
