/*
 * Runs inside the sealed interpreter, after Skulpt and before python-text.js. The encodings of Python 2: between a text
 * and its bytes, both as texts of JavaScript, bytes with one character up to U+00FF each. Only `codePage` is outside:
 * name → the characters of an encoding of single bytes.
 */
'use strict';
globalThis.pythonCodecs = (() => {
  const { builtin, misceval } = Sk;
  const NONE = builtin.none.none$;
  const NAMES = {
    'utf-8': ['utf-8', 'utf8', 'u8', 'utf', 'utf-8-sig'],
    ascii: ['ascii', 'us-ascii', '646'],
    'latin-1': ['latin-1', 'latin1', 'iso-8859-1', 'iso8859-1', 'l1', '8859', 'latin', 'cp819'],
    'utf-16': ['utf-16', 'utf16', 'u16'],
    'utf-16-le': ['utf-16-le', 'utf-16le'],
    'utf-16-be': ['utf-16-be', 'utf-16be'],
    hex: ['hex', 'hex-codec'],
    base64: ['base64', 'base-64', 'base64-codec'],
    'rot-13': ['rot13', 'rot-13'],
    'unicode-escape': ['unicode-escape'],
    'string-escape': ['string-escape'],
    punycode: ['punycode'],
  };
  const KNOWN = new Map(
    Object.entries(NAMES).flatMap(([name, spellings]) => spellings.map((spelling) => [spelling, name])),
  );
  const pages = new Map();

  /** The characters of an encoding of single bytes; undefined for an unknown name. */
  function pageOf(name) {
    if (!pages.has(name)) {
      const page = globalThis.codePage(name);
      pages.set(name, page === '' ? undefined : `\0${page}`);
    }
    return pages.get(name);
  }

  function encodingName(encoding) {
    if (encoding === undefined || encoding === NONE) return 'ascii';
    if (!(encoding instanceof builtin.str)) throw new builtin.TypeError('the name of an encoding must be a string');
    const name = encoding.v.toLowerCase().replace(/[\s_]/g, '-');
    const known = KNOWN.get(name) ?? (pageOf(name) === undefined ? undefined : name);
    if (known !== undefined) return known;
    throw new builtin.LookupError(
      `unknown encoding '${encoding.v}' (available here: ${Object.keys(NAMES).join(', ')}, and those of single bytes such as cp1252 or iso-8859-15)`,
    );
  }
  const errorsName = (errors) => (errors === undefined || errors === NONE ? 'strict' : errors.v);

  const utf8 = (point) =>
    point < 0x80
      ? [point]
      : point < 0x800
        ? [0xc0 | (point >> 6), 0x80 | (point & 63)]
        : point < 0x10000
          ? [0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63)]
          : [0xf0 | (point >> 18), 0x80 | ((point >> 12) & 63), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63)];

  /** The bytes of one character; undefined where the encoding lacks it. */
  function byteOf(char, encoding) {
    const point = char.codePointAt(0);
    if (encoding === 'utf-8') return String.fromCharCode(...utf8(point));
    if (encoding === 'ascii') return point < 0x80 ? char : undefined;
    if (encoding === 'latin-1') return point < 0x100 ? char : undefined;
    const byte = char === '\ufffd' ? -1 : pageOf(encoding).indexOf(char);
    return byte < 0 ? undefined : String.fromCharCode(byte);
  }

  const hexOf = (number, digits) => number.toString(16).padStart(digits, '0');
  const escapeOf = (point) =>
    point < 0x100 ? `\\x${hexOf(point, 2)}` : point < 0x10000 ? `\\u${hexOf(point, 4)}` : `\\U${hexOf(point, 8)}`;
  const NAMED_ESCAPES = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' };

  const utf16 = (value, little) =>
    value.replace(/[\s\S]/g, (unit) => {
      const code = unit.charCodeAt(0);
      const bytes = [code >> 8, code & 0xff];
      return String.fromCharCode(...(little ? bytes.reverse() : bytes));
    });
  function fromUtf16(bytes, little) {
    if (bytes.length % 2 !== 0)
      throw new builtin.UnicodeDecodeError(
        `'utf-16' codec can't decode byte 0x${hexOf(bytes.charCodeAt(bytes.length - 1), 2)} in position ${bytes.length - 1}: truncated data`,
      );
    return bytes.replace(/[\s\S]{2}/g, (pair) =>
      String.fromCharCode(
        little ? pair.charCodeAt(0) | (pair.charCodeAt(1) << 8) : (pair.charCodeAt(0) << 8) | pair.charCodeAt(1),
      ),
    );
  }

  const DIGITS = {
    64: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
    32: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  };
  /** Bytes as digits of base 64 or 32, filled up with `=` to whole groups. */
  function toDigits(bytes, base) {
    const bits = Math.log2(base);
    const group = base === 64 ? 4 : 8;
    let out = '';
    let held = 0;
    let size = 0;
    for (let i = 0; i < bytes.length; i++) {
      held = (held << 8) | bytes.charCodeAt(i);
      size += 8;
      while (size >= bits) {
        size -= bits;
        out += DIGITS[base][held >> size];
        held &= (1 << size) - 1;
      }
    }
    if (size > 0) out += DIGITS[base][held << (bits - size)];
    return out + '='.repeat((group - (out.length % group)) % group);
  }
  function fromDigits(text, base) {
    const bits = Math.log2(base);
    if (text.length % (base === 64 ? 4 : 8) !== 0) throw new builtin.TypeError('Incorrect padding');
    let out = '';
    let held = 0;
    let size = 0;
    for (const digit of text.replace(/=+$/, '')) {
      const value = DIGITS[base].indexOf(digit);
      if (value < 0) throw new builtin.TypeError(`Non-base${base} digit found`);
      held = (held << bits) | value;
      size += bits;
      if (size < 8) continue;
      size -= 8;
      out += String.fromCharCode((held >> size) & 0xff);
      held &= (1 << size) - 1;
    }
    return out;
  }
  /** Other characters than digits are ignored, as in Python 2. */
  const fromBase64 = (text) => fromDigits(text.replace(/[^A-Za-z0-9+/=]/g, ''), 64);
  /** Lines of 76 digits, each with its end. */
  const toBase64Lines = (bytes) =>
    (bytes.match(/[\s\S]{1,57}/g) ?? []).map((part) => `${toDigits(part, 64)}\n`).join('');
  const toHex = (bytes) => bytes.replace(/[\s\S]/g, (byte) => hexOf(byte.charCodeAt(0), 2));
  function fromHex(digits) {
    if (digits.length % 2 !== 0) throw new builtin.TypeError('Odd-length string');
    if (/[^0-9a-fA-F]/.test(digits)) throw new builtin.TypeError('Non-hexadecimal digit found');
    return digits.replace(/../g, (pair) => String.fromCharCode(parseInt(pair, 16)));
  }
  const rotated = (text) =>
    text.replace(/[A-Za-z]/g, (letter) =>
      String.fromCharCode(letter.charCodeAt(0) + (/[a-mA-M]/.test(letter) ? 13 : -13)),
    );

  const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|([\s\S]))/g;
  const PLAIN_ESCAPES = { n: '\n', r: '\r', t: '\t', a: '\x07', b: '\b', f: '\f', v: '\v', '\n': '' };
  const unescaped = (text, wide) =>
    text.replace(ESCAPE, (all, two, four, eight, octal, letter) => {
      if (two !== undefined) return String.fromCharCode(parseInt(two, 16));
      if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8));
      if (letter !== undefined) return PLAIN_ESCAPES[letter] ?? (/['"\\]/.test(letter) ? letter : all);
      return wide ? String.fromCodePoint(Math.min(parseInt(four ?? eight, 16), 0x10ffff)) : all;
    });

  // RFC 3492.
  const adapted = (delta, points, first) => {
    let left = Math.floor(delta / (first ? 700 : 2));
    left += Math.floor(left / points);
    let rounds = 0;
    for (; left > 455; rounds += 36) left = Math.floor(left / 35);
    return rounds + Math.floor((36 * left) / (left + 38));
  };
  const thresholdAt = (place, bias) => Math.min(26, Math.max(1, place - bias));
  function toPunycode(text) {
    const points = [...text].map((char) => char.codePointAt(0));
    const basic = points.filter((point) => point < 0x80);
    let out = String.fromCharCode(...basic) + (basic.length > 0 ? '-' : '');
    let [last, delta, bias, done] = [0x80, 0, 72, basic.length];
    while (done < points.length) {
      const next = Math.min(...points.filter((point) => point >= last));
      delta += (next - last) * (done + 1);
      last = next;
      for (const point of points) {
        if (point < last) delta++;
        if (point !== last) continue;
        let left = delta;
        for (let place = 36; ; place += 36) {
          const threshold = thresholdAt(place, bias);
          const digit = left < threshold ? left : threshold + ((left - threshold) % (36 - threshold));
          out += 'abcdefghijklmnopqrstuvwxyz0123456789'[digit];
          if (left < threshold) break;
          left = Math.floor((left - threshold) / (36 - threshold));
        }
        bias = adapted(delta, done + 1, done === basic.length);
        delta = 0;
        done++;
      }
      delta++;
      last++;
    }
    return out;
  }
  function fromPunycode(text) {
    const dash = text.lastIndexOf('-');
    const points = [...text.slice(0, Math.max(dash, 0))].map((char) => char.codePointAt(0));
    let [point, at, bias] = [0x80, 0, 72];
    for (let i = dash + 1; i < text.length;) {
      const before = at;
      for (let [weight, place] = [1, 36]; ; place += 36) {
        const digit = 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf((text[i++] ?? '').toLowerCase() || '?');
        if (digit < 0) throw new builtin.UnicodeDecodeError('Invalid extended code point');
        at += digit * weight;
        const threshold = thresholdAt(place, bias);
        if (digit < threshold) break;
        weight *= 36 - threshold;
      }
      const size = points.length + 1;
      bias = adapted(at - before, size, before === 0);
      point += Math.floor(at / size);
      if (point > 0x10ffff) throw new builtin.UnicodeDecodeError('Invalid extended code point');
      at %= size;
      points.splice(at++, 0, point);
    }
    return points.map((each) => String.fromCodePoint(each)).join('');
  }

  const WHOLE_TEXTS = {
    hex: { encode: toHex, decode: fromHex },
    base64: { encode: toBase64Lines, decode: fromBase64 },
    'rot-13': { encode: rotated, decode: rotated },
    'utf-16': {
      encode: (value) => `\xfe\xff${utf16(value, false)}`,
      decode: (bytes) =>
        bytes.startsWith('\xff\xfe')
          ? fromUtf16(bytes.slice(2), true)
          : fromUtf16(bytes.startsWith('\xfe\xff') ? bytes.slice(2) : bytes, false),
    },
    'utf-16-le': { encode: (value) => utf16(value, true), decode: (bytes) => fromUtf16(bytes, true) },
    'utf-16-be': { encode: (value) => utf16(value, false), decode: (bytes) => fromUtf16(bytes, false) },
    'unicode-escape': {
      encode: (value) =>
        [...value]
          .map(
            (char) =>
              NAMED_ESCAPES[char] ?? (/[ -~]/.test(char) && char.length === 1 ? char : escapeOf(char.codePointAt(0))),
          )
          .join(''),
      decode: (text) => unescaped(text, true),
    },
    'string-escape': {
      encode: (bytes) =>
        [...bytes]
          .map((char) =>
            char === "'"
              ? "\\'"
              : (NAMED_ESCAPES[char] ?? (/[ -~]/.test(char) ? char : `\\x${hexOf(char.charCodeAt(0), 2)}`)),
          )
          .join(''),
      decode: (text) => unescaped(text, false),
    },
    punycode: { encode: toPunycode, decode: fromPunycode },
  };
  /** Encodings of bytes into bytes: their input is no text. */
  const OF_BYTES = new Set(['hex', 'base64', 'string-escape']);

  function encoded(value, encoding, errors) {
    if (WHOLE_TEXTS[encoding] !== undefined) return WHOLE_TEXTS[encoding].encode(value);
    let out = '';
    let position = 0;
    for (const char of value) {
      const bytes = byteOf(char, encoding);
      const point = char.codePointAt(0);
      if (bytes !== undefined) out += bytes;
      else if (errors === 'replace') out += '?';
      else if (errors === 'xmlcharrefreplace') out += `&#${point};`;
      else if (errors === 'backslashreplace') out += escapeOf(point);
      else if (errors !== 'ignore') {
        const shown = misceval.objectRepr(new builtin.str(char)).slice(1, -1);
        const why =
          encoding === 'ascii'
            ? 'ordinal not in range(128)'
            : encoding === 'latin-1'
              ? 'ordinal not in range(256)'
              : 'character maps to <undefined>';
        throw new builtin.UnicodeEncodeError(
          `'${encoding}' codec can't encode character u'${shown}' in position ${position}: ${why}`,
        );
      }
      position++;
    }
    return out;
  }

  function decoded(bytes, encoding, errors) {
    if (WHOLE_TEXTS[encoding] !== undefined) return WHOLE_TEXTS[encoding].decode(bytes);
    if (encoding === 'latin-1') return bytes;
    const wrong = (position, why) => {
      if (errors === 'ignore') return '';
      if (errors === 'replace') return '\ufffd';
      const byte = hexOf(bytes.charCodeAt(position), 2);
      throw new builtin.UnicodeDecodeError(
        `'${encoding === 'utf-8' ? 'utf8' : encoding}' codec can't decode byte 0x${byte} in position ${position}: ${why}`,
      );
    };
    const page = encoding === 'utf-8' || encoding === 'ascii' ? undefined : pageOf(encoding);
    let out = '';
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes.charCodeAt(i);
      if (page !== undefined) out += page[byte] === '\ufffd' ? wrong(i, 'character maps to <undefined>') : page[byte];
      else if (byte < 0x80) out += bytes[i];
      else if (encoding === 'ascii') out += wrong(i, 'ordinal not in range(128)');
      else {
        const size =
          byte >= 0xf0 && byte < 0xf5 ? 4 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xc2 && byte < 0xe0 ? 2 : 0;
        const rest = bytes.slice(i + 1, i + size);
        const point = [...rest].reduce(
          (held, char) => (held << 6) | (char.charCodeAt(0) & 63),
          byte & (0xff >> (size + 1)),
        );
        const whole = size > 0 && /^[\x80-\xbf]*$/.test(rest) && rest.length === size - 1;
        if (!whole)
          out += wrong(
            i,
            size === 0
              ? 'invalid start byte'
              : rest.length < size - 1
                ? 'unexpected end of data'
                : 'invalid continuation byte',
          );
        else if (
          (size === 3 && (point < 0x800 || (point >= 0xd800 && point < 0xe000))) ||
          (size === 4 && (point < 0x10000 || point > 0x10ffff))
        )
          out += wrong(i, 'invalid continuation byte');
        else {
          out += String.fromCodePoint(point);
          i += size - 1;
        }
      }
    }
    return out;
  }

  return {
    encodingName,
    errorsName,
    encoded,
    decoded,
    toDigits,
    fromDigits,
    fromBase64,
    toBase64Lines,
    isOfBytes: (encoding) => OF_BYTES.has(encoding),
  };
})();
