/* For our own modules: texts of bytes. */
globalThis.pythonModule = function () {
  const mod = {};
  Sk.abstr.setUpModuleMethods('_bytes', mod, {
    is_bytes: { $meth: (value) => new Sk.builtin.bool(pythonText.isByteText(value)), $flags: { OneArg: true } },
    as_bytes: { $meth: (value) => pythonText.byteText(value.v), $flags: { OneArg: true } },
  });
  return mod;
};
