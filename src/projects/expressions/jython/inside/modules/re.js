/* `re` of Python 2.7 over the interpreter's own regular expressions. */
globalThis.pythonModule = function () {
  const { builtin, abstr, misceval } = Sk;
  const NONE = builtin.none.none$;
  const FLAGS = { I: 2, L: 4, M: 8, S: 16, U: 32, X: 64 };
  const INLINE = { i: 2, L: 4, m: 8, s: 16, u: 32, x: 64 };
  const mod = {};
  const text = (value) => new builtin.str(value);
  const whole = (value) => new builtin.int_(value);

  const error = misceval.buildClass(mod, function () {}, 'error', [builtin.Exception]);
  mod.error = error;
  const fail = (message) => {
    throw misceval.callsimArray(error, [text(message)]);
  };

  // ---- from a Python pattern to one of the interpreter ----

  const LITERAL = /[\^$\\.*+?()[\]{}|/]/;
  const literal = (char) => (LITERAL.test(char) ? `\\${char}` : char);
  const inClass = (char) => (/[\^\\[\]\-]/.test(char) ? `\\${char}` : char);
  const SETS = {
    ascii: { d: '0-9', w: 'A-Za-z0-9_', s: ' \\t\\n\\r\\f\\v' },
    unicode: { d: '\\p{Nd}', w: '\\p{L}\\p{N}_', s: '\\s\\x1c-\\x1f\\x85' },
  };
  const CONTROL = { a: '\x07', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

  function translate(pattern, flags) {
    const chars = [...pattern];
    for (const found of pattern
      .replace(/\\[\s\S]|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]/g, '  ')
      .matchAll(/\(\?([iLmsux]+)\)/g))
      for (const letter of found[1]) flags |= INLINE[letter];
    const sets = flags & FLAGS.U ? SETS.unicode : SETS.ascii;
    // Without UNICODE only ASCII letters have a case. Only the interpreter compares a back reference without case.
    const native = (flags & FLAGS.I) !== 0 && ((flags & FLAGS.U) !== 0 || /\\[1-9]|\(\?P=/.test(pattern));
    const expand = (flags & FLAGS.I) !== 0 && !native;
    const names = new Map();
    const open = [];
    let groups = 0;
    let i = 0;
    let out = '';
    let atom = false;

    const char = (value) => {
      if (expand && /^[A-Za-z]$/.test(value)) return `[${value.toLowerCase()}${value.toUpperCase()}]`;
      return literal(value);
    };
    const hex = (digits) => {
      const found = chars.slice(i, i + digits).join('');
      if (!new RegExp(`^[0-9a-fA-F]{${digits}}$`).test(found)) fail(`bogus escape: '\\\\x${found}'`);
      i += digits;
      return String.fromCodePoint(parseInt(found, 16));
    };
    const octal = (first, most) => {
      let digits = first;
      while (digits.length < most && /[0-7]/.test(chars[i] ?? '')) digits += chars[i++];
      return String.fromCodePoint(parseInt(digits, 8) & 0xff);
    };

    /** One escape within a class: a set of the language, or one character. */
    const classEscape = () => {
      const next = chars[i++];
      if (next === undefined) fail('bogus escape (end of line)');
      if (sets[next] !== undefined) return { set: sets[next] };
      if (next === 'D') return { set: flags & FLAGS.U ? '\\P{Nd}' : '\\x00-/:-\\u{10ffff}' };
      if (next === 'W') return { negated: sets.w };
      if (next === 'S') return { set: flags & FLAGS.U ? '\\S' : '\\x00-\\x08\\x0e-\\x1f!-\\u{10ffff}' };
      if (next === 'b') return { char: '\b' };
      if (CONTROL[next] !== undefined) return { char: CONTROL[next] };
      if (next === 'x') return { char: hex(2) };
      if (/[0-7]/.test(next)) return { char: octal(next, 3) };
      return { char: next };
    };

    const charClass = () => {
      let body = '';
      let apart = '';
      const negated = chars[i] === '^';
      if (negated) i++;
      for (let first = true; ; first = false) {
        const next = chars[i++];
        if (next === undefined) fail('unexpected end of regular expression');
        if (next === ']' && !first) break;
        const from = next === '\\' ? classEscape() : { char: next };
        if (from.set !== undefined) body += from.set;
        else if (from.negated !== undefined) apart += `|[^${from.negated}]`;
        else if (chars[i] === '-' && chars[i + 1] !== ']' && chars[i + 1] !== undefined) {
          i++;
          const upper = chars[i++];
          const to = upper === '\\' ? classEscape() : { char: upper };
          if (to.char === undefined) fail('bad character range');
          if (to.char.codePointAt(0) < from.char.codePointAt(0)) fail('bad character range');
          body += `${inClass(from.char)}-${inClass(to.char)}`;
          if (expand) body += otherCase(from.char.codePointAt(0), to.char.codePointAt(0));
        } else {
          body += inClass(from.char);
          if (expand && /[A-Za-z]/.test(from.char))
            body += from.char === from.char.toLowerCase() ? from.char.toUpperCase() : from.char.toLowerCase();
        }
      }
      const inner = body === '' ? apart.slice(1) : `[${body}]${apart}`;
      return negated ? `(?:(?!${inner})[\\s\\S])` : apart === '' ? inner : `(?:${inner})`;
    };

    const otherCase = (from, to) => {
      let other = '';
      for (const [low, high, shift] of [
        [65, 90, 32],
        [97, 122, -32],
      ]) {
        const start = Math.max(from, low);
        const end = Math.min(to, high);
        if (start <= end) other += `${String.fromCodePoint(start + shift)}-${String.fromCodePoint(end + shift)}`;
      }
      return other;
    };

    const reference = (number) => {
      if (number > groups || open.includes(number)) fail('bogus group reference');
      return `(?:\\${number})`;
    };

    const word = flags & FLAGS.U ? `[${SETS.unicode.w}]` : `[${SETS.ascii.w}]`;
    const BOUNDARY = `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`;

    const escape = () => {
      const next = chars[i++];
      if (next === undefined) fail('bogus escape (end of line)');
      if (sets[next] !== undefined) return `[${sets[next]}]`;
      if ('DWS'.includes(next)) return `[^${sets[next.toLowerCase()]}]`;
      if (next === 'A') return '(?<![\\s\\S])';
      if (next === 'Z') return '(?![\\s\\S])';
      if (next === 'b') return BOUNDARY;
      if (next === 'B') return `(?!${BOUNDARY})`;
      if (CONTROL[next] !== undefined) return literal(CONTROL[next]);
      if (next === 'x') return char(hex(2));
      if (next === '0') return char(octal('0', 3));
      if (/[1-9]/.test(next)) {
        if (/[0-7]/.test(next) && /[0-7]/.test(chars[i] ?? '') && /[0-7]/.test(chars[i + 1] ?? ''))
          return char(octal(next, 3));
        const digits = /[0-9]/.test(chars[i] ?? '') ? next + chars[i++] : next;
        return reference(Number(digits));
      }
      return char(next);
    };

    const groupStart = () => {
      if (chars[i] !== '?') {
        open.push(++groups);
        return '(';
      }
      const rest = chars.slice(i, i + 4).join('');
      if (rest.startsWith('?P<')) {
        const end = chars.indexOf('>', i);
        const name = chars.slice(i + 3, end).join('');
        if (end < 0) fail('unterminated name');
        if (!/^[A-Za-z_]\w*$/.test(name)) fail('bad character in group name');
        if (names.has(name))
          fail(`redefinition of group name '${name}' as group ${groups + 1}; was group ${names.get(name)}`);
        i = end + 1;
        open.push(++groups);
        names.set(name, groups);
        return '(';
      }
      for (const kind of ['?<=', '?<!', '?:', '?=', '?!'])
        if (rest.startsWith(kind)) {
          i += kind.length;
          open.push(0);
          return `(${kind}`;
        }
      if (rest.startsWith('?(')) fail('conditional groups, (?(…)…|…), are not available here');
      return fail('unknown extension');
    };

    while (i < chars.length) {
      const next = chars[i++];
      if (flags & FLAGS.X) {
        if (/[ \t\n\r\f\v]/.test(next)) continue;
        if (next === '#') {
          while (i < chars.length && chars[i] !== '\n') i++;
          continue;
        }
      }
      if (next === '(') {
        const inline = /^\?([iLmsux]+)\)/.exec(chars.slice(i, i + 10).join(''));
        if (inline !== null) {
          i += inline[0].length;
        } else if (chars[i] === '?' && chars[i + 1] === '#') {
          while (i < chars.length && chars[i] !== ')') i++;
          if (i++ >= chars.length) fail('unbalanced parenthesis');
        } else if (chars.slice(i, i + 3).join('') === '?P=') {
          const end = chars.indexOf(')', i);
          const name = chars.slice(i + 3, end).join('');
          if (!names.has(name)) fail(`unknown group name: '${name}'`);
          i = end + 1;
          out += reference(names.get(name));
          atom = true;
        } else {
          out += groupStart();
          atom = false;
        }
      } else if (next === ')') {
        if (open.length === 0) fail('unbalanced parenthesis');
        open.pop();
        out += ')';
        atom = true;
      } else if (
        '*+?'.includes(next) ||
        (next === '{' && /^(\d+(,\d*)?|,\d*)\}/.test(chars.slice(i, i + 30).join('')))
      ) {
        if (!atom) fail(out.endsWith('}') || /[*+?]$/.test(out) ? 'multiple repeat' : 'nothing to repeat');
        let quantifier = next;
        if (next === '{') {
          const end = chars.indexOf('}', i);
          const [low, high] = chars.slice(i, end).join('').split(',');
          i = end + 1;
          if (high !== undefined && high !== '' && Number(high) < Number(low || 0)) fail('bad repeat interval');
          quantifier = high === undefined ? `{${low}}` : `{${low || 0},${high}}`;
        }
        if (chars[i] === '?') {
          i++;
          quantifier += '?';
        }
        out += quantifier;
        atom = false;
      } else {
        atom = true;
        if (next === '\\') out += escape();
        else if (next === '[') out += charClass();
        else if (next === '.') out += flags & FLAGS.S ? '[\\s\\S]' : '[^\\n]';
        else if (next === '^') out += flags & FLAGS.M ? '(?:(?<![\\s\\S])|(?<=\\n))' : '(?<![\\s\\S])';
        else if (next === '$') out += flags & FLAGS.M ? '(?=\\n|(?![\\s\\S]))' : '(?=\\n?(?![\\s\\S]))';
        else if (next === '|') {
          out += '|';
          atom = false;
        } else out += char(next);
      }
    }
    if (open.length > 0) fail('unbalanced parenthesis');
    return { source: out, letters: native ? 'iu' : 'u', groups, names, flags };
  }

  // ---- positions: Python counts code points ----

  const ASTRAL = /[\ud800-\udbff]/;
  const toUnits = (string, position) =>
    ASTRAL.test(string) ? [...string].slice(0, position).join('').length : position;
  const toPoints = (string, position) =>
    position < 0 || !ASTRAL.test(string) ? position : [...string.slice(0, position)].length;

  const stringOf = (value) => {
    if (!(value instanceof builtin.str)) throw new builtin.TypeError('expected string or buffer');
    return value.v;
  };
  const intOf = (value, otherwise) =>
    value === undefined || value === NONE ? otherwise : misceval.asIndexSized(value);

  // ---- matches ----

  const Match = abstr.buildNativeClass('SRE_Match', {
    constructor: function SRE_Match(pattern, string, found, from, to) {
      this.pattern = pattern;
      this.string = string;
      this.found = found;
      this.from = from;
      this.to = to;
      this.spans = undefined;
    },
    slots: { tp$getattr: Sk.generic.getAttr },
    getsets: {
      re: {
        $get() {
          return this.pattern;
        },
      },
      string: {
        $get() {
          return text(this.string);
        },
      },
      pos: {
        $get() {
          return whole(toPoints(this.string, this.from));
        },
      },
      endpos: {
        $get() {
          return whole(toPoints(this.string, this.to));
        },
      },
      lastindex: {
        $get() {
          const last = lastGroup(this);
          return last === 0 ? NONE : whole(last);
        },
      },
      lastgroup: {
        $get() {
          const last = lastGroup(this);
          const name = [...this.pattern.made.names].find(([, number]) => number === last);
          return name === undefined ? NONE : text(name[0]);
        },
      },
    },
    methods: {
      group: {
        $meth(args) {
          const got = (args.length === 0 ? [whole(0)] : args).map((key) => groupText(this, groupNumber(this, key)));
          return got.length === 1 ? got[0] : new builtin.tuple(got);
        },
        $flags: { FastCall: true, NoKwargs: true },
      },
      groups: {
        $meth(otherwise) {
          return new builtin.tuple(this.found.slice(1).map((group) => (group === undefined ? otherwise : text(group))));
        },
        $flags: { NamedArgs: ['default'], Defaults: [NONE] },
      },
      groupdict: {
        $meth(otherwise) {
          const { names } = this.pattern.made;
          return new builtin.dict(
            [...names].flatMap(([name, number]) => [
              text(name),
              this.found[number] === undefined ? otherwise : text(this.found[number]),
            ]),
          );
        },
        $flags: { NamedArgs: ['default'], Defaults: [NONE] },
      },
      start: {
        $meth(key) {
          return whole(span(this, groupNumber(this, key))[0]);
        },
        $flags: { NamedArgs: [null], Defaults: [whole(0)] },
      },
      end: {
        $meth(key) {
          return whole(span(this, groupNumber(this, key))[1]);
        },
        $flags: { NamedArgs: [null], Defaults: [whole(0)] },
      },
      span: {
        $meth(key) {
          return new builtin.tuple(span(this, groupNumber(this, key)).map(whole));
        },
        $flags: { NamedArgs: [null], Defaults: [whole(0)] },
      },
      expand: {
        $meth(template) {
          return text(expandTemplate(parseTemplate(stringOf(template), this.pattern.made), this.found));
        },
        $flags: { OneArg: true },
      },
    },
  });

  function lastGroup(match) {
    let last = 0;
    let end = -1;
    for (let number = 1; number < match.found.length; number++) {
      if (match.found[number] === undefined) continue;
      const spanEnd = span(match, number)[1];
      if (spanEnd > end) {
        end = spanEnd;
        last = number;
      }
    }
    return last;
  }

  function groupNumber(match, key) {
    if (key instanceof builtin.str) {
      const number = match.pattern.made.names.get(key.v);
      if (number === undefined) throw new builtin.IndexError('no such group');
      return number;
    }
    const number = misceval.isIndex(key) ? misceval.asIndexSized(key) : -1;
    if (number < 0 || number >= match.found.length) throw new builtin.IndexError('no such group');
    return number;
  }

  function groupText(match, number) {
    const group = match.found[number];
    return group === undefined ? NONE : text(group);
  }

  function span(match, number) {
    if (number === 0) {
      const start = match.found.index;
      return [toPoints(match.string, start), toPoints(match.string, start + match.found[0].length)];
    }
    if (match.spans === undefined) {
      const finder = new RegExp(match.pattern.made.source, `${match.pattern.made.letters}yd`);
      finder.lastIndex = match.found.index;
      match.spans = finder.exec(match.string.slice(0, match.to))?.indices ?? [];
    }
    const found = match.spans[number];
    return found === undefined ? [-1, -1] : found.map((position) => toPoints(match.string, position));
  }

  // ---- templates of sub ----

  function parseTemplate(template, made) {
    const parts = [];
    const add = (part) => {
      if (typeof part === 'string' && typeof parts.at(-1) === 'string') parts[parts.length - 1] += part;
      else parts.push(part);
    };
    for (let i = 0; i < template.length; i++) {
      if (template[i] !== '\\') {
        add(template[i]);
        continue;
      }
      const next = template[++i];
      if (next === undefined) fail('bogus escape (end of line)');
      if (next === 'g') {
        const named = /^<([^>]*)>/.exec(template.slice(i + 1));
        if (named === null) fail('missing group name');
        const name = named[1];
        i += named[0].length;
        if (/^\d+$/.test(name)) add(groupIn(Number(name), made));
        else if (!/^[A-Za-z_]\w*$/.test(name)) fail(name === '' ? 'missing group name' : 'bad character in group name');
        else if (!made.names.has(name)) throw new builtin.IndexError(`unknown group name: '${name}'`);
        else add(made.names.get(name));
      } else if (next === '0') {
        let digits = '0';
        while (digits.length < 3 && /[0-7]/.test(template[i + 1] ?? '')) digits += template[++i];
        add(String.fromCodePoint(parseInt(digits, 8) & 0xff));
      } else if (/[1-9]/.test(next)) {
        const three = /^[0-3][0-7]{2}/.exec(template.slice(i));
        if (three !== null) {
          i += 2;
          add(String.fromCodePoint(parseInt(three[0], 8)));
        } else add(groupIn(Number(/[0-9]/.test(template[i + 1] ?? '') ? next + template[++i] : next), made));
      } else if (next === 'b') add('\b');
      else if (CONTROL[next] !== undefined) add(CONTROL[next]);
      else if (next === '\\') add('\\');
      else add(`\\${next}`);
    }
    return parts;
  }

  function groupIn(number, made) {
    if (number > made.groups) fail('invalid group reference');
    return number;
  }

  function expandTemplate(parts, found) {
    return parts
      .map((part) => {
        if (typeof part === 'string') return part;
        if (found[part] === undefined) return fail('unmatched group');
        return found[part];
      })
      .join('');
  }

  // ---- patterns ----

  const bounds = (string, pos, endpos) => {
    const to = endpos === undefined || endpos === NONE ? string.length : toUnits(string, Math.max(0, intOf(endpos, 0)));
    return [toUnits(string, Math.max(0, intOf(pos, 0))), Math.min(to, string.length)];
  };

  function* finds(pattern, string, from, to) {
    const finder = pattern.finder;
    const searched = to < string.length ? string.slice(0, to) : string;
    let position = from;
    while (position <= searched.length) {
      finder.lastIndex = position;
      const found = finder.exec(searched);
      if (found === null) return;
      const end = found.index + found[0].length;
      position = found[0] === '' ? end + (searched.codePointAt(end) > 0xffff ? 2 : 1) : end;
      yield found;
    }
  }

  const findOne = (pattern, finder, value, pos, endpos) => {
    const string = stringOf(value);
    const [from, to] = bounds(string, pos, endpos);
    if (from > to) return NONE;
    finder.lastIndex = from;
    const found = finder.exec(to < string.length ? string.slice(0, to) : string);
    return found === null ? NONE : new Match(pattern, string, found, from, to);
  };

  const shown = (found) => {
    if (found.length === 1) return text(found[0]);
    if (found.length === 2) return text(found[1] ?? '');
    return new builtin.tuple(found.slice(1).map((group) => text(group ?? '')));
  };

  function substitute(pattern, replacement, value, count) {
    const string = stringOf(value);
    const most = intOf(count, 0) || Infinity;
    const callable = builtin.checkCallable(replacement);
    const parts = callable ? undefined : parseTemplate(stringOf(replacement), pattern.made);
    let out = '';
    let done = 0;
    let times = 0;
    for (const found of finds(pattern, string, 0, string.length)) {
      if (times >= most) break;
      const end = found.index + found[0].length;
      if (found[0] === '' && found.index === done && times > 0) continue;
      out += string.slice(done, found.index);
      if (callable) {
        const given = misceval.callsimArray(replacement, [new Match(pattern, string, found, 0, string.length)]);
        out += given === NONE ? '' : stringOf(given);
      } else out += expandTemplate(parts, found);
      done = end;
      times++;
    }
    return [text(out + string.slice(done)), times];
  }

  const SPAN_ARGS = { NamedArgs: ['string', 'pos', 'endpos'], Defaults: [NONE, NONE] };
  const Pattern = abstr.buildNativeClass('SRE_Pattern', {
    constructor: function SRE_Pattern(pattern, made) {
      this.source = pattern;
      this.made = made;
      this.finder = new RegExp(made.source, `${made.letters}g`);
      this.sticky = new RegExp(made.source, `${made.letters}y`);
    },
    slots: { tp$getattr: Sk.generic.getAttr },
    getsets: {
      pattern: {
        $get() {
          return text(this.source);
        },
      },
      flags: {
        $get() {
          return whole(this.made.flags);
        },
      },
      groups: {
        $get() {
          return whole(this.made.groups);
        },
      },
      groupindex: {
        $get() {
          return new builtin.dict([...this.made.names].flatMap(([name, number]) => [text(name), whole(number)]));
        },
      },
    },
    methods: {
      match: {
        $meth(string, pos, endpos) {
          return findOne(this, this.sticky, string, pos, endpos);
        },
        $flags: SPAN_ARGS,
      },
      search: {
        $meth(string, pos, endpos) {
          return findOne(this, this.finder, string, pos, endpos);
        },
        $flags: SPAN_ARGS,
      },
      findall: {
        $meth(value, pos, endpos) {
          const string = stringOf(value);
          return new builtin.list([...finds(this, string, ...bounds(string, pos, endpos))].map(shown));
        },
        $flags: SPAN_ARGS,
      },
      finditer: {
        $meth(value, pos, endpos) {
          const string = stringOf(value);
          const [from, to] = bounds(string, pos, endpos);
          return new builtin.list(
            [...finds(this, string, from, to)].map((found) => new Match(this, string, found, from, to)),
          ).tp$iter();
        },
        $flags: SPAN_ARGS,
      },
      split: {
        $meth(value, maxsplit) {
          const string = stringOf(value);
          const most = intOf(maxsplit, 0) || Infinity;
          const pieces = [];
          let done = 0;
          let times = 0;
          for (const found of finds(this, string, 0, string.length)) {
            if (times >= most) break;
            if (found[0] === '') continue;
            pieces.push(
              text(string.slice(done, found.index)),
              ...found.slice(1).map((group) => (group === undefined ? NONE : text(group))),
            );
            done = found.index + found[0].length;
            times++;
          }
          pieces.push(text(string.slice(done)));
          return new builtin.list(pieces);
        },
        $flags: { NamedArgs: ['string', 'maxsplit'], Defaults: [whole(0)] },
      },
      sub: {
        $meth(replacement, string, count) {
          return substitute(this, replacement, string, count)[0];
        },
        $flags: { NamedArgs: ['repl', 'string', 'count'], Defaults: [whole(0)] },
      },
      subn: {
        $meth(replacement, string, count) {
          const [result, times] = substitute(this, replacement, string, count);
          return new builtin.tuple([result, whole(times)]);
        },
        $flags: { NamedArgs: ['repl', 'string', 'count'], Defaults: [whole(0)] },
      },
    },
  });

  const compiled = new Map();
  function compile(pattern, flags) {
    if (pattern instanceof Pattern) {
      if (intOf(flags, 0) !== 0) throw new builtin.ValueError('Cannot process flags argument with a compiled pattern');
      return pattern;
    }
    if (!(pattern instanceof builtin.str))
      throw new builtin.TypeError('first argument must be string or compiled pattern');
    const bits = intOf(flags, 0);
    const key = `${bits}:${pattern.v}`;
    let found = compiled.get(key);
    if (found === undefined) {
      const made = translate(pattern.v, bits);
      try {
        found = new Pattern(pattern.v, made);
      } catch (refused) {
        if (refused instanceof SyntaxError) fail(`the pattern cannot be read: ${refused.message}`);
        throw refused;
      }
      if (compiled.size > 200) compiled.clear();
      compiled.set(key, found);
    }
    return found;
  }

  const ZERO = whole(0);
  const method = (name, pattern, flags, ...args) =>
    Pattern.prototype[name].d$def.$meth.apply(compile(pattern, flags), args);
  abstr.setUpModuleMethods('re', mod, {
    compile: { $meth: compile, $flags: { NamedArgs: ['pattern', 'flags'], Defaults: [ZERO] } },
    match: {
      $meth: (pattern, string, flags) => method('match', pattern, flags, string),
      $flags: { NamedArgs: ['pattern', 'string', 'flags'], Defaults: [ZERO] },
    },
    search: {
      $meth: (pattern, string, flags) => method('search', pattern, flags, string),
      $flags: { NamedArgs: ['pattern', 'string', 'flags'], Defaults: [ZERO] },
    },
    findall: {
      $meth: (pattern, string, flags) => method('findall', pattern, flags, string),
      $flags: { NamedArgs: ['pattern', 'string', 'flags'], Defaults: [ZERO] },
    },
    finditer: {
      $meth: (pattern, string, flags) => method('finditer', pattern, flags, string),
      $flags: { NamedArgs: ['pattern', 'string', 'flags'], Defaults: [ZERO] },
    },
    split: {
      $meth: (pattern, string, maxsplit, flags) => method('split', pattern, flags, string, maxsplit),
      $flags: { NamedArgs: ['pattern', 'string', 'maxsplit', 'flags'], Defaults: [ZERO, ZERO] },
    },
    sub: {
      $meth: (pattern, replacement, string, count, flags) => method('sub', pattern, flags, replacement, string, count),
      $flags: { NamedArgs: ['pattern', 'repl', 'string', 'count', 'flags'], Defaults: [ZERO, ZERO] },
    },
    subn: {
      $meth: (pattern, replacement, string, count, flags) => method('subn', pattern, flags, replacement, string, count),
      $flags: { NamedArgs: ['pattern', 'repl', 'string', 'count', 'flags'], Defaults: [ZERO, ZERO] },
    },
    escape: {
      $meth: (value) =>
        text(stringOf(value).replace(/[^A-Za-z0-9]/gu, (found) => (found === '\0' ? '\\000' : `\\${found}`))),
      $flags: { OneArg: true },
    },
    purge: { $meth: () => NONE, $flags: { NoArgs: true } },
  });
  for (const [name, value] of Object.entries(FLAGS)) mod[name] = whole(value);
  for (const [long, short] of [
    ['IGNORECASE', 'I'],
    ['LOCALE', 'L'],
    ['MULTILINE', 'M'],
    ['DOTALL', 'S'],
    ['UNICODE', 'U'],
    ['VERBOSE', 'X'],
  ])
    mod[long] = mod[short];
  return mod;
};
