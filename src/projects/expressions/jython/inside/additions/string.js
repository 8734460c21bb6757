/* The functions of Python 2's `string` that are methods of a text too. */
globalThis.pythonAddition = (mod) => {
  const { builtin, misceval } = Sk;
  const methods = [
    'upper',
    'lower',
    'capitalize',
    'swapcase',
    'strip',
    'lstrip',
    'rstrip',
    'find',
    'rfind',
    'index',
    'rindex',
    'count',
    'split',
    'rsplit',
    'replace',
    'ljust',
    'rjust',
    'center',
    'zfill',
    'expandtabs',
    'translate',
  ];
  for (const name of methods)
    Sk.abstr.setUpModuleMethods('string', mod, {
      [name]: {
        $meth: ([text, ...args]) => misceval.callsimArray(text.tp$getattr(new builtin.str(name)), args),
        $flags: { FastCall: true, NoKwargs: true },
      },
    });
  const capitalized = (word) => misceval.callsimArray(word.tp$getattr(new builtin.str('capitalize')), []);
  Sk.abstr.setUpModuleMethods('string', mod, {
    // Without a separator, white space counts as one blank, and that at the ends as none.
    capwords: {
      $meth(text, separator) {
        const parting = separator === undefined || separator === builtin.none.none$ ? undefined : separator;
        const words = misceval.callsimArray(
          text.tp$getattr(new builtin.str('split')),
          parting === undefined ? [] : [parting],
        );
        return new builtin.str(words.v.map((word) => capitalized(word).v).join(parting?.v ?? ' '));
      },
      $flags: { MinArgs: 1, MaxArgs: 2 },
    },
    join: {
      $meth: (parts, separator) =>
        misceval.callsimArray((separator ?? new builtin.str(' ')).tp$getattr(new builtin.str('join')), [parts]),
      $flags: { MinArgs: 1, MaxArgs: 2 },
    },
    maketrans: {
      $meth(from, to) {
        if (from.v.length !== to.v.length) throw new builtin.ValueError('maketrans arguments must have same length');
        const table = Array.from({ length: 256 }, (_, i) => String.fromCharCode(i));
        for (let i = 0; i < from.v.length; i++) {
          const code = from.v.charCodeAt(i);
          if (code > 255)
            throw new builtin.ValueError('maketrans is for letters up to U+00FF: use a dict with translate');
          table[code] = to.v[i];
        }
        return new builtin.str(table.join(''));
      },
      $flags: { MinArgs: 2, MaxArgs: 2 },
    },
    atoi: { $meth: (...args) => misceval.callsimArray(builtin.int_, args), $flags: { MinArgs: 1, MaxArgs: 2 } },
    atof: { $meth: (text) => misceval.callsimArray(builtin.float_, [text]), $flags: { OneArg: true } },
  });
};
