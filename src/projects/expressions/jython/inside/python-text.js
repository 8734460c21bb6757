/*
 * Runs inside the sealed interpreter, after Skulpt and before the modules. Skulpt has one type of text. Python 2 has two, texts and
 * bytes; here the result of `encode` is a text of characters up to U+00FF that carries a mark, so that what Python would refuse is
 * refused too: taking a text beyond ASCII for bytes.
 */
'use strict';
globalThis.internStrings = 0;
globalThis.pythonText = (() => {
  const { builtin, misceval } = Sk;
  const NONE = builtin.none.none$;
  const bytesMark = Symbol('bytes');
  const NOT_ASCII = /[^\x00-\x7f]/;
  // What Windows-1252 has at 0x80 to 0x9f; U+FFFD where it has nothing.
  const CP1252 = '\u20ac\ufffd\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\ufffd\u017d\ufffd\ufffd\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\ufffd\u017e\u0178';

  // See patch-skulpt.ts: texts made from now on get these names when they are first asked for.
  for (const [name, kept, make] of [
    ['$mangled', 'lateMangled', Sk.fixReserved],
    ['$savedKeyHash', 'lateKeyHash', (value) => value.replace(/^[0-9!#_]/, '!$&')],
  ])
    Object.defineProperty(builtin.str.prototype, name, {
      get() {
        return (this[kept] ??= make(this.v));
      },
      set(value) {
        this[kept] = value;
      },
    });

  const byteText = (bytes) => {
    const made = new builtin.str(bytes);
    if (!NOT_ASCII.test(bytes)) return made;
    made[bytesMark] = true;
    return made;
  };
  const isByteText = (value) => value[bytesMark] === true;

  const encodingName = (encoding) => {
    if (encoding === undefined || encoding === NONE) return 'ascii';
    if (!(encoding instanceof builtin.str)) throw new builtin.TypeError('the name of an encoding must be a string');
    const name = encoding.v.toLowerCase().replace(/[\s_]/g, '-');
    if (['utf-8', 'utf8', 'u8', 'utf'].includes(name)) return 'utf-8';
    if (['ascii', 'us-ascii', '646'].includes(name)) return 'ascii';
    if (['latin-1', 'latin1', 'iso-8859-1', 'iso8859-1', 'l1', '8859'].includes(name)) return 'latin-1';
    if (['cp1252', 'windows-1252', '1252'].includes(name)) return 'cp1252';
    throw new builtin.LookupError(`unknown encoding: ${encoding.v} (available here: ascii, utf-8, latin-1, cp1252)`);
  };
  const errorsName = (errors) => (errors === undefined || errors === NONE ? 'strict' : errors.v);

  const utf8 = (point) =>
    point < 0x80 ? [point]
    : point < 0x800 ? [0xc0 | (point >> 6), 0x80 | (point & 63)]
    : point < 0x10000 ? [0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63)]
    : [0xf0 | (point >> 18), 0x80 | ((point >> 12) & 63), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63)];

  const byteOf = (char, encoding) => {
    const point = char.codePointAt(0);
    if (encoding === 'utf-8') return String.fromCharCode(...utf8(point));
    if (point < 0x80 || (encoding === 'latin-1' && point < 0x100) || (encoding === 'cp1252' && point >= 0xa0 && point < 0x100)) return char;
    if (encoding === 'cp1252' && CP1252.includes(char) && char !== '\ufffd') return String.fromCharCode(0x80 + CP1252.indexOf(char));
    return undefined;
  };

  function encoded(value, encoding, errors) {
    let out = '';
    let position = 0;
    for (const char of value) {
      const bytes = byteOf(char, encoding);
      if (bytes !== undefined) out += bytes;
      else if (errors === 'replace') out += '?';
      else if (errors === 'xmlcharrefreplace') out += `&#${char.codePointAt(0)};`;
      else if (errors === 'backslashreplace') out += `\\${char.codePointAt(0) < 0x100 ? 'x' : 'u'}${char.codePointAt(0).toString(16).padStart(char.codePointAt(0) < 0x100 ? 2 : 4, '0')}`;
      else if (errors !== 'ignore') {
        const shown = misceval.objectRepr(new builtin.str(char)).slice(1, -1);
        throw new builtin.UnicodeEncodeError(`'${encoding}' codec can't encode character u'${shown}' in position ${position}: ordinal not in range(${encoding === 'ascii' ? 128 : 256})`);
      }
      position++;
    }
    return out;
  }

  function decoded(bytes, encoding, errors) {
    if (encoding === 'latin-1') return bytes;
    const wrong = (position, why) => {
      if (errors === 'ignore') return '';
      if (errors === 'replace') return '\ufffd';
      const byte = bytes.charCodeAt(position).toString(16).padStart(2, '0');
      throw new builtin.UnicodeDecodeError(`'${encoding === 'utf-8' ? 'utf8' : encoding}' codec can't decode byte 0x${byte} in position ${position}: ${why}`);
    };
    let out = '';
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes.charCodeAt(i);
      if (byte < 0x80) out += bytes[i];
      else if (encoding === 'ascii') out += wrong(i, 'ordinal not in range(128)');
      else if (encoding === 'cp1252') out += byte >= 0xa0 ? bytes[i] : CP1252[byte - 0x80] === '\ufffd' ? wrong(i, 'character maps to <undefined>') : CP1252[byte - 0x80];
      else {
        const size = byte >= 0xf0 && byte < 0xf5 ? 4 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xc2 && byte < 0xe0 ? 2 : 0;
        const rest = bytes.slice(i + 1, i + size);
        const point = [...rest].reduce((held, char) => (held << 6) | (char.charCodeAt(0) & 63), byte & (0xff >> (size + 1)));
        const whole = size > 0 && /^[\x80-\xbf]*$/.test(rest) && rest.length === size - 1;
        if (!whole) out += wrong(i, size === 0 ? 'invalid start byte' : rest.length < size - 1 ? 'unexpected end of data' : 'invalid continuation byte');
        else if ((size === 3 && (point < 0x800 || (point >= 0xd800 && point < 0xe000))) || (size === 4 && (point < 0x10000 || point > 0x10ffff))) out += wrong(i, 'invalid continuation byte');
        else {
          out += String.fromCodePoint(point);
          i += size - 1;
        }
      }
    }
    return out;
  }

  /** The bytes of a text where Python wants bytes, one character each. */
  function bytesOf(value) {
    if (!(value instanceof builtin.str)) throw new builtin.TypeError('must be string or buffer');
    if (isByteText(value) || !NOT_ASCII.test(value.v)) return value.v;
    return encoded(value.v, 'ascii', 'strict');
  }

  const method = (name, definition) => {
    definition.$name = name;
    return new builtin.method_descriptor(builtin.str, definition);
  };
  const CODEC_ARGS = { NamedArgs: ['encoding', 'errors'], Defaults: [NONE, NONE] };
  const proto = builtin.str.prototype;
  proto.encode = method('encode', {
    $meth(encoding, errors) {
      const value = isByteText(this) ? decoded(this.v, 'ascii', 'strict') : this.v;
      return byteText(encoded(value, encodingName(encoding), errorsName(errors)));
    },
    $flags: CODEC_ARGS,
  });
  proto.decode = method('decode', {
    $meth(encoding, errors) {
      return new builtin.str(decoded(bytesOf(this), encodingName(encoding), errorsName(errors)));
    },
    $flags: CODEC_ARGS,
  });
  builtin.str.$py2decode = proto.decode;

  // Skulpt reads `$&` and the like in the new text as JavaScript does.
  proto.replace = method('replace', {
    $meth(oldText, newText, count) {
      const from = this.get$tgt(oldText);
      const to = this.get$tgt(newText);
      const most = count === undefined ? -1 : misceval.asIndexSized(count, builtin.OverflowError);
      if (most < 0) return new builtin.str(from === '' ? [...`${this.v}`].reduce((out, char) => out + char + to, to) : this.v.split(from).join(to));
      const pieces = from === '' ? ['', ...this.v] : this.v.split(from);
      if (from === '') return new builtin.str(pieces.reduce((out, piece, i) => out + piece + (i < most ? to : ''), ''));
      let out = pieces[0];
      for (let i = 1; i < pieces.length; i++) out += (i <= most ? to : from) + pieces[i];
      return new builtin.str(out);
    },
    $flags: { MinArgs: 2, MaxArgs: 3 },
  });

  proto.translate = method('translate', {
    $meth(table, deleted) {
      if (table instanceof builtin.dict) {
        const changed = [...this.v].map((char) => {
          const found = table.mp$lookup(new builtin.int_(char.codePointAt(0)));
          if (found === undefined) return char;
          if (found === NONE) return '';
          return found instanceof builtin.str ? found.v : String.fromCodePoint(Number(found.v));
        });
        return new builtin.str(changed.join(''));
      }
      const dropped = deleted === undefined ? '' : deleted.v;
      const map = table === NONE ? undefined : table.v;
      if (map !== undefined && map.length !== 256) throw new builtin.ValueError('translation table must be 256 characters long');
      return new builtin.str([...this.v].filter((char) => !dropped.includes(char)).map((char) => (map === undefined ? char : map[char.codePointAt(0)] ?? char)).join(''));
    },
    $flags: { MinArgs: 1, MaxArgs: 2 },
  });

  // Equal texts have equal hashes, Java's own.
  proto.tp$hash = function tp$hash() {
    let hash = 0;
    for (let i = 0; i < this.v.length; i++) hash = (Math.imul(hash, 31) + this.v.charCodeAt(i)) | 0;
    return hash;
  };

  const repeat = function repeat(times) {
    if (!misceval.isIndex(times)) throw new builtin.TypeError(`can't multiply sequence by non-int of type '${Sk.abstr.typeName(times)}'`);
    return new builtin.str(this.v.repeat(Math.max(0, misceval.asIndexSized(times, builtin.OverflowError))));
  };
  for (const slot of ['sq$repeat', 'nb$multiply', 'nb$reflected_multiply']) if (proto[slot] !== undefined) proto[slot] = repeat;

  return { byteText, isByteText, bytesOf, decoded, encoded, encodingName, errorsName };
})();
