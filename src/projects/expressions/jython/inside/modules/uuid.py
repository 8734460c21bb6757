"""uuid of Python 2.7. Nothing here knows the machine: uuid1 takes a node by chance."""

import hashlib
from _bytes import as_bytes as _as_bytes
import random
import time

RESERVED_NCS, RFC_4122, RESERVED_MICROSOFT, RESERVED_FUTURE = (
    'reserved for NCS compatibility', 'specified in RFC 4122', 'reserved for Microsoft compatibility', 'reserved for future definition')


class UUID(object):
    def __init__(self, hex=None, bytes=None, fields=None, int=None, version=None):
        if hex is not None:
            digits = hex.replace('urn:', '').replace('uuid:', '').strip('{}').replace('-', '').lower()
            if len(digits) != 32:
                raise ValueError('badly formed hexadecimal UUID string')
        elif bytes is not None:
            if len(bytes) != 16:
                raise ValueError('bytes is not a 16-char string')
            digits = ''.join(['%02x' % ord(byte) for byte in bytes])
        elif fields is not None:
            digits = '%08x%04x%04x%02x%02x%012x' % tuple(fields)
        elif int is not None:
            digits = '%032x' % int
        else:
            raise TypeError('need one of hex, bytes, fields, or int')
        if version is not None:
            variant = '89ab'['0123456789abcdef'.index(digits[16]) % 4]
            digits = digits[:12] + '%x' % version + digits[13:16] + variant + digits[17:]
        self.hex = digits

    @property
    def int(self):
        return long(self.hex, 16)

    @property
    def bytes(self):
        return self.hex.decode('hex')

    @property
    def urn(self):
        return 'urn:uuid:' + str(self)

    @property
    def fields(self):
        h = self.hex
        return tuple([long(part, 16) for part in (h[:8], h[8:12], h[12:16], h[16:18], h[18:20], h[20:])])

    @property
    def time_low(self):
        return self.fields[0]

    @property
    def node(self):
        return self.fields[5]

    @property
    def variant(self):
        digit = '0123456789abcdef'.index(self.hex[16])
        return RESERVED_NCS if digit < 8 else RFC_4122 if digit < 12 else RESERVED_MICROSOFT if digit < 14 else RESERVED_FUTURE

    @property
    def version(self):
        return '0123456789abcdef'.index(self.hex[12]) if self.variant == RFC_4122 else None

    def get_hex(self):
        return self.hex

    def get_bytes(self):
        return self.bytes

    def __str__(self):
        h = self.hex
        return '-'.join((h[:8], h[8:12], h[12:16], h[16:20], h[20:]))

    def __repr__(self):
        return "UUID('" + str(self) + "')"

    def __eq__(self, other):
        return isinstance(other, UUID) and self.hex == other.hex

    def __ne__(self, other):
        return not self == other

    def __lt__(self, other):
        return self.hex < other.hex

    def __gt__(self, other):
        return self.hex > other.hex

    def __hash__(self):
        return hash(self.hex)


def _named(hashed, namespace, name, version):
    text = name.encode('utf-8') if isinstance(name, unicode) else name
    return UUID(bytes=hashed(_as_bytes(namespace.bytes + text)).digest()[:16], version=version)


def uuid3(namespace, name):
    return _named(hashlib.md5, namespace, name, 3)


def uuid5(namespace, name):
    return _named(hashlib.sha1, namespace, name, 5)


def _chance(digits):
    return ''.join([random.choice('0123456789abcdef') for _ in range(digits)])


def uuid4():
    return UUID(hex=_chance(32), version=4)


def uuid1(node=None, clock_seq=None):
    ticks = long(time.time() * 1000) * 10000 + 122192928000000000
    stamp = '%015x' % ticks
    clock = _chance(4) if clock_seq is None else '%04x' % clock_seq
    return UUID(hex=stamp[-8:] + stamp[-12:-8] + '0' + stamp[:-12] + clock + (_chance(12) if node is None else '%012x' % node), version=1)


def getnode():
    return long(_chance(12), 16)


NAMESPACE_DNS = UUID('6ba7b810-9dad-11d1-80b4-00c04fd430c8')
NAMESPACE_URL = UUID('6ba7b811-9dad-11d1-80b4-00c04fd430c8')
NAMESPACE_OID = UUID('6ba7b812-9dad-11d1-80b4-00c04fd430c8')
NAMESPACE_X500 = UUID('6ba7b814-9dad-11d1-80b4-00c04fd430c8')
