"""xml.sax.saxutils of Python 2.7."""


def escape(data, entities={}):
    data = data.replace('&', '&amp;').replace('>', '&gt;').replace('<', '&lt;')
    for one, other in entities.items():
        data = data.replace(one, other)
    return data


def unescape(data, entities={}):
    data = data.replace('&lt;', '<').replace('&gt;', '>')
    for one, other in entities.items():
        data = data.replace(one, other)
    return data.replace('&amp;', '&')


def quoteattr(data, entities={}):
    every = {'\n': '&#10;', '\r': '&#13;', '\t': '&#9;'}
    every.update(entities)
    data = escape(data, every)
    if '"' in data:
        if "'" in data:
            return '"' + data.replace('"', '&quot;') + '"'
        return "'" + data + "'"
    return '"' + data + '"'
