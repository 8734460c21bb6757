/* `unicodedata`: from the interpreter's own tables of characters; names come from outside. */
globalThis.pythonModule = function () {
  const { builtin, abstr } = Sk;
  const text = (value) => new builtin.str(value);
  const CATEGORIES = 'Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co'
    .split(' ')
    .map((name) => [name, new RegExp(`^\\p{${name}}$`, 'u')]);
  // Canonical combining classes: runs of (distance from the last run, length - 1, class), in hexadecimal.
  const COMBINING = [
    '300.14.e6,1.0.e8,1.3.dc,1.0.e8,1.0.d8,1.4.dc,1.1.ca,1.3.dc,1.1.ca,1.a.dc,1.4.1,1.3.dc,1.7.e6,1.0.f0,1.0.e6,1.2.dc,1.2.e6',
    ',1.1.dc,2.2.e6,1.3.dc,1.0.e6,1.0.e8,1.1.dc,1.0.e6,1.0.e9,1.1.ea,1.0.e9,1.1.ea,1.0.e9,1.c.e6,114.4.e6,10a.0.dc,1.3.e6,1.0',
    '.dc,1.2.e6,1.0.de,1.0.dc,1.5.e6,1.5.dc,1.1.e6,1.0.dc,1.1.e6,1.0.de,1.0.e4,1.0.e6,1.0.a,1.0.b,1.0.c,1.0.d,1.0.e,1.0.f,1.0',
    '.10,1.0.11,1.0.12,1.1.13,1.0.14,1.0.15,1.0.16,2.0.17,2.0.18,1.0.19,2.0.e6,1.0.dc,2.0.12,49.7.e6,1.0.1e,1.0.1f,1.0.20,31.',
    '0.1b,1.0.1c,1.0.1d,1.0.1e,1.0.1f,1.0.20,1.0.21,1.0.22,1.1.e6,1.1.dc,1.4.e6,1.0.dc,1.1.e6,1.0.dc,11.0.23,66.6.e6,3.3.e6,1',
    '.0.dc,1.0.e6,3.1.e6,2.0.dc,1.1.e6,1.0.dc,24.0.24,1f.0.e6,1.0.dc,1.1.e6,1.0.dc,1.1.e6,1.2.dc,1.0.e6,1.1.dc,1.0.e6,1.0.dc,',
    '1.2.e6,1.0.dc,1.0.e6,1.0.dc,1.0.e6,1.0.dc,1.0.e6,1.0.dc,1.1.e6,a1.6.e6,1.0.dc,1.0.e6,a.0.dc,19.3.e6,2.8.e6,2.2.e6,2.4.e6',
    ',2c.2.dc,3d.0.e6,1.2.dc,1.3.e6,2b.4.e6,1.4.dc,1.d.e6,2.0.dc,1.1.e6,1.0.dc,1.1.e6,1.0.dc,1.2.e6,1.2.dc,1.0.1b,1.0.1c,1.0.',
    '1d,1.2.e6,1.0.dc,1.1.e6,1.1.dc,1.4.e6,3d.0.7,11.0.9,4.0.e6,1.0.dc,1.1.e6,68.0.7,11.0.9,31.0.e6,3e.0.7,11.0.9,6f.0.7,11.0',
    '.9,6f.0.7,11.0.9,80.0.9,6f.0.7,11.0.9,8.0.54,1.0.5b,66.0.7,11.0.9,6e.1.9,11.0.9,7d.0.9,6e.1.67,1.0.9,e.3.6b,6d.1.76,1.0.',
    '9,e.3.7a,4d.1.dc,1c.0.dc,2.0.dc,2.0.d8,38.0.81,1.0.82,2.0.84,6.3.82,3.0.82,2.1.e6,1.0.9,2.1.e6,3f.0.dc,71.0.7,2.1.9,53.0',
    '.dc,2d0.2.e6,3b5.1.9,1f.0.9,9e.0.9,b.0.e6,cc.0.e4,90.0.de,1.0.e6,1.0.dc,dc.0.e6,1.0.dc,48.0.9,15.7.e6,3.0.dc,31.4.e6,1.5',
    '.dc,1.1.e6,1.0.dc,2.1.dc,1.1.e6,1.1.dc,1.4.e6,1.0.dc,1.3.e6,66.0.7,10.0.9,27.0.e6,1.0.dc,1.6.e6,37.1.9,3b.0.7,c.1.9,44.0',
    '.7,99.2.e6,2.0.1,1.4.dc,1.1.e6,1.3.dc,1.0.e6,2.6.1,5.0.dc,7.0.e6,4.1.e6,c7.1.e6,1.0.dc,1.6.e6,1.0.dc,1.1.e6,1.0.ea,1.0.d',
    '6,1.0.dc,1.0.ca,1.24.e6,1.0.e8,1.1.e4,1.0.dc,1.0.da,1.0.e6,1.0.e9,1.0.dc,1.0.e6,1.0.dc,2d1.1.e6,1.1.1,1.3.e6,1.2.1,1.1.e',
    '6,5.0.e6,4.1.1,1.0.e6,1.0.dc,1.0.e6,1.1.1,1.3.dc,1.0.e6,bff.2.e6,8e.0.9,61.1f.e6,22b.0.da,1.0.e4,1.0.e8,1.0.de,1.1.e0,6a',
    '.1.8,75d5.0.e6,5.9.e6,21.1.e6,51.1.e6,115.0.9,26.0.9,98.0.9,1c.11.e6,3a.2.dc,26.0.9,60.0.7,d.0.9,f0.0.e6,2.1.e6,1.0.dc,3',
    '.1.e6,6.1.e6,2.0.e6,35.0.9,f7.0.9,4f31.0.1a,302.6.e6,1.6.dc,1.1.e6,3ce.0.dc,e3.0.dc,96.4.e6,693.0.dc,2.0.e6,29.0.e6,1.0.',
    '1,1.0.dc,5.0.9,a6.0.e6,1.0.dc,23e.3.e6,184.1.e6,9a.1.dc,1.2.e6,1.0.dc,1.0.e6,1.3.dc,32.0.e6,1.0.dc,1.0.e6,1.0.dc,c1.0.9,',
    '2a.0.9,f.0.9,3a.0.9,1.0.7,46.2.e6,31.1.9,3f.0.7,4d.0.9,a.0.7,6b.0.9,1.0.7,b3.0.7,1.0.9,51.1.7,11.0.9,19.6.e6,4.4.e6,ce.0',
    '.9,4.0.7,18.0.e6,64.0.9,1.0.7,fc.0.9,1.0.7,7f.0.9,77.0.9,1.0.7,74.0.9,10e.0.9,1.0.7,103.1.9,5.0.7,9d.0.9,54.0.9,13.0.9,5',
    '2.0.9,1a6.0.9,103.0.7,2.1.9,52.0.9,4d59.4.1,3c.6.e6,4ba.1.6,4cad.0.1,14c7.1.d8,1.2.1,4.0.e2,1.4.d8,9.7.dc,3.4.e6,1.1.dc,',
    '1f.3.e6,95.2.e6,dbc.6.e6,2.10.e6,3.6.e6,2.1.e6,2.4.e6,106.6.e6,178.0.e6,3e.3.e6,5e1.6.dc,6e.5.e6,1.0.7',
  ].join('');
  const mod = {};
  let runs;

  const charOf = (value) => {
    if (!(value instanceof builtin.str) || [...value.v].length !== 1)
      throw new builtin.TypeError('need a single Unicode character as parameter');
    return value.v;
  };

  function combining(point) {
    if (runs === undefined) {
      let last = 0;
      runs = COMBINING.split(',').map((run) => {
        const [distance, length, value] = run.split('.').map((digits) => parseInt(digits, 16));
        const from = last + distance;
        last = from + length;
        return { from, to: last, value };
      });
    }
    let low = 0;
    let high = runs.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const run = runs[middle];
      if (point < run.from) high = middle - 1;
      else if (point > run.to) low = middle + 1;
      else return run.value;
    }
    return 0;
  }

  /** Decimal digits stand in runs of ten, zero first. */
  function digitOf(char) {
    if (!/^\p{Nd}$/u.test(char)) return undefined;
    const point = char.codePointAt(0);
    if (point >= 0x1d7ce && point <= 0x1d7ff) return (point - 0x1d7ce) % 10;
    let zero = point & ~0xf;
    if (!/^\p{Nd}$/u.test(String.fromCodePoint(zero))) zero += 6;
    return point - zero;
  }

  const number = (name, make) => ({
    $meth(value, otherwise) {
      const digit = digitOf(charOf(value));
      if (digit !== undefined) return make(digit);
      if (otherwise !== undefined) return otherwise;
      throw new builtin.ValueError(`not a ${name}`);
    },
    $flags: { MinArgs: 1, MaxArgs: 2 },
  });

  const missing = (name) => ({
    $meth() {
      throw new builtin.NotImplementedError(`unicodedata.${name} is not available here`);
    },
    $flags: { FastCall: true },
  });

  abstr.setUpModuleMethods('unicodedata', mod, {
    normalize: {
      $meth(form, value) {
        if (!(value instanceof builtin.str)) throw new builtin.TypeError('normalize() argument 2 must be unicode');
        if (!['NFC', 'NFD', 'NFKC', 'NFKD'].includes(form.v))
          throw new builtin.ValueError('invalid normalization form');
        return text(value.v.normalize(form.v));
      },
      $flags: { MinArgs: 2, MaxArgs: 2 },
    },
    category: {
      $meth(value) {
        const char = charOf(value);
        return text(CATEGORIES.find(([, test]) => test.test(char))?.[0] ?? 'Cn');
      },
      $flags: { OneArg: true },
    },
    combining: {
      $meth: (value) => new builtin.int_(combining(charOf(value).codePointAt(0))),
      $flags: { OneArg: true },
    },
    decimal: number('decimal', (digit) => new builtin.int_(digit)),
    digit: number('digit', (digit) => new builtin.int_(digit)),
    numeric: number('numeric character', (digit) => new builtin.float_(digit)),
    name: {
      $meth(value, otherwise) {
        const name = globalThis.characterName(charOf(value).codePointAt(0).toString(16));
        if (name !== '') return text(name);
        if (otherwise !== undefined) return otherwise;
        throw new builtin.ValueError('no such name');
      },
      $flags: { MinArgs: 1, MaxArgs: 2 },
    },
    lookup: {
      $meth(name) {
        const char = globalThis.characterNamed(name.v);
        if (char === '') throw new builtin.KeyError(`undefined character name '${name.v}'`);
        return text(char);
      },
      $flags: { OneArg: true },
    },
    bidirectional: missing('bidirectional'),
    decomposition: missing('decomposition'),
    east_asian_width: missing('east_asian_width'),
    mirrored: missing('mirrored'),
  });
  mod.name_$rw$ = mod.name;
  return mod;
};
