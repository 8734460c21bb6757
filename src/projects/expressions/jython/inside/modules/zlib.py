"""zlib of Python 2.7, for whole texts of bytes."""

from _bytes import crc32, adler32, compressed as _compressed, unpacked as _unpacked

Z_DEFAULT_COMPRESSION = -1
Z_BEST_SPEED = 1
Z_BEST_COMPRESSION = 9
MAX_WBITS = 15


class error(Exception):
    pass


def compress(data, level=6):
    if level == -1:
        level = 6
    if level < 0 or level > 9:
        raise error('Bad compression level')
    return _compressed(data, level)


def decompress(data, wbits=MAX_WBITS, bufsize=16384):
    if wbits != MAX_WBITS:
        raise error('only wbits=15 is available here')
    try:
        return _unpacked(data)
    except ValueError as e:
        raise error('Error -3 while decompressing data: ' + str(e))
