/* `base64` of Python 2.7, without the functions on files. */
globalThis.pythonModule = function () {
  const { builtin, abstr } = Sk;
  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const ALPHABET32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const mod = {};
  const byteText = (bytes) => pythonText.byteText(bytes);
  const bytesOf = (value) => pythonText.bytesOf(value);

  function encode(bytes, alphabet, bits, group) {
    let out = '';
    let held = 0;
    let size = 0;
    for (let i = 0; i < bytes.length; i++) {
      held = (held << 8) | bytes.charCodeAt(i);
      size += 8;
      while (size >= bits) {
        size -= bits;
        out += alphabet[held >> size];
        held &= (1 << size) - 1;
      }
    }
    if (size > 0) out += alphabet[held << (bits - size)];
    return out + '='.repeat((group - (out.length % group)) % group);
  }

  function decode(encoded, alphabet, bits, group) {
    const digits = encoded.replace(/=+$/, '');
    if (encoded.length % group !== 0) throw new builtin.TypeError('Incorrect padding');
    let out = '';
    let held = 0;
    let size = 0;
    for (const digit of digits) {
      const value = alphabet.indexOf(digit);
      if (value < 0) throw new builtin.TypeError(`Non-base${2 ** bits} digit found`);
      held = (held << bits) | value;
      size += bits;
      if (size >= 8) {
        size -= 8;
        out += String.fromCharCode((held >> size) & 0xff);
        held &= (1 << size) - 1;
      }
    }
    return out;
  }

  const encode64 = (bytes) => encode(bytes, ALPHABET, 6, 4);
  // As in Python 2, whatever is no digit is passed over.
  const decode64 = (encoded) => decode(encoded.replace(/[^A-Za-z0-9+/=]/g, ''), ALPHABET, 6, 4);
  const swap = (value, from, to) => value.replace(/[\s\S]/g, (char) => (from.includes(char) ? to[from.indexOf(char)] : char));
  const one = (change) => ({ $meth: (value) => byteText(change(bytesOf(value))), $flags: { OneArg: true } });
  const alternative = (altchars) => (altchars === undefined || altchars === builtin.none.none$ ? '+/' : bytesOf(altchars));
  abstr.setUpModuleMethods('base64', mod, {
    b64encode: { $meth: (value, altchars) => byteText(swap(encode64(bytesOf(value)), '+/', alternative(altchars))), $flags: { NamedArgs: ['s', 'altchars'], Defaults: [builtin.none.none$] } },
    b64decode: { $meth: (value, altchars) => byteText(decode64(swap(bytesOf(value), alternative(altchars), '+/'))), $flags: { NamedArgs: ['s', 'altchars'], Defaults: [builtin.none.none$] } },
    standard_b64encode: one(encode64),
    standard_b64decode: one(decode64),
    urlsafe_b64encode: one((bytes) => swap(encode64(bytes), '+/', '-_')),
    urlsafe_b64decode: one((encoded) => decode64(swap(encoded, '-_', '+/'))),
    encodestring: one((bytes) => (bytes.match(/[\s\S]{1,57}/g) ?? []).map((part) => `${encode64(part)}\n`).join('')),
    decodestring: one(decode64),
    b32encode: one((bytes) => encode32(bytes)),
    b32decode: one((encoded) => decode(encoded, ALPHABET32, 5, 8)),
    b16encode: one((bytes) => bytes.replace(/[\s\S]/g, (char) => char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0'))),
    b16decode: one((encoded) => {
      if (!/^([0-9A-F]{2})*$/.test(encoded)) throw new builtin.TypeError('Non-base16 digit found');
      return encoded.replace(/../g, (pair) => String.fromCharCode(parseInt(pair, 16)));
    }),
  });
  function encode32(bytes) {
    return encode(bytes, ALPHABET32, 5, 8);
  }
  return mod;
};
