/*
 * Runs inside the sealed interpreter, after Skulpt and `skulptLibrary`. Modules for import: Skulpt's own where they are
 * complete, and ours (`ownModules`: name → text, .js or .py) where Skulpt has none or half of one.
 */
'use strict';
globalThis.pythonModules = (() => {
  const FROM_SKULPT = [
    'datetime',
    'time',
    'string',
    'collections',
    'itertools',
    'math',
    'random',
    'operator',
    'copy',
    'bisect',
    'textwrap',
    'types',
    'StringIO',
    'keyword',
    'numbers',
  ];
  /** Modules that are another one under a second name, or hold nothing but others. */
  const SECOND_NAMES = {
    'cStringIO.py': 'from StringIO import StringIO\n',
    'posixpath.py': 'from os.path import *\n',
    'urllib2.py': 'from urllib import quote, unquote, urlopen\nfrom urlparse import urlparse, urlsplit\n',
    'xml.__init__.py': '""\n',
    'xml.etree.__init__.py': '""\n',
    'xml.etree.cElementTree.py': 'from xml.etree.ElementTree import *\n',
    'xml.sax.__init__.py': '""\n',
  };
  const library = globalThis.skulptLibrary.files;
  const own = globalThis.ownModules;
  const files = Object.create(null);
  for (const name of FROM_SKULPT)
    for (const suffix of ['.js', '.py']) {
      const path = `src/lib/${name}${suffix}`;
      if (library[path] !== undefined) files[path] = library[path];
    }
  // A module within another has a dot in the name of its file: `os.path.py`, and `os.__init__.py` for that around it.
  for (const [fileName, text] of Object.entries({ ...own, ...SECOND_NAMES })) {
    const suffix = fileName.slice(fileName.lastIndexOf('.'));
    const path = fileName.slice(0, -suffix.length).replaceAll('.', '/');
    for (const other of ['.js', '.py', '/__init__.py', '/__init__.js']) delete files[`src/lib/${path}${other}`];
    files[`src/lib/${path}${suffix}`] = text;
  }
  for (const name of Object.keys(globalThis.pythonAdditions))
    files[`src/lib/${name}.js`] += `
{
  const whole = $builtinmodule;
  $builtinmodule = (...args) => {
    const mod = whole(...args);
    globalThis.pythonAdditions.${name}(mod);
    return mod;
  };
}`;
  const available = [
    ...new Set(
      Object.keys(files).map((path) =>
        path
          .replace(/^src\/(lib|builtin)\//, '')
          .replace(/(\/__init__)?\.\w+$/, '')
          .replaceAll('/', '.'),
      ),
    ),
  ]
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
    const path = `src/lib/${name.replaceAll('.', '/')}`;
    if (files[`${path}.js`] || files[`${path}.py`] || files[`${path}/__init__.py`]) return undefined;
    if (['java', 'javax', 'org', 'com'].includes(top))
      return `No module named ${name}: Java classes are not available here`;
    return `No module named ${name}. Available here: ${available.join(', ')}`;
  };
  const { builtin, misceval } = Sk;
  // Ways out of the language, into the interpreter that runs it.
  for (const name of ['jseval', 'jsmillis', 'input', 'raw_input', 'execfile', 'quit', 'exit', 'help', 'reload'])
    for (const mangled of [name, `${name}_$rw$`]) delete Sk.builtins[mangled];
  // Classes of errors that Skulpt lacks, above those that it has.
  const errorAbove = (name, base, below) => {
    const above = Sk.builtin[name] ?? Sk.misceval.buildClass({}, () => {}, name, [base]);
    Sk.builtins[name] = above;
    for (const { prototype } of below) {
      const { tp$mro: order } = prototype;
      if (order.includes(above)) continue;
      Object.setPrototypeOf(prototype, above.prototype);
      prototype.tp$base = above;
      prototype.tp$bases = [above];
      prototype.tp$mro = [order[0], ...above.prototype.tp$mro];
    }
  };
  // Python 2 shows one argument with the comma of a one-element tuple, and a missing key as it is written.
  builtin.BaseException.prototype.$r = function $r() {
    const args = this.args.v;
    return new builtin.str(`${Sk.abstr.typeName(this)}${args.length === 0 ? '()' : misceval.objectRepr(this.args)}`);
  };
  const shownWhole = builtin.BaseException.prototype.tp$str;
  builtin.KeyError.prototype.tp$str = function tp$str() {
    const [key, ...more] = this.args.v;
    return key === undefined || more.length > 0 ? shownWhole.call(this) : new builtin.str(misceval.objectRepr(key));
  };
  const noFiles = () => {
    throw new Sk.builtin.IOError('a program cannot open files here');
  };
  Sk.builtin.file.prototype.tp$new = noFiles;
  const missing = (name) => ({
    $meth() {
      throw new Sk.builtin.NotImplementedError(`${name} is not available here`);
    },
    $flags: { FastCall: true },
  });
  errorAbove('ArithmeticError', builtin.Exception, [builtin.ZeroDivisionError, builtin.OverflowError]);
  errorAbove('LookupError', builtin.Exception, [builtin.IndexError, builtin.KeyError]);
  errorAbove('EnvironmentError', builtin.Exception, [builtin.IOError]);
  errorAbove('UnicodeError', builtin.ValueError, [builtin.UnicodeDecodeError, builtin.UnicodeEncodeError]);
  errorAbove('RuntimeError', builtin.Exception, [builtin.NotImplementedError]);
  errorAbove('OSError', Sk.builtins.EnvironmentError, []);
  Sk.abstr.setUpModuleMethods('builtins', Sk.builtins, {
    open: { $meth: noFiles, $flags: { FastCall: true } },
    __import__: { $meth: ([name]) => Sk.importModule(name.v, false, false), $flags: { FastCall: true } },
    locals: missing('locals'),
    vars: missing('vars'),
    coerce: missing('coerce'),
    apply: missing('apply'),
    cmp: {
      $meth(one, other) {
        if (misceval.richCompareBool(one, other, 'Eq')) return new builtin.int_(0);
        return new builtin.int_(misceval.richCompareBool(one, other, 'Lt') ? -1 : 1);
      },
      $flags: { MinArgs: 2, MaxArgs: 2 },
    },
    round: {
      $meth(number, digits) {
        const value = misceval.callsimArray(builtin.float_, [number]).v;
        return new builtin.float_(
          roundedAway(value, digits === builtin.none.none$ ? 0 : misceval.asIndexSized(digits)),
        );
      },
      $flags: { NamedArgs: ['number', 'ndigits'], Defaults: [builtin.none.none$] },
    },
  });
  for (const name of ['eval', 'eval_$rw$'])
    Sk.builtins[name] = new builtin.sk_method({ ...missing('eval'), $name: 'eval' }, null, 'builtins');

  /** Python 2 rounds halves away from zero, by the exact value of the number. */
  function roundedAway(value, digits) {
    if (!Number.isFinite(value) || digits > 300) return value;
    const size = Math.abs(value);
    const sign = value < 0 || Object.is(value, -0) ? -1 : 1;
    if (digits < 0) {
      const unit = 10 ** -digits;
      return sign * Math.floor(size / unit + 0.5) * unit;
    }
    if (digits === 0) return sign * (size - Math.floor(size) >= 0.5 ? Math.floor(size) + 1 : Math.floor(size));
    return sign * (digits > 100 ? size : Number(size.toFixed(digits)));
  }

  // The interpreter's own errors are errors of the program only where Python has them too.
  const External = Sk.builtin.ExternalError;
  Sk.builtin.ExternalError = function ExternalError(error) {
    if (error?.name === 'InternalError' && /^stack overflow$/.test(error.message))
      return new Sk.builtin.RuntimeError('maximum recursion depth exceeded');
    return new External(error);
  };
  Sk.builtin.ExternalError.prototype = External.prototype;

  // The parser knows the place of the fault, and the error loses it.
  const Syntax = Sk.builtin.SyntaxError;
  Sk.builtin.SyntaxError = function SyntaxError(...args) {
    const error = new Syntax(...args);
    error.place = Array.isArray(args[3]) ? args[3] : undefined;
    return error;
  };
  Sk.builtin.SyntaxError.prototype = Syntax.prototype;

  return { available, imported: new Map() };
})();
