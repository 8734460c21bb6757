/*
 * For our own modules: texts of bytes, their checksums, and compression by fflate (MIT licence), which is loaded on
 * demand.
 */
globalThis.pythonModule = function () {
  const { builtin, misceval } = Sk;
  const mod = {};
  const signed = (value) => new builtin.int_(value | 0);
  const startOf = (start, otherwise) =>
    start === undefined ? otherwise : Number(BigInt.asUintN(32, BigInt(misceval.asIndexSized(start))));
  const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
  });
  let fflate;
  const packing = () => {
    if (fflate === undefined) {
      const found = { exports: {} };
      new Function('module', 'exports', globalThis.fflateText)(found, found.exports);
      fflate = found.exports;
    }
    return fflate;
  };
  const arrayOf = (value) => Uint8Array.from(pythonText.bytesOf(value), (char) => char.charCodeAt(0));
  const textOf = (bytes) => {
    let out = '';
    for (let i = 0; i < bytes.length; i += 8192) out += String.fromCharCode(...bytes.subarray(i, i + 8192));
    return pythonText.byteText(out);
  };
  Sk.abstr.setUpModuleMethods('_bytes', mod, {
    is_bytes: { $meth: (value) => new builtin.bool(pythonText.isByteText(value)), $flags: { OneArg: true } },
    as_bytes: { $meth: (value) => pythonText.byteText(value.v), $flags: { OneArg: true } },
    crc32: {
      $meth(value, start) {
        const bytes = pythonText.bytesOf(value);
        let sum = ~startOf(start, 0);
        for (let i = 0; i < bytes.length; i++) sum = TABLE[(sum ^ bytes.charCodeAt(i)) & 0xff] ^ (sum >>> 8);
        return signed(~sum);
      },
      $flags: { MinArgs: 1, MaxArgs: 2 },
    },
    adler32: {
      $meth(value, start) {
        const bytes = pythonText.bytesOf(value);
        const before = startOf(start, 1);
        let [low, high] = [before & 0xffff, before >>> 16];
        for (let i = 0; i < bytes.length; i++) {
          low = (low + bytes.charCodeAt(i)) % 65521;
          high = (high + low) % 65521;
        }
        return signed((high << 16) | low);
      },
      $flags: { MinArgs: 1, MaxArgs: 2 },
    },
    compressed: {
      $meth: (value, level) => textOf(packing().zlibSync(arrayOf(value), { level: misceval.asIndexSized(level) })),
      $flags: { MinArgs: 2, MaxArgs: 2 },
    },
    unpacked: {
      $meth(value) {
        try {
          return textOf(packing().unzlibSync(arrayOf(value)));
        } catch (error) {
          if (error instanceof builtin.BaseException) throw error;
          throw new builtin.ValueError('the bytes are not packed by zlib, or are incomplete');
        }
      },
      $flags: { OneArg: true },
    },
  });
  return mod;
};
