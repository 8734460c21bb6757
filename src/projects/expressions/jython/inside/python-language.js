/*
 * Runs inside the sealed interpreter, after Skulpt, its library and our modules: the functions for driver.js, for
 * Python.
 */
'use strict';
globalThis.language = (() => {
  const { builtin, abstr } = Sk;
  const { argumentsOf, toWire, text } = globalThis.pythonValues;
  const { available, imported } = globalThis.pythonModules;
  const FILE_NAME = '<program>';
  let program;
  let mentions;

  function messageOf(error) {
    const args = error.args.v;
    if (args.length === 0) return '';
    const shown = args.length === 1 ? new builtin.str(args[0]) : new builtin.str(error.args);
    return shown.v;
  }

  /** The innermost line of the program itself, counted with the hidden first line. */
  function lineOf(error) {
    return error.traceback?.find(({ filename }) => filename === FILE_NAME || filename === `${FILE_NAME}.py`)?.lineno;
  }

  function errorText(error) {
    if (!(error instanceof builtin.BaseException)) return nativeErrorText(error);
    if (error.nativeError !== undefined) return nativeErrorText(error.nativeError, lineOf(error));
    const message = messageOf(error);
    const line = lineOf(error);
    return `${abstr.typeName(error)}${message === '' ? '' : `: ${message}`}${line === undefined ? '' : ` on line ${line}`}`;
  }

  function nativeErrorText(error, line) {
    const place = line === undefined ? '' : ` on line ${line}`;
    if (error?.name === 'InternalError' && /stack/.test(error.message))
      return `RuntimeError: maximum recursion depth exceeded${place}`;
    if (
      /^invalid string length$|^string too long$|^BigInt is too large|^invalid array length$|^invalid repeat count$/.test(
        error?.message,
      )
    )
      return `MemoryError: the value is too large${place}`;
    return `SystemError: ${error?.message ?? String(error)}${place}`;
  }

  function compile(source) {
    program = undefined;
    // The first line is the head of the function, which names them all.
    const body = source.slice(source.indexOf('\n'));
    mentions = {
      cell: /\bcell\b/.test(body),
      cells: /\bcells\b/.test(body),
      row: /\brow\b/.test(body),
      rowIndex: /\browIndex\b/.test(body),
    };
    globalThis.internStrings = 1;
    try {
      const main = Sk.importMainWithBody(FILE_NAME, false, source, false);
      program = main.$d.__program__;
      for (const [name, module] of imported) Sk.sysmodules.mp$ass_subscript(text(name), module);
      return undefined;
    } catch (error) {
      if (!(error instanceof builtin.SyntaxError)) return { message: errorText(error) };
      const line = error.traceback?.[0]?.lineno;
      const detail = messageOf(error).replace(/^bad (?:input|token .*)$/, 'invalid syntax');
      const exec = /^\s*exec\b/m.test(source) ? ' (exec is not available here)' : '';
      return {
        message: `${abstr.typeName(error)}: ${detail}${exec}${line === undefined ? '' : ` on line ${line}`}`,
        line,
        column: error.place?.[0]?.[1],
      };
    } finally {
      globalThis.internStrings = 0;
    }
  }

  return {
    compile,
    dependsOnValueAlone: globalThis.pythonDependence,
    errorText,
    run: (row, batch) => toWire(program.tp$call(argumentsOf(row, batch, mentions), undefined)),
    import: (names) => {
      for (const name of names) {
        if (imported.has(name)) continue;
        Sk.importModule(name, false, false);
        const parts = name.split('.');
        for (let i = 1; i <= parts.length; i++)
          imported.set(parts.slice(0, i).join('.'), Sk.sysmodules.mp$lookup(text(parts.slice(0, i).join('.'))));
      }
    },
    available,
  };
})();
