"""csv of Python 2.7: rows of texts, each cell of which may be quoted."""

QUOTE_MINIMAL = 0
QUOTE_ALL = 1
QUOTE_NONNUMERIC = 2
QUOTE_NONE = 3


class Error(Exception):
    pass


class Dialect(object):
    delimiter = ','
    quotechar = '"'
    escapechar = None
    doublequote = True
    skipinitialspace = False
    lineterminator = '\r\n'
    quoting = QUOTE_MINIMAL
    strict = False


class excel(Dialect):
    pass


class excel_tab(excel):
    delimiter = '\t'


_dialects = {'excel': excel, 'excel-tab': excel_tab}
_options = ('delimiter', 'quotechar', 'escapechar', 'doublequote', 'skipinitialspace', 'lineterminator', 'quoting', 'strict')


def register_dialect(name, dialect=None, **options):
    _dialects[name] = _dialect(dialect, options)


def unregister_dialect(name):
    get_dialect(name)
    del _dialects[name]


def get_dialect(name):
    if name not in _dialects:
        raise Error('unknown dialect')
    return _dialects[name]


def list_dialects():
    return list(_dialects)


def field_size_limit(*limit):
    return 131072


def _dialect(dialect, options):
    if dialect is None:
        dialect = excel
    elif isinstance(dialect, str):
        dialect = get_dialect(dialect)
    made = Dialect()
    for name in _options:
        setattr(made, name, getattr(dialect, name, getattr(Dialect, name)))
    for name, value in options.items():
        if name not in _options:
            raise TypeError("'%s' is an invalid keyword argument for this function" % name)
        setattr(made, name, value)
    if not isinstance(made.delimiter, str) or len(made.delimiter) != 1:
        raise TypeError('"delimiter" must be an 1-character string')
    if made.quotechar is None:
        if made.quoting != QUOTE_NONE:
            raise TypeError('quotechar must be set if quoting enabled')
    elif len(made.quotechar) != 1:
        raise TypeError('"quotechar" must be an 1-character string')
    return made


class reader(object):
    def __init__(self, csvfile, dialect=None, **options):
        self._lines = iter(csvfile)
        self.dialect = _dialect(dialect, options)
        self.line_num = 0

    def __iter__(self):
        return self

    def next(self):
        return self.__next__()

    def __next__(self):
        # Where the row is: at the beginning of a cell, in one, in a quoted one, behind its quote, behind an escape.
        d = self.dialect
        delimiter, quote, escape = d.delimiter, d.quotechar, d.escapechar
        cells = []
        cell = []
        numeric = False
        state = 'row'
        while True:
            try:
                line = next(self._lines)
            except StopIteration:
                if state == 'row':
                    raise StopIteration()
                if d.strict:
                    raise Error('unexpected end of data')
                cells.append(''.join(cell))
                return cells
            self.line_num += 1
            for char in line:
                if state == 'escape':
                    cell.append(char)
                    state = 'cell'
                elif state == 'quoted escape':
                    cell.append(char)
                    state = 'quoted'
                elif state == 'quoted':
                    if char == escape:
                        state = 'quoted escape'
                    elif char == quote and d.quoting != QUOTE_NONE:
                        state = 'quote' if d.doublequote else 'cell'
                    else:
                        cell.append(char)
                elif char == '\n' or char == '\r':
                    if state != 'ended':
                        if state != 'row':
                            cells.append(_finished(cell, numeric))
                        cell = []
                        state = 'ended'
                elif state == 'ended':
                    raise Error('new-line character seen in unquoted field - do you need to open the file in universal-newline mode?')
                elif state == 'quote' and char == quote:
                    cell.append(char)
                    state = 'quoted'
                elif char == delimiter:
                    cells.append(_finished(cell, numeric))
                    cell = []
                    numeric = False
                    state = 'start'
                elif state == 'quote':
                    if d.strict:
                        raise Error("'%s' expected after '%s'" % (delimiter, quote))
                    cell.append(char)
                    state = 'cell'
                elif state in ('row', 'start') and char == quote and d.quoting != QUOTE_NONE:
                    state = 'quoted'
                elif state in ('row', 'start') and char == ' ' and d.skipinitialspace:
                    state = 'start'
                elif char == escape:
                    state = 'escape'
                else:
                    if state in ('row', 'start') and d.quoting == QUOTE_NONNUMERIC:
                        numeric = True
                    cell.append(char)
                    state = 'cell'
            if state == 'ended':
                return cells
            if state == 'row':
                return []
            if state == 'escape':
                cell.append('\n')
                state = 'cell'
            if state not in ('quoted', 'quoted escape'):
                cells.append(_finished(cell, numeric))
                return cells


def _finished(cell, numeric):
    text = ''.join(cell)
    return float(text) if numeric else text


class writer(object):
    def __init__(self, csvfile, dialect=None, **options):
        self._file = csvfile
        self.dialect = _dialect(dialect, options)

    def writerow(self, row):
        d = self.dialect
        cells = [self._cell(value) for value in row]
        if len(cells) == 1 and cells[0] == '':
            if d.quoting == QUOTE_NONE:
                raise Error('single empty field record must be quoted')
            cells = [d.quotechar + d.quotechar]
        self._file.write(d.delimiter.join(cells) + d.lineterminator)

    def writerows(self, rows):
        for row in rows:
            self.writerow(row)

    def _cell(self, value):
        d = self.dialect
        isnumber = isinstance(value, (int, long, float)) and not isinstance(value, bool)
        text = '' if value is None else repr(value) if isinstance(value, float) else value if isinstance(value, str) else str(value)
        special = [d.delimiter, '\n', '\r'] + [char for char in (d.quotechar, d.escapechar) if char]
        if d.quoting == QUOTE_NONE:
            out = []
            for char in text:
                if char in special or char in d.lineterminator:
                    if d.escapechar is None:
                        raise Error('need to escape, but no escapechar set')
                    out.append(d.escapechar)
                out.append(char)
            return ''.join(out)
        needed = d.quoting == QUOTE_ALL or (d.quoting == QUOTE_NONNUMERIC and not isnumber)
        for char in text:
            if char in special or char in d.lineterminator:
                needed = True
        if not needed:
            return text
        if d.escapechar and d.escapechar != d.quotechar:
            text = text.replace(d.escapechar, d.escapechar + d.escapechar)
        if d.doublequote:
            text = text.replace(d.quotechar, d.quotechar + d.quotechar)
        elif d.quotechar in text:
            if not d.escapechar:
                raise Error('need to escape, but no escapechar set')
            text = text.replace(d.quotechar, d.escapechar + d.quotechar)
        return d.quotechar + text + d.quotechar


class DictReader(object):
    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect='excel', **options):
        self._fieldnames = fieldnames
        self.restkey = restkey
        self.restval = restval
        self.reader = reader(f, dialect, **options)

    def __iter__(self):
        return self

    @property
    def fieldnames(self):
        if self._fieldnames is None:
            for row in self.reader:
                self._fieldnames = row
                break
        return self._fieldnames

    @property
    def line_num(self):
        return self.reader.line_num

    def next(self):
        return self.__next__()

    def __next__(self):
        names = self.fieldnames or []
        row = self.reader.__next__()
        while row == []:
            row = self.reader.__next__()
        made = dict(zip(names, row))
        if len(row) > len(names):
            made[self.restkey] = row[len(names):]
        for name in names[len(row):]:
            made[name] = self.restval
        return made


class DictWriter(object):
    def __init__(self, f, fieldnames, restval='', extrasaction='raise', dialect='excel', **options):
        self.fieldnames = fieldnames
        self.restval = restval
        self.extrasaction = extrasaction
        self.writer = writer(f, dialect, **options)

    def writeheader(self):
        self.writer.writerow(self.fieldnames)

    def writerow(self, rowdict):
        if self.extrasaction == 'raise':
            others = [key for key in rowdict if key not in self.fieldnames]
            if others:
                raise ValueError('dict contains fields not in fieldnames: ' + ', '.join([repr(other) for other in others]))
        self.writer.writerow([rowdict.get(name, self.restval) for name in self.fieldnames])

    def writerows(self, rowdicts):
        for rowdict in rowdicts:
            self.writerow(rowdict)
