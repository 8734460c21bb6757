/* The functions of Python 2's `itertools` that are lists of the core here. */
globalThis.pythonAddition = (mod) => {
  const { builtins, misceval } = Sk;
  const lists = { izip: builtins.zip, imap: builtins.map, ifilter: builtins.filter };
  for (const [name, make] of Object.entries(lists))
    Sk.abstr.setUpModuleMethods('itertools', mod, {
      [name]: {
        $meth: (args) => misceval.callsimArray(make.v ?? make, args).tp$iter(),
        $flags: { FastCall: true, NoKwargs: true },
      },
    });
  mod.izip_longest = mod.zip_longest;
  mod.ifilterfalse = mod.filterfalse;
};
