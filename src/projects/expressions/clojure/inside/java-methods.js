/*
 * Runs inside the sealed interpreter. Methods of Java that programs call on values, by the class of the value. Other
 * methods are refused by name: the interpreter's own method of that name might do something else.
 */
'use strict';
globalThis.javaMethods = (() => {
  const { compile, replace, split, expand } = javaRegex;
  const at = (text, index) => {
    if (!Number.isInteger(index) || index < 0 || index >= text.length)
      throw new Error(`String index out of range: ${index}`);
    return index;
  };
  const range = (text, from, to) => {
    if (from < 0 || to > text.length || from > to) throw new Error(`begin ${from}, end ${to}, length ${text.length}`);
    return text.slice(from, to);
  };
  const needText = (value) => {
    if (typeof value !== 'string')
      throw new Error(value === null || value === undefined ? 'a text is needed, not nil' : 'a text is needed');
    return value;
  };
  const order = (one, other) => {
    const length = Math.min(one.length, other.length);
    for (let i = 0; i < length; i++) if (one[i] !== other[i]) return one.charCodeAt(i) - other.charCodeAt(i);
    return one.length - other.length;
  };
  const hash = (text) => {
    let value = 0;
    for (let i = 0; i < text.length; i++) value = (value * 31 + text.charCodeAt(i)) | 0;
    return value;
  };
  const charText = (value) => (typeof value === 'number' ? String.fromCodePoint(value) : needText(value));

  const TEXT = {
    length: (s) => s.length,
    isEmpty: (s) => s === '',
    isBlank: (s) => s.trim() === '',
    charAt: (s, i) => s[at(s, i)],
    codePointAt: (s, i) => s.codePointAt(at(s, i)),
    substring: (s, from, to = s.length) => range(s, from, to),
    subSequence: (s, from, to) => range(s, from, to),
    indexOf: (s, what, from = 0) => s.indexOf(charText(what), from),
    lastIndexOf: (s, what, from = Infinity) => s.lastIndexOf(charText(what), from),
    contains: (s, what) => s.includes(needText(what)),
    startsWith: (s, what, from = 0) => s.startsWith(needText(what), from),
    endsWith: (s, what) => s.endsWith(needText(what)),
    equals: (s, other) => s === other,
    contentEquals: (s, other) => s === other,
    equalsIgnoreCase: (s, other) =>
      typeof other === 'string' && s.toUpperCase().toLowerCase() === other.toUpperCase().toLowerCase(),
    compareTo: (s, other) => order(s, needText(other)),
    compareToIgnoreCase: (s, other) =>
      order(s.toUpperCase().toLowerCase(), needText(other).toUpperCase().toLowerCase()),
    concat: (s, other) => s + needText(other),
    replace: (s, from, to) => s.split(needText(from)).join(needText(to)),
    replaceAll: (s, regex, to) =>
      replace(s, compile(needText(regex)), (found) => expand(needText(to), found), Infinity),
    replaceFirst: (s, regex, to) => replace(s, compile(needText(regex)), (found) => expand(needText(to), found), 1),
    split: (s, regex, limit = 0) => split(s, compile(needText(regex)), limit),
    matches: (s, regex) => compile(needText(regex)).whole.test(s),
    trim: (s) => s.replace(/^[\x00- ]+|[\x00- ]+$/g, ''),
    strip: (s) => s.trim(),
    stripLeading: (s) => s.trimStart(),
    stripTrailing: (s) => s.trimEnd(),
    toLowerCase: (s) => s.toLowerCase(),
    toUpperCase: (s) => s.toUpperCase(),
    toString: (s) => s,
    intern: (s) => s,
    hashCode: hash,
    repeat: (s, times) => s.repeat(times),
    toCharArray: (s) => s.split(''),
  };
  const NUMBER = {
    intValue: Math.trunc,
    longValue: Math.trunc,
    doubleValue: (n) => n,
    floatValue: (n) => n,
    toString: String,
    equals: (n, other) => n === other,
    compareTo: (n, other) => (n < other ? -1 : n > other ? 1 : 0),
    isNaN: Number.isNaN,
  };
  const BOOLEAN = { toString: String, booleanValue: (b) => b, equals: (b, other) => b === other };
  const ERROR = {
    getMessage: (error) => error.message,
    getLocalizedMessage: (error) => error.message,
    toString: (error) => `${error.name}: ${error.message}`,
  };
  const DATE = {
    toString: String,
    getTime: (date) => date.getTime(),
    getYear: (date) => date.getUTCFullYear(),
    getMonthValue: (date) => date.getUTCMonth() + 1,
    getDayOfMonth: (date) => date.getUTCDate(),
    getHour: (date) => date.getUTCHours(),
    getMinute: (date) => date.getUTCMinutes(),
    getSecond: (date) => date.getUTCSeconds(),
  };
  const REGEX = {
    toString: (regex) => regex.javaSource ?? regex.source,
    pattern: (regex) => regex.javaSource ?? regex.source,
  };

  let COLLECTION = {};

  function tableOf(value) {
    if (typeof value === 'string') return ['java.lang.String', TEXT];
    if (typeof value === 'number') return [Number.isInteger(value) ? 'java.lang.Long' : 'java.lang.Double', NUMBER];
    if (typeof value === 'boolean') return ['java.lang.Boolean', BOOLEAN];
    if (value instanceof Error) return ['java.lang.Exception', ERROR];
    if (value instanceof Date) return ['java.time.OffsetDateTime', DATE];
    if (value instanceof RegExp) return ['java.util.regex.Pattern', REGEX];
    if (value instanceof globalThis.RowThing)
      return [
        value.typeName,
        { getField: (thing, name) => thing.getField(name), toString: (thing) => thing.toString() },
      ];
    return ['this kind of value', COLLECTION];
  }

  /** `(.name value args…)`. */
  function call(name, value, ...args) {
    if (value === null || value === undefined) throw new Error(`Cannot invoke "${name}" because the value is nil`);
    const [className, table] = tableOf(value);
    if (!Object.hasOwn(table, name))
      throw new Error(
        `No matching method ${name} found for ${className}. Available here: ${Object.keys(table).join(', ')}`,
      );
    return table[name](value, ...args);
  }

  const parseWhole = (text, radix = 10) => {
    const digits = radix === 10 ? /^[+-]?\d+$/ : /^[+-]?[0-9a-zA-Z]+$/;
    const value = typeof text === 'string' && digits.test(text) ? parseInt(text, radix) : NaN;
    if (Number.isNaN(value)) throw new Error(`For input string: "${text}"`);
    if (!Number.isSafeInteger(value)) throw new Error(`The number ${text} is too large here`);
    return value;
  };
  const parseInteger = (text, radix) => {
    const value = parseWhole(text, radix);
    if (value > 2147483647 || value < -2147483648) throw new Error(`For input string: "${text}"`);
    return value;
  };
  const parseFloating = (text) => {
    const trimmed = needText(text).trim();
    const found = /^[+-]?(?:NaN|Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)[fFdD]?$/.exec(trimmed);
    if (found === null) throw new Error(trimmed === '' ? 'empty String' : `For input string: "${text}"`);
    return Number(trimmed.replace(/(\d|\.)[fFdD]$/, '$1'));
  };
  const one = (pattern) => (char) => pattern.test(charText(char));
  const characters = {
    isDigit: one(/^\p{Nd}$/u),
    isLetter: one(/^\p{L}$/u),
    isLetterOrDigit: one(/^[\p{L}\p{Nd}]$/u),
    isUpperCase: one(/^\p{Uppercase}$/u),
    isLowerCase: one(/^\p{Lowercase}$/u),
    isWhitespace: one(/^[\t-\r\x1c-\x1f \u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000]$/u),
    isAlphabetic: one(/^\p{Alphabetic}$/u),
    toUpperCase: (char) => charText(char).toUpperCase(),
    toLowerCase: (char) => charText(char).toLowerCase(),
    getNumericValue: (char) => {
      const value = parseInt(charText(char), 36);
      return Number.isNaN(value) ? -1 : value;
    },
    toString: charText,
  };

  /** `format`: %s %d %f %e %x %o %c %b %n %% with flags, width and precision. */
  function format(template, args, shown) {
    let next = 0;
    return template.replace(
      /%(?:(\d+)\$)?([-#+ 0,(]*)(\d+)?(?:\.(\d+))?([a-zA-Z%])/g,
      (all, index, flags, width, precision, kind) => {
        if (kind === 'n') return '\n';
        if (kind === '%') return pad('%', flags, width);
        const position = index === undefined ? next++ : Number(index) - 1;
        if (position >= args.length) throw new Error(`Format specifier '${all}'`);
        return pad(formatted(args[position], kind, flags, precision, shown, all), flags, width);
      },
    );
  }

  function pad(text, flags, width) {
    const size = Number(width ?? 0);
    if (text.length >= size) return text;
    if (flags.includes('-')) return text.padEnd(size);
    if (!flags.includes('0')) return text.padStart(size);
    const sign = /^[-+ (]/.exec(text)?.[0] ?? '';
    return sign + text.slice(sign.length).padStart(size - sign.length, '0');
  }

  function formatted(value, kind, flags, precision, shown, all) {
    const signed = (text, negative) =>
      negative
        ? flags.includes('(')
          ? `(${text})`
          : `-${text}`
        : flags.includes('+')
          ? `+${text}`
          : flags.includes(' ')
            ? ` ${text}`
            : text;
    const grouped = (text) =>
      flags.includes(',') ? text.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ',')) : text;
    const cut = (text) => (precision === undefined ? text : text.slice(0, Number(precision)));
    if (value === null || value === undefined) return cut(kind === 'b' ? 'false' : kind === 'B' ? 'FALSE' : 'null');
    const number = () => {
      if (typeof value !== 'number') throw new Error(`${all}: a number is needed`);
      return value;
    };
    switch (kind) {
      case 's':
        return cut(shown(value));
      case 'S':
        return cut(shown(value)).toUpperCase();
      case 'b':
        return cut(String(value !== false));
      case 'c':
        return charText(value);
      case 'd':
        if (!Number.isInteger(number())) throw new Error(`d != java.lang.Double`);
        return signed(grouped(String(Math.abs(value))), value < 0);
      case 'x':
      case 'X':
      case 'o': {
        if (!Number.isInteger(number())) throw new Error(`${kind} != java.lang.Double`);
        const digits = (value < 0 ? 2n ** 64n + BigInt(value) : BigInt(value)).toString(kind === 'o' ? 8 : 16);
        return kind === 'X' ? digits.toUpperCase() : digits;
      }
      case 'f':
        return Number.isFinite(number())
          ? signed(grouped(rounded(Math.abs(value), Number(precision ?? 6))), value < 0)
          : String(value);
      case 'e':
      case 'E': {
        const text = Math.abs(number())
          .toExponential(Number(precision ?? 6))
          .replace(/e([+-])(\d)$/, 'e$10$2');
        return signed(kind === 'E' ? text.toUpperCase() : text, value < 0);
      }
      default:
        throw new Error(`The format ${all} is not available here`);
    }
  }

  /** Half up by the decimal digits, as Java does. */
  function rounded(value, digits) {
    const [whole, fraction = ''] = plain(value).split('.');
    if (fraction.length <= digits) return digits === 0 ? whole : `${whole}.${fraction.padEnd(digits, '0')}`;
    const kept = BigInt(whole + fraction.slice(0, digits)) + (fraction[digits] >= '5' ? 1n : 0n);
    const text = kept.toString().padStart(digits + 1, '0');
    return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  }

  function plain(value) {
    const [mantissa, exponent] = String(value).split('e');
    if (exponent === undefined) return mantissa;
    const [whole, fraction = ''] = mantissa.split('.');
    const shift = Number(exponent);
    return shift >= 0 ? `${whole}${fraction.padEnd(shift, '0')}` : `0.${'0'.repeat(-shift - 1)}${whole}${fraction}`;
  }

  return {
    call,
    format,
    parseInteger,
    parseWhole,
    parseFloating,
    characters,
    setCollectionMethods: (table) => {
      COLLECTION = table;
    },
  };
})();
