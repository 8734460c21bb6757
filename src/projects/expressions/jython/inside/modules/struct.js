/* `struct` of Python 2.7. Native sizes and alignment are those of 64 bits, little-endian. */
globalThis.pythonModule = function () {
  const { builtin, abstr, misceval } = Sk;
  const mod = {};
  const StructError = misceval.buildClass({}, () => {}, 'error', [builtin.Exception]);
  const fail = (message) => {
    throw misceval.callsimArray(StructError, [new builtin.str(message)]);
  };
  const SIZES = {
    x: 1,
    c: 1,
    b: 1,
    B: 1,
    '?': 1,
    h: 2,
    H: 2,
    i: 4,
    I: 4,
    l: 4,
    L: 4,
    q: 8,
    Q: 8,
    f: 4,
    d: 8,
    s: 1,
    p: 1,
  };
  const known = new Map();

  /** Positions of a format's fields. */
  function layoutOf(format) {
    const text = format.v;
    if (known.has(text)) return known.get(text);
    const order = /^[@=<>!]/.test(text) ? text[0] : '@';
    const native = order === '@';
    const fields = [];
    let offset = 0;
    const body = text.replace(/^[@=<>!]/, '');
    const PIECE = /\s*(\d*)([xcbB?hHiIlLqQfdsp])/y;
    while (PIECE.lastIndex < body.trimEnd().length) {
      const found = PIECE.exec(body);
      if (found === null) fail('bad char in struct format');
      const [, digits, kind] = found;
      const count = digits === '' ? 1 : Number(digits);
      if (count > 1_000_000) fail('the format asks for more than 1,000,000 values');
      const size = native && (kind === 'l' || kind === 'L') ? 8 : SIZES[kind];
      if (native && size > 1) offset = Math.ceil(offset / size) * size;
      if (kind === 's' || kind === 'p') fields.push({ kind, offset, size: count });
      else if (kind !== 'x') for (let i = 0; i < count; i++) fields.push({ kind, offset: offset + i * size, size });
      offset += count * size;
    }
    const layout = { fields, size: offset, little: order !== '>' && order !== '!' };
    known.set(text, layout);
    return layout;
  }

  const wholeOf = (value, size, isSigned) => {
    if (!misceval.isIndex(value)) fail('an integer is required');
    const number = BigInt(misceval.asIndexOrThrow(value));
    const bits = BigInt(size * 8);
    const [from, to] = isSigned ? [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n] : [0n, (1n << bits) - 1n];
    if (number < from || number > to) fail('argument out of range');
    return BigInt.asUintN(size * 8, number);
  };
  const isSigned = (kind) => kind === kind.toLowerCase();

  function put(view, { kind, offset, size }, value, little) {
    if (kind === 's' || kind === 'p') {
      const bytes = pythonText.bytesOf(value);
      const length = Math.min(bytes.length, kind === 'p' ? Math.min(size - 1, 255) : size);
      if (kind === 'p' && size > 0) view.setUint8(offset, length);
      for (let i = 0; i < length; i++) view.setUint8(offset + i + (kind === 'p' ? 1 : 0), bytes.charCodeAt(i));
    } else if (kind === 'c') {
      const bytes = pythonText.bytesOf(value);
      if (bytes.length !== 1) fail('char format requires string of length 1');
      view.setUint8(offset, bytes.charCodeAt(0));
    } else if (kind === '?') view.setUint8(offset, misceval.isTrue(value) ? 1 : 0);
    else if (kind === 'f' || kind === 'd') {
      const number = misceval.callsimArray(builtin.float_, [value]).v;
      if (kind === 'd') view.setFloat64(offset, number, little);
      else view.setFloat32(offset, number, little);
    } else {
      let rest = wholeOf(value, size, isSigned(kind));
      for (let i = 0; i < size; i++, rest >>= 8n)
        view.setUint8(offset + (little ? i : size - 1 - i), Number(rest & 0xffn));
    }
  }

  function take(view, { kind, offset, size }, little, bytes) {
    if (kind === 's') return pythonText.byteText(bytes.slice(offset, offset + size));
    if (kind === 'p')
      return pythonText.byteText(
        size === 0 ? '' : bytes.slice(offset + 1, offset + 1 + Math.min(bytes.charCodeAt(offset), size - 1)),
      );
    if (kind === 'c') return pythonText.byteText(bytes[offset]);
    if (kind === '?') return new builtin.bool(view.getUint8(offset) !== 0);
    if (kind === 'f') return new builtin.float_(view.getFloat32(offset, little));
    if (kind === 'd') return new builtin.float_(view.getFloat64(offset, little));
    let number = 0n;
    for (let i = 0; i < size; i++)
      number = (number << 8n) | BigInt(view.getUint8(offset + (little ? size - 1 - i : i)));
    if (isSigned(kind)) number = BigInt.asIntN(size * 8, number);
    return misceval.callsimArray(builtin.int_, [new builtin.str(String(number))]);
  }

  function unpack(layout, bytes, from) {
    const view = new DataView(
      Uint8Array.from(bytes.slice(from, from + layout.size), (char) => char.charCodeAt(0)).buffer,
    );
    const part = bytes.slice(from);
    return new builtin.tuple(layout.fields.map((field) => take(view, field, layout.little, part)));
  }

  abstr.setUpModuleMethods('struct', mod, {
    pack: {
      $meth([format, ...values]) {
        const layout = layoutOf(format);
        if (values.length !== layout.fields.length)
          fail(`pack expected ${layout.fields.length} items for packing (got ${values.length})`);
        const bytes = new Uint8Array(layout.size);
        const view = new DataView(bytes.buffer);
        layout.fields.forEach((field, i) => put(view, field, values[i], layout.little));
        return pythonText.byteText(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
      },
      $flags: { FastCall: true, NoKwargs: true },
    },
    unpack: {
      $meth(format, value) {
        const layout = layoutOf(format);
        const bytes = pythonText.bytesOf(value);
        if (bytes.length !== layout.size) fail(`unpack requires a string argument of length ${layout.size}`);
        return unpack(layout, bytes, 0);
      },
      $flags: { MinArgs: 2, MaxArgs: 2 },
    },
    unpack_from: {
      $meth(format, value, offset) {
        const layout = layoutOf(format);
        const bytes = pythonText.bytesOf(value);
        const from = offset === undefined ? 0 : misceval.asIndexSized(offset);
        if (from < 0 || bytes.length - from < layout.size)
          fail(`unpack_from requires a buffer of at least ${layout.size} bytes`);
        return unpack(layout, bytes, from);
      },
      $flags: { MinArgs: 2, MaxArgs: 3 },
    },
    calcsize: { $meth: (format) => new builtin.int_(layoutOf(format).size), $flags: { OneArg: true } },
  });
  mod.error = StructError;
  return mod;
};
