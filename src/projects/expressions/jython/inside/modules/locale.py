"""locale of Python 2.7: a program knows the plain locale "C" only."""

LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE, LC_MONETARY, LC_MESSAGES, LC_ALL = range(7)
CHAR_MAX = 127


class Error(Exception):
    pass


def setlocale(category, locale=None):
    if locale not in (None, '', 'C', 'POSIX'):
        raise Error('unsupported locale setting: only "C" is available here')
    return 'C'


def resetlocale(category=LC_ALL):
    return None


def getlocale(category=LC_CTYPE):
    return (None, None)


def getdefaultlocale():
    return (None, None)


def getpreferredencoding(do_setlocale=True):
    return 'UTF-8'


def localeconv():
    return {'decimal_point': '.', 'thousands_sep': '', 'grouping': [], 'int_curr_symbol': '', 'currency_symbol': '', 'mon_decimal_point': '',
            'mon_thousands_sep': '', 'mon_grouping': [], 'positive_sign': '', 'negative_sign': '', 'frac_digits': CHAR_MAX}


def format(percent, value, grouping=False, monetary=False, *additional):
    return percent % ((value,) + additional)


def format_string(f, val, grouping=False):
    return f % val


def str(val):
    return '%.12g' % val


def atof(text):
    return float(text)


def atoi(text):
    return int(text)


def strcoll(one, other):
    return cmp(one, other)


def strxfrm(text):
    return text
