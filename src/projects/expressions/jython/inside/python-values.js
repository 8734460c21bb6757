/*
 * Runs inside the sealed interpreter, after Skulpt. Values between their wire form and Python, and the variables of a
 * row. Conversions are lazy: most programs use little of a row.
 */
'use strict';
globalThis.pythonValues = (() => {
  const { builtin, abstr, misceval, ffi } = Sk;
  const { Plain, Basic } = globalThis.pythonShortcuts;
  const NONE = builtin.none.none$;
  const LONG_MAX = 2n ** 63n - 1n;
  const LONG_MIN = -(2n ** 63n);
  const text = (value) => new builtin.str(value);

  /**
   * Something with fields. `look(name)` returns the Python value of a field, or undefined where it is missing or null.
   */
  const Fields = abstr.buildNativeClass('Fields', {
    constructor: function Fields(typeName, path, look) {
      this.typeName = typeName;
      this.path = path;
      this.look = look;
      this.known = new Map();
    },
    slots: {
      tp$getattr(name, canSuspend) {
        const found = field(this, name.$jsstr());
        if (found !== undefined) return found;
        const own = Sk.generic.getAttr.call(this, name, canSuspend);
        if (own !== undefined) return own;
        throw new builtin.AttributeError(`'${this.typeName}' object has no attribute '${name.$jsstr()}'`);
      },
      mp$subscript(name) {
        const found = builtin.checkString(name) ? field(this, name.v) : undefined;
        if (found === undefined) throw new builtin.KeyError(name);
        return found;
      },
      $r() {
        return text(`[object ${this.typeName}]`);
      },
    },
  });

  function field(fields, name) {
    if (fields.known.has(name)) return fields.known.get(name);
    const found = fields.look(name);
    fields.known.set(name, found);
    return found;
  }

  /** A list of things with fields: `list.name` is the list of the elements' fields. */
  const FieldsList = abstr.buildNativeClass('FieldsList', {
    constructor: function FieldsList(elements) {
      builtin.list.call(this, elements);
    },
    base: builtin.list,
    slots: {
      tp$getattr(name, canSuspend) {
        const own = Sk.generic.getAttr.call(this, name, canSuspend);
        if (own !== undefined) return own;
        return new builtin.list(this.v.map((element) => field(element, name.$jsstr()) ?? NONE));
      },
      mp$subscript(index) {
        if (builtin.checkString(index))
          return new builtin.list(this.v.map((element) => field(element, index.v) ?? NONE));
        return builtin.list.prototype.mp$subscript.call(this, index);
      },
    },
  });

  /** A value without a counterpart in Python: its text and kind. */
  const Opaque = abstr.buildNativeClass('Opaque', {
    constructor: function Opaque(wire, shown) {
      this.wire = wire;
      this.shown = shown;
    },
    slots: {
      $r() {
        return text(this.shown);
      },
    },
  });

  function whole(digits) {
    return typeof digits === 'number'
      ? new builtin.lng(digits)
      : builtin.lng.prototype.tp$new.call(builtin.lng.prototype, [text(digits)]);
  }

  function toPython(wire, path) {
    if (wire === null) return NONE;
    if (typeof wire === 'string') return text(wire);
    if (typeof wire === 'number') return whole(wire);
    if (typeof wire === 'boolean') return wire ? builtin.bool.true$ : builtin.bool.false$;
    switch (wire[0]) {
      case 'n':
        return whole(wire[1]);
      case 'f':
        return new builtin.float_(Number(wire[1]));
      case 't':
        return datetimeOf(wire[1], wire[2]);
      case 'a':
        return new builtin.list(wire[1].map((element) => toPython(element)));
      case 'l':
        return new FieldsList(wire[1].map((element) => toPython(element)));
      case 'o':
        return new builtin.dict(wire[1].flatMap(([key, member]) => [text(key), toPython(member)]));
      case 'F':
        return new Fields(wire[1], path, (name) => present(wire[2][name], path && [...path, name]));
      case 'e':
        return new Opaque(wire, wire[1]);
      default:
        return new Opaque(wire, wire[2]);
    }
  }

  /** The Python value of a field; undefined where it is missing or null. */
  function present(wire, path) {
    return wire === undefined || wire === null ? undefined : toPython(wire, path);
  }

  function dateClass() {
    return Sk.importModule('_dates', false, false).$d.OffsetDateTime;
  }

  function call(callee, ...args) {
    return misceval.callsimArray(callee, args);
  }

  const DAY_MS = 86400000;

  function datetimeOf(epochMs, nanos) {
    const date = new Date(epochMs);
    const parts = [
      date.getUTCFullYear(),
      date.getUTCMonth() + 1,
      date.getUTCDate(),
      date.getUTCHours(),
      date.getUTCMinutes(),
      date.getUTCSeconds(),
      date.getUTCMilliseconds() * 1000 + Math.trunc(nanos / 1000),
    ];
    return call(dateClass(), ...parts.map((part) => new builtin.int_(part)));
  }

  function member(object, name) {
    return object.tp$getattr(text(name));
  }

  function isInstanceOf(value, className) {
    const loaded = Sk.sysmodules.quick$lookup(text('datetime'));
    return loaded !== undefined && misceval.isTrue(builtin.isinstance(value, loaded.$d[className]));
  }

  /** A datetime without a time zone is UTC. */
  function datetimeWire(value) {
    const number = (name) => Number(member(value, name).v);
    const date = new Date(0);
    date.setUTCFullYear(number('year'), number('month') - 1, number('day'));
    let epochMs = date.getTime() + ((number('hour') * 60 + number('minute')) * 60 + number('second')) * 1000;
    const offset = call(member(value, 'utcoffset'));
    if (offset !== NONE)
      epochMs -= Number(member(offset, 'days').v) * DAY_MS + Number(member(offset, 'seconds').v) * 1000;
    const micros = number('microsecond');
    return ['t', epochMs + Math.trunc(micros / 1000), (micros % 1000) * 1000];
  }

  function wholeWire(value) {
    const number = value.v;
    if (typeof number === 'number') return number;
    const big = BigInt(number.toString());
    if (big > LONG_MAX || big < LONG_MIN) throw new builtin.OverflowError('long int too large to convert');
    return ['n', String(big)];
  }

  function floatWire(number) {
    return [
      'f',
      Number.isFinite(number) && !Object.is(number, -0) ? number : Object.is(number, -0) ? '-0' : String(number),
    ];
  }

  function toWire(value, depth = 0) {
    if (value === NONE || value === undefined) return null;
    if (value instanceof builtin.str) return value.v;
    if (value instanceof builtin.bool) return value === builtin.bool.true$ ? 1 : 0;
    if (value instanceof builtin.int_) return wholeWire(value);
    if (value instanceof builtin.float_) return floatWire(value.v);
    if (value instanceof Fields && value.path !== undefined) return ['r', value.path];
    if (value instanceof Opaque) return value.wire;
    if (value instanceof builtin.list || value instanceof builtin.tuple) {
      if (depth > 50) throw new builtin.ValueError('The result is nested too deeply');
      return ['a', value.v.map((element) => toWire(element, depth + 1))];
    }
    if (value instanceof builtin.complex)
      throw new builtin.TypeError("can't convert complex to float; use e.g. abs(z)");
    if (isInstanceOf(value, 'datetime')) return datetimeWire(value);
    return ['x', abstr.typeName(value), misceval.objectRepr(value)];
  }

  const BASE_CELL = ['cell'];

  function cellFields(wire, path) {
    return new Fields('Cell', path, (name) => {
      if (name === 'value') return present(wire[0]);
      if (name === 'recon') return present(wire[1], [...path, 'recon']);
      if (name === 'errorMessage' && Array.isArray(wire[0]) && wire[0][0] === 'e') return text(wire[0][1]);
      return undefined;
    });
  }

  function cellsFields(row, batch, path) {
    return new Fields('Cells', path, (name) => {
      const slot = batch.slots.get(name);
      const wire = slot === undefined ? null : row[4][slot];
      return wire === null || wire === undefined ? undefined : cellFields(wire, [...path, name]);
    });
  }

  function rowFields(row, batch, cells) {
    return new Fields('Row', ['row'], (name) => {
      switch (name) {
        case 'index':
          return whole(row[2]);
        case 'cells':
          return cells;
        case 'starred':
          return row[3] & 1 ? builtin.bool.true$ : builtin.bool.false$;
        case 'flagged':
          return row[3] & 2 ? builtin.bool.true$ : builtin.bool.false$;
        case 'columnNames':
          return new builtin.list(batch.columns.map(text));
        case 'record':
          return row[5] ? recordFields(row[5]) : undefined;
        default:
          return undefined;
      }
    });
  }

  function recordFields(record) {
    const path = ['row', 'record'];
    return new Fields('Record', path, (name) => {
      if (name !== 'cells') return present(record[name]);
      return new Fields('RecordCells', [...path, 'cells'], (column) => {
        const wires = record.cells[column];
        return wires === undefined ? undefined : new FieldsList(wires.map((wire) => cellFields(wire)));
      });
    });
  }

  /**
   * The arguments of the program for a row: value, cell, cells, row, rowIndex, value1, value2. Only those that the
   * program names (`mentions`) are made.
   */
  function argumentsOf(row, batch, mentions) {
    const cells = mentions.cells || mentions.row ? cellsFields(row, batch, ['cells']) : NONE;
    return [
      typeof row[0] === 'string' ? (batch.basic ? new Basic(row[0]) : new Plain(row[0])) : toPython(row[0], ['value']),
      row[1] === null || !mentions.cell ? NONE : cellFields(row[1], BASE_CELL),
      cells,
      mentions.row ? rowFields(row, batch, cells) : NONE,
      mentions.rowIndex ? new builtin.int_(row[2]) : NONE,
      NONE,
      NONE,
    ];
  }

  return { argumentsOf, toWire, toPython, text, call, ffi };
})();
