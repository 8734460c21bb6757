/*
 * Runs inside the sealed interpreter, after the bundle of the language and our Java-named functions: the functions for
 * driver.js, for Clojure.
 */
'use strict';
globalThis.language = (() => {
  const read = (text) => scittle.core.eval_string(text);
  read(globalThis.preludeText);
  delete globalThis.preludeText;
  const core = {
    shown: read('(fn [x] (pr-str x))'),
    isKeyword: read('keyword?'),
    isSymbol: read('symbol?'),
    isList: read('(fn [x] (or (sequential? x) (array? x)))'),
    kind: read('(fn [x] (cond (map? x) "map" (set? x) "set" (fn? x) "function" :else "object"))'),
    toArray: read('(fn [x] (to-array x))'),
    vector: read('(fn [x] (vec x))'),
    keywordMap: read('(fn [pairs] (into {} (map vec pairs)))'),
    text: read('str'),
  };
  let program;

  /** A thing of the row: its fields are read by `getField`. */
  class RowThing {
    constructor(typeName, path, look) {
      this.typeName = typeName;
      this.path = path;
      this.look = look;
    }
    getField(name) {
      return this.look(String(name)) ?? null;
    }
    toString() {
      return `[object ${this.typeName}]`;
    }
  }
  globalThis.RowThing = RowThing;

  /** A value without a counterpart in the language. */
  class Opaque {
    constructor(wire, text) {
      this.wire = wire;
      this.text = text;
    }
    toString() {
      return this.text;
    }
  }

  /** A date of a cell; Java writes no zero seconds. */
  class CellDate extends Date {
    toString() {
      return this.toISOString()
        .replace(/\.000Z$/, 'Z')
        .replace(/(T\d\d:\d\d):00Z$/, '$1Z');
    }
  }

  function fromWire(wire, path) {
    if (wire === null || wire === undefined) return null;
    if (!Array.isArray(wire)) return wire;
    switch (wire[0]) {
      case 'n':
        return BigInt(wire[1]);
      case 'f':
        return Number(wire[1]);
      case 't': {
        const date = new CellDate(wire[1]);
        date.nanos = wire[2];
        return date;
      }
      case 'a':
      case 'l':
        return core.vector(wire[1].map((element) => fromWire(element)));
      case 'o':
        return core.keywordMap(wire[1].map(([key, member]) => [key, fromWire(member)]));
      case 'F':
        return new RowThing(wire[1], path, (name) => fromWire(wire[2][name], path && [...path, name]));
      case 'e':
        return new Opaque(wire, wire[1]);
      default:
        return new Opaque(wire, wire[2]);
    }
  }

  function toWire(value, depth = 0) {
    if (value === null || value === undefined) return null;
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value;
      case 'bigint':
        if (value > 2n ** 63n - 1n || value < -(2n ** 63n)) throw new Error('long overflow');
        return ['n', String(value)];
      case 'number':
        if (Number.isInteger(value) && !Number.isSafeInteger(value))
          throw new Error('The whole number is too large to be exact here');
        return Number.isInteger(value) && !Object.is(value, -0)
          ? value
          : ['f', Object.is(value, -0) ? '-0' : Number.isFinite(value) ? value : String(value)];
      default:
    }
    if (value instanceof RowThing)
      return value.path === undefined ? ['x', value.typeName, String(value)] : ['r', value.path];
    if (value instanceof Opaque) return value.wire;
    if (value instanceof Date) return ['t', value.getTime(), value.nanos ?? 0];
    if (value instanceof RegExp) return ['x', 'regular expression', value.javaSource ?? value.source];
    if (core.isKeyword(value) || core.isSymbol(value))
      return ['x', core.isKeyword(value) ? 'keyword' : 'symbol', core.text(value)];
    if (core.isList(value)) {
      if (depth > 50) throw new Error('The result is nested too deeply');
      return ['a', Array.from(core.toArray(value), (element) => toWire(element, depth + 1))];
    }
    const kind = core.kind(value);
    return ['x', kind, kind === 'function' ? 'function' : core.shown(value)];
  }

  function cellThing(wire, path) {
    return new RowThing('Cell', path, (name) => {
      if (name === 'value') return fromWire(wire[0]);
      if (name === 'recon') return fromWire(wire[1], path && [...path, 'recon']);
      if (name === 'errorMessage') return Array.isArray(wire[0]) && wire[0][0] === 'e' ? wire[0][1] : null;
      return null;
    });
  }

  function argumentsOf(row, batch) {
    const cells = new RowThing('CellTuple', ['cells'], (name) => {
      const wire = row[4][batch.slots.get(name) ?? -1];
      return wire ? cellThing(wire, ['cells', name]) : null;
    });
    const record = row[5];
    const rowThing = new RowThing('Row', ['row'], (name) => {
      switch (name) {
        case 'index':
          return row[2];
        case 'cells':
          return cells;
        case 'starred':
          return (row[3] & 1) !== 0;
        case 'flagged':
          return (row[3] & 2) !== 0;
        case 'columnNames':
          return core.vector(batch.columns);
        case 'record':
          return record === null ? null : recordThing(record);
        default:
          return null;
      }
    });
    return [
      fromWire(row[0], ['value']),
      row[1] === null ? null : cellThing(row[1], ['cell']),
      cells,
      rowThing,
      row[2],
      null,
      null,
    ];
  }

  function recordThing(record) {
    return new RowThing('Record', ['row', 'record'], (name) => {
      if (name !== 'cells') return fromWire(record[name]);
      return new RowThing('RecordCells', ['row', 'record', 'cells'], (column) =>
        record.cells[column] === undefined ? null : core.vector(record.cells[column].map((wire) => cellThing(wire))),
      );
    });
  }

  function errorText(error) {
    if (/^stack overflow$/.test(error?.message)) return 'The expression calls itself too deeply';
    return error instanceof Error ? error.message : String(error);
  }

  function compile(source) {
    program = undefined;
    try {
      program = read(source);
      return undefined;
    } catch (error) {
      const data = error?.data;
      const place = (name) => (data === undefined || data === null ? undefined : read(`(fn [d] (${name} d))`)(data));
      return {
        message: `Syntax error: ${errorText(error)}`,
        line: place(':line') ?? undefined,
        column: place(':column') ?? place(':col') ?? undefined,
      };
    }
  }

  return {
    compile,
    errorText,
    run: (row, batch) => toWire(program(...argumentsOf(row, batch))),
    import: () => undefined,
  };
})();

/*
 * A program can reach the constructor of any value, and by that of a function could make JavaScript from text. The
 * interpreter of Clojure makes none: the replacement only distinguishes functions from other values.
 */
{
  const refuse = () => {
    throw new TypeError('No code is made from text here');
  };
  const standIn = function Function() {
    refuse();
  };
  Object.defineProperty(standIn, 'prototype', { value: Function.prototype, writable: false });
  for (const made of [function () {}, function* () {}, async function () {}, async function* () {}]) {
    Object.defineProperty(Object.getPrototypeOf(made), 'constructor', {
      value: standIn,
      writable: false,
      configurable: false,
    });
  }
  Object.defineProperty(globalThis, 'Function', { value: standIn, writable: false, configurable: false });
  Object.defineProperty(globalThis, 'eval', { value: refuse, writable: false, configurable: false });
}
