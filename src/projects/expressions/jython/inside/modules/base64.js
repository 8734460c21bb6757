/* `base64` of Python 2.7, without the functions on files. */
globalThis.pythonModule = function () {
  const { builtin, abstr } = Sk;
  const { toDigits, fromDigits, fromBase64: decode64, toBase64Lines } = pythonCodecs;
  const mod = {};
  const byteText = (bytes) => pythonText.byteText(bytes);
  const bytesOf = (value) => pythonText.bytesOf(value);

  const encode64 = (bytes) => toDigits(bytes, 64);
  const swap = (value, from, to) =>
    value.replace(/[\s\S]/g, (char) => (from.includes(char) ? to[from.indexOf(char)] : char));
  const one = (change) => ({ $meth: (value) => byteText(change(bytesOf(value))), $flags: { OneArg: true } });
  const alternative = (altchars) =>
    altchars === undefined || altchars === builtin.none.none$ ? '+/' : bytesOf(altchars);
  abstr.setUpModuleMethods('base64', mod, {
    b64encode: {
      $meth: (value, altchars) => byteText(swap(encode64(bytesOf(value)), '+/', alternative(altchars))),
      $flags: { NamedArgs: ['s', 'altchars'], Defaults: [builtin.none.none$] },
    },
    b64decode: {
      $meth: (value, altchars) => byteText(decode64(swap(bytesOf(value), alternative(altchars), '+/'))),
      $flags: { NamedArgs: ['s', 'altchars'], Defaults: [builtin.none.none$] },
    },
    standard_b64encode: one(encode64),
    standard_b64decode: one(decode64),
    urlsafe_b64encode: one((bytes) => swap(encode64(bytes), '+/', '-_')),
    urlsafe_b64decode: one((encoded) => decode64(swap(encoded, '-_', '+/'))),
    encodestring: one(toBase64Lines),
    decodestring: one(decode64),
    b32encode: one((bytes) => toDigits(bytes, 32)),
    b32decode: one((encoded) => fromDigits(encoded, 32)),
    b16encode: one((bytes) =>
      bytes.replace(/[\s\S]/g, (char) => char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')),
    ),
    b16decode: one((encoded) => {
      if (!/^([0-9A-F]{2})*$/.test(encoded)) throw new builtin.TypeError('Non-base16 digit found');
      return encoded.replace(/../g, (pair) => String.fromCharCode(parseInt(pair, 16)));
    }),
  });
  return mod;
};
