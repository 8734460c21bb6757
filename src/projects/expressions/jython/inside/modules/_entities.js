/* For our own `htmlentitydefs`: (name, code point) of the characters that HTML 4 has names for. */
globalThis.pythonModule = function () {
  const { builtin } = Sk;
  const pairs = globalThis.htmlCharacters.map(
    ([name, char]) => new builtin.tuple([new builtin.str(name), new builtin.int_(char.codePointAt(0))]),
  );
  return { pairs: new builtin.tuple(pairs) };
};
