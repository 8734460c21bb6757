/*
 * Runs inside the sealed interpreter, after python-text.js. Formatting as in Python 2: the operator `%`, the
 * representation of floating numbers, and differences of `format` in Skulpt.
 */
'use strict';
(() => {
  const { builtin, abstr, misceval } = Sk;
  const proto = builtin.str.prototype;
  const MAX_DIGITS = 100;

  /** With `digits` after the point; halves go to the even digit. */
  function fixed(size, digits) {
    if (size >= 1e21) return BigInt(size).toString() + (digits > 0 ? `.${'0'.repeat(digits)}` : '');
    const places = Math.min(digits, MAX_DIGITS);
    const rounded = size.toFixed(places);
    const exact = size.toFixed(MAX_DIGITS);
    const cut = exact.indexOf('.') + 1 + places;
    if (!/^50*$/.test(exact.slice(cut))) return rounded;
    const below = exact.slice(0, places === 0 ? cut - 1 : cut);
    return /[02468]$/.test(below) ? below : rounded;
  }

  const twoDigits = (text) => text.replace(/e([+-])(\d)$/, 'e$10$2');
  const exponential = (size, digits) => twoDigits(size.toExponential(Math.min(digits, MAX_DIGITS)));

  function general(size, precision, keepZeros) {
    const digits = Math.max(1, Math.min(precision, MAX_DIGITS));
    if (size === 0) return keepZeros && digits > 1 ? `0.${'0'.repeat(digits - 1)}` : '0';
    const exponent = Number(size.toExponential(digits - 1).split('e')[1]);
    const text =
      exponent < -4 || exponent >= digits
        ? exponential(size, digits - 1)
        : size.toFixed(Math.min(MAX_DIGITS, digits - 1 - exponent));
    return keepZeros ? text : text.replace(/(\.\d*?)0+(?=e|$)/, '$1').replace(/\.(?=e|$)/, '');
  }

  const special = (value) => (Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf');

  /** The shortest digits that read back the same, for `repr`. */
  function floatRepr(value) {
    if (!Number.isFinite(value)) return special(value);
    if (Object.is(value, -0)) return '-0.0';
    const exponent = value === 0 ? 0 : Number(value.toExponential().split('e')[1]);
    if (exponent < -4 || exponent >= 16) return twoDigits(value.toExponential());
    const plain = Math.abs(value) < 1e-6 ? value.toFixed(20).replace(/0+$/, '') : String(value);
    return /[.]/.test(plain) ? plain : `${plain}.0`;
  }
  builtin.float_.prototype.$r = function $r() {
    return new builtin.str(floatRepr(this.v));
  };

  /** Twelve digits, for `str`. */
  builtin.float_.prototype.tp$str = function tp$str() {
    if (!Number.isFinite(this.v)) return new builtin.str(special(this.v));
    const text = general(Math.abs(this.v), 12, false);
    return new builtin.str((this.v < 0 || Object.is(this.v, -0) ? '-' : '') + (/[.e]/.test(text) ? text : `${text}.0`));
  };

  const PLACE = /%(?:\(([^)]*)\))?([-#0 +]*)(\*|\d+)?(?:\.(\*|\d+)?)?[hlL]?([\s\S])?/g;

  function filled(template, given) {
    const isTuple = given instanceof builtin.tuple;
    const isMapping = !isTuple && !(given instanceof builtin.str) && given.mp$subscript !== undefined;
    const values = isTuple ? given.v : [given];
    let used = 0;
    const next = () => {
      if (used >= values.length) throw new builtin.TypeError('not enough arguments for format string');
      return values[used++];
    };
    const out = template.replace(PLACE, (all, name, flags, width, precision, kind, at) => {
      const size = width === '*' ? misceval.asIndexSized(next()) : Number(width ?? 0);
      const exact =
        precision === '*'
          ? misceval.asIndexSized(next())
          : precision === undefined
            ? /\.[hlL]?[\s\S]?$/.test(all) && all.includes('.')
              ? 0
              : undefined
            : Number(precision);
      if (kind === undefined) throw new builtin.ValueError('incomplete format');
      if (kind === '%') return '%';
      if (!'diuoxXeEfFgGcrs'.includes(kind))
        throw new builtin.ValueError(
          `unsupported format character '${kind}' (0x${kind.charCodeAt(0).toString(16)}) at index ${at + all.length - 1}`,
        );
      if (name !== undefined && !isMapping) throw new builtin.TypeError('format requires a mapping');
      const value = name === undefined ? next() : given.mp$subscript(new builtin.str(name), false);
      return padded(written(value, kind, flags, exact), flags, size < 0 ? -size : size, size < 0, 'rsc'.includes(kind));
    });
    if (used < values.length && !isMapping)
      throw new builtin.TypeError('not all arguments converted during string formatting');
    return out;
  }

  function padded(text, flags, width, toLeft, plain) {
    const length = [...text].length;
    if (length >= width) return text;
    const blanks = width - length;
    if (toLeft || flags.includes('-')) return text + ' '.repeat(blanks);
    if (plain || !flags.includes('0') || /n/i.test(text)) return ' '.repeat(blanks) + text;
    const head = /^[-+ ]?(?:0[xX])?/.exec(text)[0];
    return head + '0'.repeat(blanks) + text.slice(head.length);
  }

  function written(value, kind, flags, precision) {
    const signed = (text, negative) =>
      negative ? `-${text}` : flags.includes('+') ? `+${text}` : flags.includes(' ') ? ` ${text}` : text;
    switch (kind) {
      case 's':
      case 'r': {
        const text = kind === 's' ? new builtin.str(value) : misceval.objectRepr(value);
        const shown = typeof text === 'string' ? text : text.v;
        return precision === undefined ? shown : [...shown].slice(0, precision).join('');
      }
      case 'c':
        if (value instanceof builtin.str) {
          if ([...value.v].length !== 1) throw new builtin.TypeError('%c requires int or char');
          return value.v;
        }
        return String.fromCodePoint(misceval.asIndexSized(value));
      case 'd':
      case 'i':
      case 'u':
      case 'o':
      case 'x':
      case 'X': {
        if (!(value instanceof builtin.int_) && !(value instanceof builtin.float_))
          throw new builtin.TypeError(`%${kind} format: a number is required, not ${abstr.typeName(value)}`);
        if (value instanceof builtin.float_ && !Number.isFinite(value.v))
          throw new builtin.ValueError(`cannot convert float ${special(value.v)} to integer`);
        const whole = value instanceof builtin.float_ ? BigInt(Math.trunc(value.v)) : BigInt(value.v.toString());
        const size = whole < 0n ? -whole : whole;
        const base = kind === 'o' ? 8 : kind === 'x' || kind === 'X' ? 16 : 10;
        let digits = size.toString(base);
        if (precision !== undefined) digits = digits.padStart(precision, '0');
        if (flags.includes('#') && base !== 10) digits = (base === 8 ? '0' : '0x') + digits;
        return signed(kind === 'X' ? digits.toUpperCase() : digits, whole < 0n);
      }
      default: {
        const number =
          value instanceof builtin.float_
            ? value.v
            : value instanceof builtin.int_
              ? Number(value.v.toString())
              : undefined;
        if (number === undefined) throw new builtin.TypeError('float argument required, not ' + abstr.typeName(value));
        const upper = (text) => (kind === kind.toUpperCase() ? text.toUpperCase() : text);
        if (!Number.isFinite(number)) return upper(signed(special(number).replace('-', ''), number < 0));
        const size = Math.abs(number);
        const digits = precision ?? 6;
        const lower = kind.toLowerCase();
        const text =
          lower === 'f'
            ? fixed(size, digits)
            : lower === 'e'
              ? exponential(size, digits)
              : general(size, digits, flags.includes('#'));
        return upper(signed(text, number < 0 || Object.is(number, -0)));
      }
    }
  }

  proto.nb$remainder = function nb$remainder(given) {
    return new builtin.str(filled(this.v, given));
  };

  const method = (name, definition) => {
    definition.$name = name;
    proto[name] = new builtin.method_descriptor(builtin.str, definition);
  };
  const format = proto.format;
  method('format', {
    $meth(args, kwargs) {
      if (args.length === 0 && (kwargs === undefined || kwargs.length === 0)) {
        if (/\{(?!\{)/.test(this.v.replace(/\{\{/g, ''))) throw new builtin.IndexError('tuple index out of range');
        return new builtin.str(this.v.replace(/\{\{/g, '{').replace(/\}\}/g, '}'));
      }
      return format.tp$call([this, ...args], kwargs);
    },
    $flags: { FastCall: true },
  });
})();
