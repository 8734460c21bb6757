"""decimal of Python 2.7: numbers of decimal digits, rounded to the precision of the context. Signals are exceptions, and cannot be switched."""

import re

ROUND_DOWN, ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_HALF_DOWN, ROUND_05UP = (
    'ROUND_DOWN', 'ROUND_HALF_UP', 'ROUND_HALF_EVEN', 'ROUND_CEILING', 'ROUND_FLOOR', 'ROUND_UP', 'ROUND_HALF_DOWN', 'ROUND_05UP')

_form = re.compile(r'\A([-+]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([-+]?\d+))?\Z')
_special = re.compile(r'\A([-+]?)(?:(inf(?:inity)?)|(s?nan)\d*)\Z', re.I)


class DecimalException(ArithmeticError):
    pass


class InvalidOperation(DecimalException):
    pass


class DivisionByZero(DecimalException, ZeroDivisionError):
    pass


class Inexact(DecimalException):
    pass


class Rounded(Inexact):
    pass


class Context(object):
    def __init__(self, prec=28, rounding=ROUND_HALF_EVEN, **others):
        self.prec = prec
        self.rounding = rounding

    def copy(self):
        return Context(self.prec, self.rounding)

    def create_decimal(self, num='0'):
        return Decimal(num)._fitted(self)

    def divide(self, a, b):
        return a.__truediv__(b)


_context = Context()
DefaultContext = Context()
BasicContext = Context(9, ROUND_HALF_UP)
ExtendedContext = Context(9, ROUND_HALF_EVEN)


def getcontext():
    return _context


def setcontext(context):
    _context.prec = context.prec
    _context.rounding = context.rounding


class localcontext(object):
    def __init__(self, ctx=None):
        self._new = (ctx or _context).copy()

    def __enter__(self):
        self._old = _context.copy()
        setcontext(self._new)
        return _context

    def __exit__(self, *error):
        setcontext(self._old)


def _rounded(digits, dropped, negative, rounding):
    """A whole number without its last digits, rounded."""
    unit = 10 ** dropped
    kept = digits // unit
    rest = digits - kept * unit
    if rest == 0:
        return kept
    half = 2 * rest - unit
    if rounding == ROUND_UP:
        up = True
    elif rounding == ROUND_DOWN:
        up = False
    elif rounding == ROUND_CEILING:
        up = not negative
    elif rounding == ROUND_FLOOR:
        up = negative
    elif rounding == ROUND_HALF_UP:
        up = half >= 0
    elif rounding == ROUND_HALF_DOWN:
        up = half > 0
    elif rounding == ROUND_HALF_EVEN:
        up = half > 0 or (half == 0 and kept % 2 == 1)
    elif rounding == ROUND_05UP:
        up = kept % 5 == 0
    else:
        raise TypeError('invalid rounding mode: ' + str(rounding))
    return kept + 1 if up else kept


class Decimal(object):
    def __init__(self, value='0', context=None):
        self._kind = ''
        self._exp = 0
        if isinstance(value, Decimal):
            self._sign, self._int, self._exp, self._kind = value._sign, value._int, value._exp, value._kind
        elif isinstance(value, (int, long)):
            self._sign = 1 if value < 0 else 0
            self._int = long(abs(value))
        elif isinstance(value, float):
            self._of_float(value)
        elif isinstance(value, str):
            self._of_text(value.strip())
        elif isinstance(value, (tuple, list)):
            if len(value) != 3:
                raise ValueError('Invalid tuple size in creation of Decimal from list or tuple.  The list or tuple should have exactly three elements.')
            self._sign = value[0]
            self._int = long(''.join([str(digit) for digit in value[1]]) or '0')
            if isinstance(value[2], str):
                self._kind = {'F': 'Infinity', 'n': 'NaN', 'N': 'sNaN'}[value[2]]
            else:
                self._exp = value[2]
        else:
            raise TypeError('Cannot convert %r to Decimal' % (value,))

    def _of_text(self, text):
        found = _form.match(text)
        if found is None:
            special = _special.match(text)
            if special is None:
                raise InvalidOperation("Invalid literal for Decimal: '%s'" % text)
            self._sign = 1 if special.group(1) == '-' else 0
            self._int = 0
            self._kind = 'Infinity' if special.group(2) else 'NaN'
            return
        sign, whole, places, only, power = found.groups()
        places = places or only or ''
        self._sign = 1 if sign == '-' else 0
        self._int = long((whole or '') + places)
        self._exp = (int(power) if power else 0) - len(places)

    def _of_float(self, value):
        text = repr(value)
        if 'inf' in text or 'nan' in text:
            return self._of_text(text)
        self._sign = 1 if text[0] == '-' else 0
        value = abs(value)
        halvings = 0
        while value != int(value):
            value, halvings = value * 2, halvings + 1
        self._int = long(value) * 5 ** halvings
        self._exp = -halvings

    @classmethod
    def from_float(cls, f):
        return Decimal(f)

    # What it looks like.

    def __str__(self):
        return self._shown(True)

    def to_eng_string(self, context=None):
        return self._shown(True)

    def _shown(self, capital):
        sign = '-' if self._sign else ''
        if self._kind:
            return sign + self._kind
        digits = str(self._int)
        left = self._exp + len(digits)
        if self._exp <= 0 and left > -6:
            if self._exp == 0:
                return sign + digits
            if left > 0:
                return sign + digits[:left] + '.' + digits[left:]
            return sign + '0.' + '0' * -left + digits
        shown = digits[0] + ('.' + digits[1:] if len(digits) > 1 else '')
        return sign + shown + 'E' + '%+d' % (left - 1)

    def __repr__(self):
        return "Decimal('%s')" % self

    def __format__(self, spec):
        found = re.match(r'\A(?:(.)?([<>=^]))?([-+ ]?)(0?)(\d*)(,?)(?:\.(\d+))?([feEgG%n]?)\Z', spec)
        if found is None:
            raise ValueError('Invalid format specifier')
        fill, align, sign, zero, width, comma, places, kind = found.groups()
        number = self * 100 if kind == '%' else self
        if not number._kind and places is not None and kind in ('f', '%', 'F'):
            number = number._at(-int(places), _context.rounding)
        if not number._kind and kind in ('f', '%', 'F') and number._exp > 0:
            number = number._at(0, ROUND_DOWN)
        text = str(abs(number))
        if comma:
            whole, dot, rest = text.partition('.')
            groups = []
            while len(whole) > 3:
                groups.insert(0, whole[-3:])
                whole = whole[:-3]
            text = ','.join([whole] + groups) + dot + rest
        if kind == '%':
            text += '%'
        before = '-' if number._sign else ('' if sign in ('', '-') else sign)
        size = int(width) if width else 0
        padding = size - len(before) - len(text)
        if padding <= 0:
            return before + text
        char = fill or ('0' if zero else ' ')
        where = align or ('=' if zero else '>')
        if where == '=':
            return before + char * padding + text
        if where == '<':
            return before + text + char * padding
        if where == '^':
            return char * (padding // 2) + before + text + char * (padding - padding // 2)
        return char * padding + before + text

    def as_tuple(self):
        from collections import namedtuple
        made = namedtuple('DecimalTuple', 'sign digits exponent')
        if self._kind:
            return made(self._sign, (0,) if self._kind == 'Infinity' else (), {'Infinity': 'F', 'NaN': 'n', 'sNaN': 'N'}[self._kind])
        return made(self._sign, tuple([int(digit) for digit in str(self._int)]), self._exp)

    # What it is.

    def is_nan(self):
        return self._kind in ('NaN', 'sNaN')

    def is_infinite(self):
        return self._kind == 'Infinity'

    def is_finite(self):
        return not self._kind

    def is_zero(self):
        return not self._kind and self._int == 0

    def is_signed(self):
        return self._sign == 1

    def __nonzero__(self):
        return bool(self._kind) or self._int != 0

    __bool__ = __nonzero__

    def adjusted(self):
        return 0 if self._kind else self._exp + len(str(self._int)) - 1

    # Rounding.

    def _at(self, exponent, rounding):
        if exponent <= self._exp:
            return _made(self._sign, self._int * 10 ** (self._exp - exponent), exponent)
        return _made(self._sign, _rounded(self._int, exponent - self._exp, self._sign, rounding), exponent)

    def _fitted(self, context=None):
        context = context or _context
        if self._kind:
            return self
        size = len(str(self._int))
        if size <= context.prec:
            return self
        made = self._at(self._exp + size - context.prec, context.rounding)
        return made._fitted(context) if len(str(made._int)) > context.prec else made

    def quantize(self, exp, rounding=None, context=None, watchexp=True):
        exp = _decimal(exp)
        if self._kind or exp._kind:
            if self._kind == exp._kind == 'Infinity' or self.is_nan():
                return self
            raise InvalidOperation('quantize with one INF')
        made = self._at(exp._exp, rounding or (context or _context).rounding)
        if len(str(made._int)) > (context or _context).prec:
            raise InvalidOperation('quantize result has too many digits for current context')
        return made

    def to_integral_value(self, rounding=None, context=None):
        if self._kind or self._exp >= 0:
            return self
        return self._at(0, rounding or (context or _context).rounding)

    to_integral = to_integral_exact = to_integral_value

    def normalize(self, context=None):
        made = self._fitted(context)
        if made._kind:
            return made
        if made._int == 0:
            return _made(made._sign, 0, 0)
        digits, exponent = made._int, made._exp
        while digits % 10 == 0:
            digits, exponent = digits // 10, exponent + 1
        return _made(made._sign, digits, exponent)

    # Sums.

    def _value(self, exponent):
        size = self._int * 10 ** (self._exp - exponent)
        return -size if self._sign else size

    def __add__(self, other):
        other = _operand(other)
        if other is NotImplemented:
            return other
        if self._kind or other._kind:
            if self.is_nan() or other.is_nan():
                return self if self.is_nan() else other
            if self._kind and other._kind and self._sign != other._sign:
                raise InvalidOperation('-INF + INF')
            return self if self._kind else other
        exponent = min(self._exp, other._exp)
        total = self._value(exponent) + other._value(exponent)
        sign = 1 if total < 0 or (total == 0 and self._sign and other._sign) else 0
        return _made(sign, abs(total), exponent)._fitted()

    __radd__ = __add__

    def __sub__(self, other):
        other = _operand(other)
        return other if other is NotImplemented else self + other._turned()

    def __rsub__(self, other):
        other = _operand(other)
        return other if other is NotImplemented else other - self

    def __mul__(self, other):
        other = _operand(other)
        if other is NotImplemented:
            return other
        sign = self._sign ^ other._sign
        if self._kind or other._kind:
            if self.is_nan() or other.is_nan():
                return self if self.is_nan() else other
            if self.is_zero() or other.is_zero():
                raise InvalidOperation('0 * (+-)INF')
            return _infinite(sign)
        return _made(sign, self._int * other._int, self._exp + other._exp)._fitted()

    __rmul__ = __mul__

    def __truediv__(self, other):
        other = _operand(other)
        if other is NotImplemented:
            return other
        sign = self._sign ^ other._sign
        if self.is_nan() or other.is_nan():
            return self if self.is_nan() else other
        if self._kind:
            if other._kind:
                raise InvalidOperation('(+-)INF/(+-)INF')
            return _infinite(sign)
        if other._kind:
            return _made(sign, 0, 0)
        if other._int == 0:
            if self._int == 0:
                raise InvalidOperation('0 / 0')
            raise DivisionByZero('x / 0')
        wanted = self._exp - other._exp
        if self._int == 0:
            return _made(sign, 0, wanted)
        shift = max(0, len(str(other._int)) - len(str(self._int)) + _context.prec + 1)
        top = self._int * 10 ** shift
        quotient = top // other._int
        rest = top - quotient * other._int
        exponent = wanted - shift
        if rest:
            # A digit that says that there is more, so that nothing looks like a half.
            return _made(sign, quotient * 10 + 1, exponent - 1)._fitted()
        while exponent < wanted and quotient % 10 == 0:
            quotient, exponent = quotient // 10, exponent + 1
        return _made(sign, quotient, exponent)._fitted()

    __div__ = __truediv__

    def __rtruediv__(self, other):
        other = _operand(other)
        return other if other is NotImplemented else other / self

    __rdiv__ = __rtruediv__

    def __divmod__(self, other):
        other = _decimal(other)
        if other._int == 0 and not other._kind:
            raise DivisionByZero('divmod(x, 0)')
        if self._kind or other._kind:
            raise InvalidOperation('divmod with INF or NaN')
        exponent = min(self._exp, other._exp)
        top, bottom = abs(self._value(exponent)), abs(other._value(exponent))
        return _made(self._sign ^ other._sign, top // bottom, 0), _made(self._sign, top % bottom, exponent)._fitted()

    def __floordiv__(self, other):
        return self.__divmod__(other)[0]

    def __mod__(self, other):
        return self.__divmod__(other)[1]

    def __rmod__(self, other):
        return _decimal(other) % self

    def __pow__(self, power):
        power = _decimal(power)
        if self._kind or power._kind or power != power.to_integral_value():
            raise InvalidOperation('only whole powers are available here')
        count = abs(int(power))
        if count > 100000:
            raise InvalidOperation('the power is too large')
        size = _made(self._sign if count % 2 else 0, self._int ** count, self._exp * count)
        return Decimal(1) / size if power._sign and count else size._fitted()

    def sqrt(self, context=None):
        if self._sign and self._int:
            raise InvalidOperation('sqrt(-x), x > 0')
        if self._kind or self._int == 0:
            return self if self._kind else _made(self._sign, 0, self._exp // 2)
        digits, exponent = self._int, self._exp
        if exponent % 2:
            digits, exponent = digits * 10, exponent - 1
        shift = max(0, _context.prec + 2 - len(str(digits)) // 2)
        wide = digits * 100 ** shift
        root = 10 ** ((len(str(wide)) + 1) // 2)
        while True:
            better = (root + wide // root) // 2
            if better >= root:
                break
            root = better
        if root * root == wide:
            made = _made(0, root, exponent // 2 - shift)
            while made._exp < exponent // 2 and made._int % 10 == 0:
                made = _made(0, made._int // 10, made._exp + 1)
            return made._fitted()
        made = _made(0, root * 10 + 1, exponent // 2 - shift - 1)
        return made._fitted(Context((context or _context).prec, ROUND_HALF_EVEN))

    def _turned(self):
        made = Decimal(self)
        made._sign = 1 - self._sign
        return made

    def copy_abs(self):
        return self._turned() if self._sign else self

    def copy_negate(self):
        return self._turned()

    def __neg__(self):
        return _made(0, 0, self._exp) if self.is_zero() else self._turned()._fitted()

    def __pos__(self):
        return self._fitted()

    def __abs__(self):
        return self.copy_abs()._fitted()

    def __int__(self):
        if self._kind:
            raise ValueError('Cannot convert ' + self._kind + ' to integer')
        size = self._int * 10 ** self._exp if self._exp >= 0 else self._int // 10 ** -self._exp
        return int(-size if self._sign else size)

    __long__ = __trunc__ = __int__

    def __float__(self):
        return float(str(self))

    def __hash__(self):
        if not self._kind and self == self.to_integral_value():
            return hash(int(self))
        return hash(str(self.normalize()))

    # Comparisons.

    def _against(self, other):
        """-1, 0 or 1; None where one is not a number."""
        if self.is_nan() or other.is_nan():
            return None
        if self._kind or other._kind:
            one = (-1 if self._sign else 1) if self._kind else 0
            two = (-1 if other._sign else 1) if other._kind else 0
            return (one > two) - (one < two)
        exponent = min(self._exp, other._exp)
        one, two = self._value(exponent), other._value(exponent)
        return (one > two) - (one < two)

    def compare(self, other, context=None):
        found = self._against(_decimal(other))
        return Decimal('NaN') if found is None else Decimal(found)

    def _is(self, other, wanted):
        other = Decimal(other) if isinstance(other, float) else _operand(other)
        if other is NotImplemented:
            return other
        return self._against(other) in wanted

    def __eq__(self, other):
        return self._is(other, (0,))

    def __ne__(self, other):
        return self._is(other, (-1, 1, None))

    def __lt__(self, other):
        return self._is(other, (-1,))

    def __le__(self, other):
        return self._is(other, (-1, 0))

    def __gt__(self, other):
        return self._is(other, (1,))

    def __ge__(self, other):
        return self._is(other, (0, 1))

    def max(self, other, context=None):
        other = _decimal(other)
        return other if self < other else self

    def min(self, other, context=None):
        other = _decimal(other)
        return other if other < self else self


def _made(sign, digits, exponent):
    made = Decimal(0)
    made._sign, made._int, made._exp = (1 if sign else 0), digits, exponent
    return made


def _infinite(sign):
    return Decimal('-Infinity' if sign else 'Infinity')


def _operand(value):
    if isinstance(value, Decimal):
        return value
    return Decimal(value) if isinstance(value, (int, long)) else NotImplemented


def _decimal(value):
    made = _operand(value)
    if made is NotImplemented:
        raise TypeError('Unable to convert %s to Decimal' % (value,))
    return made
