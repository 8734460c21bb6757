/* `json` of Python 2.7, without the functions on files. */
globalThis.pythonModule = function () {
  const { builtin, abstr, misceval } = Sk;
  const NONE = builtin.none.none$;
  const mod = {};
  const text = (value) => new builtin.str(value);

  // ---- reading ----

  function reader(source, hooks) {
    let i = 0;
    const fail = (message, at = i) => {
      const before = source.slice(0, at).split('\n');
      throw new builtin.ValueError(`${message}: line ${before.length} column ${before.at(-1).length + 1} (char ${at})`);
    };
    const skip = () => {
      while (/[ \t\n\r]/.test(source[i] ?? '')) i++;
    };
    const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?/y;
    const WORDS = [
      ['null', () => NONE],
      ['true', () => builtin.bool.true$],
      ['false', () => builtin.bool.false$],
      ['NaN', () => new builtin.float_(NaN)],
      ['Infinity', () => new builtin.float_(Infinity)],
      ['-Infinity', () => new builtin.float_(-Infinity)],
    ];

    function value() {
      if (source[i] === '"') return text(string());
      if (source[i] === '{') return object();
      if (source[i] === '[') return array();
      for (const [word, make] of WORDS)
        if (source.startsWith(word, i)) {
          i += word.length;
          return make();
        }
      NUMBER.lastIndex = i;
      const found = NUMBER.exec(source);
      if (found === null) throw new builtin.ValueError('No JSON object could be decoded');
      i += found[0].length;
      if (found[1] === undefined && found[2] === undefined)
        return hooks.parse_int
          ? misceval.callsimArray(hooks.parse_int, [text(found[0])])
          : new builtin.int_(
              Number.isSafeInteger(Number(found[0]))
                ? Number(found[0])
                : builtin.int_.prototype.tp$new.call(builtin.int_.prototype, [text(found[0])]).v,
            );
      return hooks.parse_float
        ? misceval.callsimArray(hooks.parse_float, [text(found[0])])
        : new builtin.float_(Number(found[0]));
    }

    function string() {
      const start = i++;
      let out = '';
      for (;;) {
        const char = source[i++];
        if (char === undefined) fail('Unterminated string starting at', start);
        if (char === '"') return out;
        if (char < ' ' && hooks.strict) fail('Invalid control character at', i - 1);
        if (char !== '\\') {
          out += char;
          continue;
        }
        const escaped = source[i++];
        const simple = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }[escaped];
        if (simple !== undefined) out += simple;
        else if (escaped === 'u') {
          const digits = source.slice(i, i + 4);
          if (!/^[0-9a-fA-F]{4}$/.test(digits)) fail('Invalid \\uXXXX escape', i - 1);
          i += 4;
          out += String.fromCharCode(parseInt(digits, 16));
        } else fail(`Invalid \\escape`, i - 2);
      }
    }

    function array() {
      const elements = [];
      i++;
      skip();
      if (source[i] === ']') {
        i++;
        return new builtin.list(elements);
      }
      for (;;) {
        elements.push(value());
        skip();
        if (source[i] === ']') {
          i++;
          return new builtin.list(elements);
        }
        if (source[i] !== ',') fail("Expecting ',' delimiter");
        i++;
        skip();
      }
    }

    function object() {
      const pairs = [];
      i++;
      skip();
      while (source[i] !== '}') {
        if (source[i] !== '"') fail('Expecting property name enclosed in double quotes');
        const name = text(string());
        skip();
        if (source[i] !== ':') fail("Expecting ':' delimiter");
        i++;
        skip();
        pairs.push([name, value()]);
        skip();
        if (source[i] === '}') break;
        if (source[i] !== ',') fail("Expecting ',' delimiter");
        i++;
        skip();
        if (source[i] === '}') fail('Expecting property name enclosed in double quotes');
      }
      i++;
      if (hooks.object_pairs_hook)
        return misceval.callsimArray(hooks.object_pairs_hook, [
          new builtin.list(pairs.map((pair) => new builtin.tuple(pair))),
        ]);
      const made = new builtin.dict(pairs.flat());
      return hooks.object_hook ? misceval.callsimArray(hooks.object_hook, [made]) : made;
    }

    skip();
    const result = value();
    skip();
    if (i < source.length) {
      const before = source.slice(0, i).split('\n');
      throw new builtin.ValueError(
        `Extra data: line ${before.length} column ${before.at(-1).length + 1} - line ${source.split('\n').length} column ${source.length - source.lastIndexOf('\n')} (char ${i} - ${source.length})`,
      );
    }
    return result;
  }

  const given = (value) => (value === undefined || value === NONE ? undefined : value);
  function loads(value, encoding, cls, object_hook, parse_float, parse_int, parse_constant, object_pairs_hook, strict) {
    if (!(value instanceof builtin.str)) throw new builtin.TypeError('expected string or buffer');
    return reader(pythonText.isByteText(value) ? pythonText.decoded(value.v, 'utf-8', 'strict') : value.v, {
      object_hook: given(object_hook),
      parse_float: given(parse_float),
      parse_int: given(parse_int),
      object_pairs_hook: given(object_pairs_hook),
      strict: strict === undefined || misceval.isTrue(strict),
    });
  }

  // ---- writing ----

  const SHORT = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\f': '\\f', '\b': '\\b' };
  function quoted(value, ascii) {
    const pattern = ascii ? /["\\\x00-\x1f]|[^\x00-\x7e]/g : /["\\\x00-\x1f]/g;
    return `"${value.replace(pattern, (char) => SHORT[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
  }

  function writer(options) {
    const open = new Set();
    const floatText = (value) => {
      if (Number.isFinite(value.v)) return misceval.objectRepr(value);
      if (!options.allowNan) throw new builtin.ValueError(`Out of range float values are not JSON compliant`);
      return Number.isNaN(value.v) ? 'NaN' : value.v > 0 ? 'Infinity' : '-Infinity';
    };
    const keyText = (key) => {
      if (key instanceof builtin.str) return key.v;
      if (key === NONE) return 'null';
      if (key instanceof builtin.bool) return key === builtin.bool.true$ ? 'true' : 'false';
      if (key instanceof builtin.float_) return floatText(key);
      if (key instanceof builtin.int_) return key.v.toString();
      if (options.skipkeys) return undefined;
      throw new builtin.TypeError(`key ${misceval.objectRepr(key)} is not a string`);
    };
    const group = (parts, start, end, level) => {
      if (parts.length === 0) return start + end;
      if (options.indent === undefined) return start + parts.join(options.item) + end;
      const pad = `\n${' '.repeat(options.indent * (level + 1))}`;
      return start + pad + parts.join(options.item + pad) + `\n${' '.repeat(options.indent * level)}` + end;
    };
    const within = (value, make) => {
      if (open.has(value)) throw new builtin.ValueError('Circular reference detected');
      open.add(value);
      const made = make();
      open.delete(value);
      return made;
    };
    return function write(value, level = 0) {
      if (value === NONE) return 'null';
      if (value instanceof builtin.str)
        return quoted(
          pythonText.isByteText(value) ? pythonText.decoded(value.v, 'utf-8', 'strict') : value.v,
          options.ascii,
        );
      if (value instanceof builtin.bool) return value === builtin.bool.true$ ? 'true' : 'false';
      if (value instanceof builtin.int_) return value.v.toString();
      if (value instanceof builtin.float_) return floatText(value);
      if (value instanceof builtin.list || value instanceof builtin.tuple)
        return within(value, () =>
          group(
            value.v.map((each) => write(each, level + 1)),
            '[',
            ']',
            level,
          ),
        );
      if (value instanceof builtin.dict)
        return within(value, () => {
          const pairs = misceval
            .arrayFromIterable(value.tp$getattr(text('items')).tp$call([]))
            .map(({ v: [key, member] }) => [key, member]);
          if (options.sort)
            pairs.sort((one, other) =>
              misceval.richCompareBool(one[0], other[0], 'Lt')
                ? -1
                : misceval.richCompareBool(other[0], one[0], 'Lt')
                  ? 1
                  : 0,
            );
          const parts = pairs.flatMap(([key, member]) => {
            const name = keyText(key);
            return name === undefined
              ? []
              : [`${quoted(name, options.ascii)}${options.key}${write(member, level + 1)}`];
          });
          return group(parts, '{', '}', level);
        });
      if (options.otherwise !== undefined)
        return within(value, () => write(misceval.callsimArray(options.otherwise, [value]), level));
      throw new builtin.TypeError(`${misceval.objectRepr(value)} is not JSON serializable`);
    };
  }

  function dumps(
    value,
    skipkeys,
    ensure_ascii,
    check_circular,
    allow_nan,
    cls,
    indent,
    separators,
    encoding,
    otherwise,
    sort_keys,
  ) {
    const isTrue = (option, missing) => (option === undefined ? missing : misceval.isTrue(option));
    const [item, key] = given(separators) ? misceval.arrayFromIterable(separators).map((each) => each.v) : [', ', ': '];
    return text(
      writer({
        skipkeys: isTrue(skipkeys, false),
        ascii: isTrue(ensure_ascii, true),
        allowNan: isTrue(allow_nan, true),
        indent: given(indent) === undefined ? undefined : Math.max(0, misceval.asIndexSized(indent)),
        item,
        key,
        otherwise: given(otherwise),
        sort: isTrue(sort_keys, false),
      })(value),
    );
  }

  const { true$: YES, false$: NO } = builtin.bool;
  abstr.setUpModuleMethods('json', mod, {
    loads: {
      $meth: loads,
      $flags: {
        NamedArgs: [
          's',
          'encoding',
          'cls',
          'object_hook',
          'parse_float',
          'parse_int',
          'parse_constant',
          'object_pairs_hook',
          'strict',
        ],
        Defaults: [NONE, NONE, NONE, NONE, NONE, NONE, NONE, YES],
      },
    },
    dumps: {
      $meth: dumps,
      $flags: {
        NamedArgs: [
          'obj',
          'skipkeys',
          'ensure_ascii',
          'check_circular',
          'allow_nan',
          'cls',
          'indent',
          'separators',
          'encoding',
          'default',
          'sort_keys',
        ],
        Defaults: [NO, YES, YES, YES, NONE, NONE, NONE, NONE, NONE, NO],
      },
    },
  });
  return mod;
};
