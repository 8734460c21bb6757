"""binascii of Python 2.7: bytes as digits, and back."""

from _bytes import crc32


class Error(Exception):
    pass


class Incomplete(Exception):
    pass


def b2a_hex(data):
    return data.encode('hex')


def a2b_hex(digits):
    return digits.decode('hex')


hexlify = b2a_hex
unhexlify = a2b_hex


def b2a_base64(data):
    return data.encode('base64').replace('\n', '') + '\n'


def a2b_base64(digits):
    try:
        return digits.decode('base64')
    except TypeError:
        raise Error('Incorrect padding')
