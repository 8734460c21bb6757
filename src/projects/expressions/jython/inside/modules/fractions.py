"""fractions of Python 2.7."""

import re

_form = re.compile(r'\A\s*([-+]?)(?=\d|\.\d)(\d*)(?:(?:/(\d+))?|(?:\.(\d*))?(?:[eE]([-+]?\d+))?)\s*\Z')


def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


class Fraction(object):
    def __init__(self, numerator=0, denominator=None):
        if denominator is None:
            top, bottom = _read(numerator)
        else:
            a, b = _read(numerator)
            c, d = _read(denominator)
            top, bottom = a * d, b * c
        if bottom == 0:
            raise ZeroDivisionError('Fraction(%s, 0)' % top)
        if bottom < 0:
            top, bottom = -top, -bottom
        common = gcd(abs(top), bottom)
        self.numerator = top // common
        self.denominator = bottom // common

    @classmethod
    def from_float(cls, f):
        return Fraction(f)

    @classmethod
    def from_decimal(cls, dec):
        return Fraction(str(dec))

    def limit_denominator(self, max_denominator=1000000):
        if max_denominator < 1:
            raise ValueError('max_denominator should be at least 1')
        if self.denominator <= max_denominator:
            return Fraction(self)
        p0, q0, p1, q1 = 0, 1, 1, 0
        n, d = self.numerator, self.denominator
        while True:
            a = n // d
            q2 = q0 + a * q1
            if q2 > max_denominator:
                break
            p0, q0, p1, q1 = p1, q1, p0 + a * p1, q2
            n, d = d, n - a * d
        k = (max_denominator - q0) // q1
        one = Fraction(p0 + k * p1, q0 + k * q1)
        other = Fraction(p1, q1)
        return other if abs(other - self) <= abs(one - self) else one

    def __repr__(self):
        return 'Fraction(%s, %s)' % (self.numerator, self.denominator)

    def __str__(self):
        return str(self.numerator) if self.denominator == 1 else '%s/%s' % (self.numerator, self.denominator)

    def _with(self, other, whole, floating):
        if isinstance(other, float):
            return floating(float(self), other)
        if not isinstance(other, (int, long, Fraction)):
            return NotImplemented
        top, bottom = _read(other)
        return whole(self.numerator, self.denominator, top, bottom)

    def __add__(self, other):
        return self._with(other, lambda a, b, c, d: Fraction(a * d + c * b, b * d), lambda x, y: x + y)

    __radd__ = __add__

    def __sub__(self, other):
        return self._with(other, lambda a, b, c, d: Fraction(a * d - c * b, b * d), lambda x, y: x - y)

    def __rsub__(self, other):
        return self._with(other, lambda a, b, c, d: Fraction(c * b - a * d, b * d), lambda x, y: y - x)

    def __mul__(self, other):
        return self._with(other, lambda a, b, c, d: Fraction(a * c, b * d), lambda x, y: x * y)

    __rmul__ = __mul__

    def __truediv__(self, other):
        return self._with(other, lambda a, b, c, d: Fraction(a * d, b * c), lambda x, y: x / y)

    __div__ = __truediv__

    def __rtruediv__(self, other):
        return self._with(other, lambda a, b, c, d: Fraction(c * b, d * a), lambda x, y: y / x)

    __rdiv__ = __rtruediv__

    def __floordiv__(self, other):
        return self._with(other, lambda a, b, c, d: (a * d) // (b * c), lambda x, y: x // y)

    def __mod__(self, other):
        return self._with(other, lambda a, b, c, d: Fraction((a * d) % (b * c), b * d), lambda x, y: x % y)

    def __pow__(self, power):
        if power >= 0:
            return Fraction(self.numerator ** power, self.denominator ** power)
        return Fraction(self.denominator ** -power, self.numerator ** -power)

    def __neg__(self):
        return Fraction(-self.numerator, self.denominator)

    def __pos__(self):
        return self

    def __abs__(self):
        return Fraction(abs(self.numerator), self.denominator)

    def __float__(self):
        return float(self.numerator) / float(self.denominator)

    def __int__(self):
        return self.numerator // self.denominator if self.numerator >= 0 else -(-self.numerator // self.denominator)

    def __nonzero__(self):
        return self.numerator != 0

    __bool__ = __nonzero__

    def __hash__(self):
        return hash(self.numerator) if self.denominator == 1 else hash((self.numerator, self.denominator))

    def _compared(self, other, decide):
        return self._with(other, lambda a, b, c, d: decide(a * d, c * b), decide)

    def __eq__(self, other):
        return self._compared(other, lambda x, y: x == y)

    def __ne__(self, other):
        return self._compared(other, lambda x, y: x != y)

    def __lt__(self, other):
        return self._compared(other, lambda x, y: x < y)

    def __le__(self, other):
        return self._compared(other, lambda x, y: x <= y)

    def __gt__(self, other):
        return self._compared(other, lambda x, y: x > y)

    def __ge__(self, other):
        return self._compared(other, lambda x, y: x >= y)


def _read(value):
    if isinstance(value, Fraction):
        return value.numerator, value.denominator
    if isinstance(value, (int, long)):
        return int(value), 1
    if isinstance(value, float):
        if value != value or value in (float('inf'), float('-inf')):
            raise TypeError('Cannot convert %r to Fraction.' % value)
        bottom = 1
        while value != int(value):
            value, bottom = value * 2, bottom * 2
        return int(value), bottom
    if isinstance(value, str):
        found = _form.match(value)
        if found is None:
            raise ValueError('Invalid literal for Fraction: %r' % value)
        sign, digits, bottom, places, power = found.groups()
        top = int(digits or '0')
        under = int(bottom) if bottom else 1
        if places:
            top = top * 10 ** len(places) + int(places)
            under = under * 10 ** len(places)
        shift = int(power) if power else 0
        if shift > 0:
            top *= 10 ** shift
        elif shift < 0:
            under *= 10 ** -shift
        return (-top if sign == '-' else top), under
    if hasattr(value, 'as_tuple'):
        return _read(str(value))
    raise TypeError('both arguments should be Rational instances')
