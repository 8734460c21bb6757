/*
 * Runs inside the sealed interpreter, after Skulpt and before the modules. Skulpt has one type of text. Python 2 has
 * two, texts and bytes; here the result of `encode` is a text of characters up to U+00FF with a mark, so that errors of
 * Python are errors too: taking a text beyond ASCII for bytes.
 */
'use strict';
globalThis.internStrings = 0;
globalThis.pythonText = (() => {
  const { builtin, misceval } = Sk;
  const { encodingName, errorsName, encoded, decoded, isOfBytes } = globalThis.pythonCodecs;
  const NONE = builtin.none.none$;
  const bytesMark = Symbol('bytes');
  const NOT_ASCII = /[^\x00-\x7f]/;
  // See create-jython-language.ts: later texts get these names on demand.
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

  /** The bytes of a text where Python expects bytes, one character each. */
  function bytesOf(value) {
    if (!(value instanceof builtin.str)) throw new builtin.TypeError('must be string or buffer');
    if (isByteText(value) || !NOT_ASCII.test(value.v)) return value.v;
    return encoded(value.v, 'ascii', 'strict');
  }

  function decodedText(value, encoding, errors) {
    const name = encodingName(encoding);
    const text = decoded(bytesOf(value), name, errorsName(errors));
    return isOfBytes(name) ? byteText(text) : new builtin.str(text);
  }

  // `unicode(bytes, encoding, errors)`, and `str` likewise, which is the same type here.
  const makeText = builtin.str.prototype.tp$new;
  builtin.str.prototype.tp$new = function tp$new(args, kwargs) {
    if (args.length < 2 && !(kwargs?.length > 0)) return makeText.call(this, args, kwargs);
    const [value, encoding, errors] = Sk.abstr.copyKeywordsToNamedArgs(
      'unicode',
      ['string', 'encoding', 'errors'],
      args,
      kwargs ?? [],
    );
    if (value === undefined) return new builtin.str('');
    if (encoding === undefined && errors === undefined) return makeText.call(this, [value], []);
    if (!(value instanceof builtin.str))
      throw new builtin.TypeError(`coercing to Unicode: need string or buffer, ${Sk.abstr.typeName(value)} found`);
    return decodedText(value, encoding, errors);
  };

  const method = (name, definition) => {
    definition.$name = name;
    return new builtin.method_descriptor(builtin.str, definition);
  };
  const CODEC_ARGS = { NamedArgs: ['encoding', 'errors'], Defaults: [NONE, NONE] };
  const proto = builtin.str.prototype;
  proto.encode = method('encode', {
    $meth(encoding, errors) {
      const name = encodingName(encoding);
      const value = isOfBytes(name) ? bytesOf(this) : isByteText(this) ? decoded(this.v, 'ascii', 'strict') : this.v;
      return byteText(encoded(value, name, errorsName(errors)));
    },
    $flags: CODEC_ARGS,
  });
  proto.decode = method('decode', {
    $meth(encoding, errors) {
      return decodedText(this, encoding, errors);
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
      if (most < 0)
        return new builtin.str(
          from === '' ? [...`${this.v}`].reduce((out, char) => out + char + to, to) : this.v.split(from).join(to),
        );
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
      if (map !== undefined && map.length !== 256)
        throw new builtin.ValueError('translation table must be 256 characters long');
      return new builtin.str(
        [...this.v]
          .filter((char) => !dropped.includes(char))
          .map((char) => (map === undefined ? char : (map[char.codePointAt(0)] ?? char)))
          .join(''),
      );
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
    if (!misceval.isIndex(times))
      throw new builtin.TypeError(`can't multiply sequence by non-int of type '${Sk.abstr.typeName(times)}'`);
    return new builtin.str(this.v.repeat(Math.max(0, misceval.asIndexSized(times, builtin.OverflowError))));
  };
  for (const slot of ['sq$repeat', 'nb$multiply', 'nb$reflected_multiply'])
    if (proto[slot] !== undefined) proto[slot] = repeat;

  return { byteText, isByteText, bytesOf, decoded };
})();

/*
 * Letters and case by the characters of Unicode, as Jython gets them from Java, where Skulpt knows those of ASCII.
 */
(() => {
  const { builtin } = Sk;
  const text = builtin.str.prototype;
  const YES = builtin.bool.true$;
  const NO = builtin.bool.false$;
  const UPPER = /^\p{Uppercase}$/u;
  const LOWER = /^\p{Lowercase}$/u;
  const TITLE = /^\p{Lt}$/u;
  // Digraphs such as "ǆ" with a form of their own at the beginning of a word.
  const TITLED = Object.fromEntries(
    ['\u01c4\u01c5\u01c6', '\u01c7\u01c8\u01c9', '\u01ca\u01cb\u01cc', '\u01f1\u01f2\u01f3'].flatMap((forms) =>
      [...forms].map((form) => [form, forms[1]]),
    ),
  );
  /** One character for one character: "ß" has no capital of its own length. */
  const single = (char, changed) => ([...changed].length === 1 ? changed : char);
  const upper = (char) => single(char, char.toUpperCase());
  const lower = (char) => single(char, char.toLowerCase());
  const titled = (char) => TITLED[char] ?? upper(char);
  // Of a whole text at once, which takes a fraction of the time: only these two letters depend on others, or become two.
  const lowered = (letters) =>
    /[\u0130\u03a3]/.test(letters) ? [...letters].map(lower).join('') : letters.toLowerCase();
  const ASCII = /^[\0-\x7f]*$/;

  const define = (name, $meth) => {
    text[name] = new builtin.method_descriptor(builtin.str, { $name: name, $meth, $flags: { NoArgs: true } });
  };
  const every = (name, pattern) =>
    define(name, function test() {
      return pattern.test(this.v) ? YES : NO;
    });
  every('isalpha', /^\p{L}+$/u);
  every('isalnum', /^[\p{L}\p{Nd}\p{Nl}\p{No}]+$/u);
  every('isdigit', /^\p{Nd}+$/u);
  every('isdecimal', /^\p{Nd}+$/u);
  every('isnumeric', /^[\p{Nd}\p{Nl}\p{No}]+$/u);

  /** All letters with a case have one of it, and there is one at least. */
  const ofCase = (name, required, others) =>
    define(name, function test() {
      let found = false;
      for (const char of this.v) {
        if (others.some((other) => other.test(char))) return NO;
        found ||= required.test(char);
      }
      return found ? YES : NO;
    });
  ofCase('isupper', UPPER, [LOWER, TITLE]);
  ofCase('islower', LOWER, [UPPER, TITLE]);

  define('istitle', function istitle() {
    let found = false;
    let inWord = false;
    for (const char of this.v) {
      if (UPPER.test(char) || TITLE.test(char)) {
        if (inWord) return NO;
        found = inWord = true;
      } else if (LOWER.test(char)) {
        if (!inWord) return NO;
      } else inWord = false;
    }
    return found ? YES : NO;
  });
  define('swapcase', function swapcase() {
    if (ASCII.test(this.v))
      return new builtin.str(
        this.v.replace(/[a-z]+|[A-Z]+/g, (letters) => (letters < 'a' ? letters.toLowerCase() : letters.toUpperCase())),
      );
    return new builtin.str(
      [...this.v].map((char) => (UPPER.test(char) ? lower(char) : LOWER.test(char) ? upper(char) : char)).join(''),
    );
  });
  define('title', function title() {
    if (ASCII.test(this.v))
      return new builtin.str(
        this.v.replace(/[A-Za-z]+/g, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()),
      );
    let inWord = false;
    const chars = [...this.v].map((char) => {
      const changed = inWord ? lower(char) : titled(char);
      inWord = UPPER.test(char) || LOWER.test(char) || TITLE.test(char);
      return changed;
    });
    return new builtin.str(chars.join(''));
  });
  define('capitalize', function capitalize() {
    const [first = ''] = this.v;
    return new builtin.str(upper(first) + lowered(this.v.slice(first.length)));
  });
})();
