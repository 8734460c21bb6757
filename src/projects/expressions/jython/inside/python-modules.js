/*
 * Runs inside the sealed interpreter, after Skulpt and `skulptLibrary`. Which modules a program can import: Skulpt's own where they
 * are whole, and ours (`ownModules`: name → text, .js or .py) where Skulpt has none or half of one.
 */
'use strict';
globalThis.pythonModules = (() => {
  const FROM_SKULPT = [
    'datetime', 'time', 'string', 'collections', 'itertools', 'math', 'random', 'operator', 'copy', 'bisect', 'textwrap', 'types', 'StringIO',
    'keyword', 'numbers', 'array',
  ];
  const library = globalThis.skulptLibrary.files;
  const own = globalThis.ownModules;
  const files = Object.create(null);
  for (const name of FROM_SKULPT)
    for (const suffix of ['.js', '.py']) {
      const path = `src/lib/${name}${suffix}`;
      if (library[path] !== undefined) files[path] = library[path];
    }
  for (const [fileName, text] of Object.entries(own)) {
    const name = fileName.replace(/\.\w+$/, '');
    for (const suffix of ['.js', '.py', '/__init__.py', '/__init__.js']) delete files[`src/lib/${name}${suffix}`];
    files[`src/lib/${fileName}`] = text;
  }
  const available = [...new Set(Object.keys(files).map((path) => path.replace(/^src\/(lib|builtin)\//, '').replace(/\.\w+$/, '')))]
    .filter((name) => !name.startsWith('_'))
    .sort();

  Sk.configure({
    output() {},
    inputfun() {
      throw new Sk.builtin.IOError('a program cannot ask for input here');
    },
    read(path) {
      const text = files[path];
      if (text === undefined) throw new Error(`no file ${path}`);
      return text;
    },
    __future__: Sk.python2,
    execLimit: null,
    yieldLimit: null,
    killableWhile: false,
    killableFor: false,
  });
  Sk.onBeforeImport = (name) => {
    const top = name.split('.')[0];
    if (files[`src/lib/${name}.js`] || files[`src/lib/${name}.py`]) return undefined;
    if (['java', 'javax', 'org', 'com'].includes(top)) return `No module named ${name}: Java classes are not available here`;
    return `No module named ${name}. Available here: ${available.join(', ')}`;
  };
  // Ways out of the language, into the interpreter that runs it, or to files that do not exist.
  for (const name of ['jseval', 'jsmillis', 'open', 'file', 'input', 'raw_input', 'execfile', 'quit', 'exit', 'help'])
    for (const mangled of [name, `${name}_$rw$`]) delete Sk.builtins[mangled];

  return { available, imported: new Map() };
})();
