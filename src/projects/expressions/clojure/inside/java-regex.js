/*
 * Runs inside the sealed interpreter. Java's regular expressions as the interpreter's own: equivalent parts are
 * rewritten, and others refused, since they would match something else.
 */
'use strict';
globalThis.javaRegex = (() => {
  const POSIX = {
    Lower: 'a-z',
    Upper: 'A-Z',
    ASCII: '\\x00-\\x7f',
    Alpha: 'A-Za-z',
    Digit: '0-9',
    Alnum: 'A-Za-z0-9',
    Punct: '!-\\/:-@\\[-`{-~',
    Graph: '!-~',
    Print: ' -~',
    Blank: ' \\t',
    Cntrl: '\\x00-\\x1f\\x7f',
    XDigit: '0-9A-Fa-f',
    Space: ' \\t\\n\\x0b\\f\\r',
    javaLowerCase: '\\p{Ll}',
    javaUpperCase: '\\p{Lu}',
    javaLetter: '\\p{L}',
    javaDigit: '\\p{Nd}',
    javaLetterOrDigit: '\\p{L}\\p{Nd}',
  };
  const SETS = {
    d: '0-9',
    w: 'A-Za-z0-9_',
    s: ' \\t\\n\\x0b\\f\\r',
    h: ' \\xa0\\u1680\\u180e\\u2000-\\u200a\\u202f\\u205f\\u3000\\t',
    v: '\\n\\x0b\\f\\r\\x85\\u2028\\u2029',
  };
  const refuse = (what) => {
    throw new Error(`Regular expression: ${what} is not available here`);
  };

  function translate(source) {
    let flags = 'u';
    let out = '';
    let i = 0;
    const leading = /^\(\?([a-zA-Z]+)\)/.exec(source);
    if (leading !== null) {
      i = leading[0].length;
      for (const flag of leading[1]) {
        if (!'imsu'.includes(flag)) refuse(`the flag ${flag}`);
        if (flag !== 'u') flags += flag;
      }
    }
    const literal = (char) => (/[\^$\\.*+?()[\]{}|/]/.test(char) ? `\\${char}` : char);

    const property = (negated) => {
      let name = source[i] === '{' ? source.slice(i + 1, source.indexOf('}', i)) : source[i];
      i += source[i] === '{' ? name.length + 2 : 1;
      if (POSIX[name] !== undefined) return { set: POSIX[name], negated };
      name = name.replace(/^(?:Is|general_category=|gc=)/, '');
      const script = /^(?:script=|sc=)(\w+)$/.exec(name);
      const tries = script !== null ? [`Script=${script[1]}`] : [name, `Script=${name}`];
      for (const each of tries) {
        try {
          new RegExp(`\\p{${each}}`, 'u');
          return { set: `\\${negated ? 'P' : 'p'}{${each}}`, negated: false };
        } catch {
          continue;
        }
      }
      return refuse(`\\p{${name}}`);
    };

    /** After a backslash; within a class or not. */
    const escape = (inClass) => {
      const next = source[i++];
      if (next === undefined) throw new Error('Regular expression: it ends with a backslash');
      const set = (body, negated) =>
        inClass ? (negated ? refuse('a negated set within a class') : body) : `[${negated ? '^' : ''}${body}]`;
      if (SETS[next] !== undefined) return set(SETS[next], false);
      if (SETS[next.toLowerCase()] !== undefined) return set(SETS[next.toLowerCase()], true);
      if (next === 'p' || next === 'P') {
        const found = property(next === 'P');
        return set(found.set, found.negated);
      }
      if (next === 'Q') {
        const end = source.indexOf('\\E', i);
        const quoted = source.slice(i, end < 0 ? undefined : end);
        i = end < 0 ? source.length : end + 2;
        return [...quoted].map((char) => (inClass ? char.replace(/[\^\\[\]\-]/, '\\$&') : literal(char))).join('');
      }
      if (!inClass) {
        if (next === 'A') return '(?<![\\s\\S])';
        if (next === 'z') return '(?![\\s\\S])';
        if (next === 'Z') return '(?=\\n?(?![\\s\\S]))';
        if (next === 'b' || next === 'B') return `\\${next}`;
        if (next === 'R') return '(?:\\r\\n|[\\n\\x0b\\f\\r\\x85\\u2028\\u2029])';
        if (/[1-9]/.test(next)) return `(?:\\${next})`;
        if (next === 'k') return '\\k';
        if (next === 'G' || next === 'X') refuse(`\\${next}`);
      }
      if ('tnrfv'.includes(next)) return `\\${next}`;
      if (next === 'a') return '\\x07';
      if (next === 'e') return '\\x1b';
      if (next === '0') {
        const digits = /^[0-3]?[0-7]{1,2}/.exec(source.slice(i))?.[0] ?? '';
        i += digits.length;
        return `\\x${parseInt(digits, 8).toString(16).padStart(2, '0')}`;
      }
      const numbered =
        next === 'x'
          ? /^(?:\{([0-9a-fA-F]+)\}|([0-9a-fA-F]{2}))/.exec(source.slice(i))
          : next === 'u'
            ? /^([0-9a-fA-F]{4})/.exec(source.slice(i))
            : null;
      if (numbered !== null) {
        i += numbered[0].length;
        return `\\u{${numbered[1] ?? numbered[2]}}`;
      }
      if (/[A-Za-z]/.test(next)) refuse(`\\${next}`);
      return inClass ? (/[\^\\[\]\-]/.test(next) ? `\\${next}` : next) : literal(next);
    };

    const charClass = () => {
      let body = '[';
      if (source[i] === '^') {
        body += '^';
        i++;
      }
      for (let first = true; ; first = false) {
        const next = source[i++];
        if (next === undefined) throw new Error('Regular expression: a class is not closed');
        if (next === ']' && !first) return `${body}]`;
        if (next === ']') body += '\\]';
        else if (next === '[') refuse('a class within a class');
        else if (next === '&' && source[i] === '&') refuse('&& in a class');
        else if (next === '\\') body += escape(true);
        else if (next === '-' && (source[i] === ']' || body === '[' || body === '[^')) body += '\\-';
        else body += next;
      }
    };

    while (i < source.length) {
      const next = source[i++];
      if (next === '\\') out += escape(false);
      else if (next === '[') out += charClass();
      else if (next === '$' && !flags.includes('m')) out += '(?=\\n?(?![\\s\\S]))';
      else if (next === '(' && /^\?[a-zA-Z-]+[:)]/.test(source.slice(i))) refuse('a flag within the expression');
      else if (next === '(' && source.startsWith('?>', i)) refuse('an atomic group');
      else if (next === '{' && !/^\d+(,\d*)?\}/.test(source.slice(i)))
        throw new Error('Regular expression: a brace without a number');
      else if (next === '}' && !/\{\d+(,\d*)?$/.test(out)) out += '\\}';
      else if (next === ']') out += '\\]';
      else if (next === '+' && /[*+?}]$/.test(out) && !/\\[*+?}]$/.test(out) && !out.endsWith('\\}'))
        refuse('a possessive quantifier');
      else out += next;
    }
    return { source: out, flags };
  }

  const made = new Map();
  /** The expression for a text, from the beginning (`g` searches, `y` stays). */
  function compile(source) {
    let found = made.get(source);
    if (found === undefined) {
      const { source: translated, flags } = translate(source);
      found = new RegExp(translated, flags);
      found.javaSource = source;
      found.toString = () => source;
      found.searching = new RegExp(translated, `${flags}g`);
      found.whole = new RegExp(`^(?:${translated})$`, flags.replace('m', ''));
      made.set(source, found);
    }
    return found;
  }

  const asRegex = (value) => (value instanceof RegExp ? value : compile(value));

  function* finds(regex, text) {
    const finder = asRegex(regex).searching;
    for (let position = 0; position <= text.length;) {
      finder.lastIndex = position;
      const found = finder.exec(text);
      if (found === null) return;
      const end = found.index + found[0].length;
      position = found[0] === '' ? end + 1 : end;
      yield found;
    }
  }

  /** Java's form of the new text: `$1`, `${name}`, and a backslash before a literal character. */
  function expand(template, found) {
    let out = '';
    for (let i = 0; i < template.length; i++) {
      const char = template[i];
      if (char === '\\') out += template[++i] ?? '';
      else if (char !== '$') out += char;
      else {
        const named = /^\{(\w+)\}/.exec(template.slice(i + 1));
        const digits = /^\d/.exec(template.slice(i + 1));
        if (named !== null) {
          if (found.groups === undefined || !(named[1] in found.groups))
            throw new Error(`No group with name {${named[1]}}`);
          out += found.groups[named[1]] ?? '';
          i += named[0].length;
        } else if (digits !== null) {
          let number = digits[0];
          if (Number(number) >= found.length) throw new Error(`No group ${number}`);
          while (
            /\d/.test(template[i + 1 + number.length] ?? '') &&
            Number(number + template[i + 1 + number.length]) < found.length
          )
            number += template[i + 1 + number.length];
          out += found[Number(number)] ?? '';
          i += number.length;
        } else throw new Error('Illegal group reference');
      }
    }
    return out;
  }

  /** `make` returns the new text for a match. */
  function replace(text, regex, make, most) {
    let out = '';
    let done = 0;
    let times = 0;
    for (const found of finds(regex, text)) {
      if (times++ >= most) break;
      out += text.slice(done, found.index) + make(found);
      done = found.index + found[0].length;
    }
    return out + text.slice(done);
  }

  function split(text, regex, limit) {
    const pieces = [];
    let done = 0;
    for (const found of finds(regex, text)) {
      if (limit > 0 && pieces.length === limit - 1) break;
      const end = found.index + found[0].length;
      if (end === 0 || (found[0] === '' && found.index >= text.length)) continue;
      pieces.push(text.slice(done, found.index));
      done = end;
    }
    if (pieces.length === 0) return [text];
    pieces.push(text.slice(done));
    if (limit === 0) while (pieces.length > 0 && pieces.at(-1) === '') pieces.pop();
    return pieces;
  }

  return { compile, asRegex, finds, expand, replace, split };
})();
