/*
 * Runs inside the sealed interpreter, as the last of its scripts. The script before it has set `globalThis.language`:
 *   compile(program)  → undefined, or { message, line, column } for a program that cannot be read
 *   dependsOnValueAlone(program) → whether equal values always give equal results; absent where that is never known
 *   run(row, batch)   → the result of the compiled program for the row, in its wire form; throws what the program throws
 *   errorText(error)  → what such an error is called in a cell
 *   import(names)     → loads what the named things of the language need
 * Everything goes in and out as JSON text; the wire forms are described in wire-values.ts.
 */
'use strict';
(() => {
  const { language, progress } = globalThis;
  const MAX_RESULT_LENGTH = 1024 * 1024;
  const stringify = JSON.stringify;
  const parse = JSON.parse;
  let results = [];
  let rowsLeft = false;

  const isExhausted = (error) => {
    const cause = error && error.nativeError ? error.nativeError : error;
    return cause instanceof Error && cause.name === 'InternalError' && /out of memory/.test(cause.message);
  };

  /** The result, or an error where it is too long. */
  const bounded = (wire) => {
    const length =
      typeof wire === 'string' ? wire.length : typeof wire === 'object' && wire !== null ? stringify(wire).length : 0;
    return length > MAX_RESULT_LENGTH ? ['e', `The result is longer than ${MAX_RESULT_LENGTH} characters`] : wire;
  };

  /** Constant, so that calls from outside cannot be replaced. */
  const offer = (name, value) =>
    Object.defineProperty(globalThis, name, { value, writable: false, configurable: false, enumerable: false });

  offer('importNames', (names) => {
    language.import(parse(names));
    return '';
  });

  offer('compileProgram', (program) => {
    const fault = language.compile(program) ?? null;
    return stringify({
      fault,
      dependsOnValueAlone: fault === null && (language.dependsOnValueAlone?.(program) ?? false),
    });
  });

  /** Stops early, with fewer results than rows, when the memory is used up: the rest needs a fresh interpreter. */
  offer('evaluateRows', (batchText) => {
    const batch = parse(batchText);
    batch.slots = new Map(batch.sent.map((name, i) => [name, i]));
    results = [];
    rowsLeft = false;
    const rows = batch.rows;
    for (let i = 0; i < rows.length; i++) {
      progress[0] = i + 1;
      try {
        results.push(bounded(language.run(rows[i], batch)));
      } catch (error) {
        if (isExhausted(error)) {
          rowsLeft = true;
          return collectResults();
        }
        results.push(['e', String(language.errorText(error)).slice(0, 10000)]);
      }
    }
    progress[0] = 0;
    return collectResults();
  });

  /** The results of all rows before the one that was stopped. */
  const collectResults = () => `{"exhausted":${rowsLeft},"results":${stringify(results)}}`;
  offer('collectResults', collectResults);
})();
