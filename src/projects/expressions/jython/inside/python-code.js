/*
 * Runs inside the sealed interpreter, after python-shortcuts.js. Shorter compilation than Skulpt's: each hook gets a
 * part of the program from Skulpt's compiler (create-jython-language.ts adds the calls) and writes JavaScript for it, or returns
 * undefined and leaves it to Skulpt. Calls and new objects are the cost of a line, so that the most frequent operations
 * – methods and parts of texts, sums, loops, comparisons – are written out for texts, lists and small numbers, with
 * Skulpt's own way behind a check of the type.
 */
'use strict';
(() => {
  const { builtin, abstr, misceval, astnodes } = Sk;
  const { Plain, Basic, isSmall, piecesOf, joined, callKnown } = globalThis.pythonShortcuts;
  const NONE = builtin.none.none$;
  const YES = builtin.bool.true$;
  const NO = builtin.bool.false$;
  const { str: Str, int_: Int, list: List, slice: Slice, method_descriptor: MethodDescriptor } = builtin;
  const text = Str.prototype;
  const list = List.prototype;
  const isSafe = Number.isSafeInteger;
  /** A text made from another by an operation that adds no characters beyond U+FFFF. */
  const like = (self, value) => (self.codepoints === null ? new Basic(value) : new Plain(value));
  const slow = (self, name, ...args) => callKnown((self.ob$type === Str ? text : list)[name], self, args);

  const code = {
    Text: Str,
    Basic,
    yes: YES,
    no: NO,
    zero: new Int(0),
    end: new Int(2147483647),
    len: Sk.builtins.len,
  };
  globalThis.$py = code;

  // Methods with a number of arguments, by name: no two of texts and lists share one.
  const METHODS = {
    upper0: (self) => like(self, self.v.toUpperCase()),
    lower0: (self) => like(self, self.v.toLowerCase()),
    strip0: (self) => like(self, self.v.trim()),
    lstrip0: (self) => like(self, self.v.trimStart()),
    rstrip0: (self) => like(self, self.v.trimEnd()),
    split1: (self, separator) =>
      separator.ob$type === Str && separator.v !== '' ? piecesOf(self, separator.v) : slow(self, 'split', separator),
    join1: (self, pieces) => joined(self, pieces) ?? slow(self, 'join', pieces),
    startswith1: (self, beginning) =>
      beginning.ob$type === Str ? (self.v.startsWith(beginning.v) ? YES : NO) : slow(self, 'startswith', beginning),
    endswith1: (self, ending) =>
      ending.ob$type === Str ? (self.v.endsWith(ending.v) ? YES : NO) : slow(self, 'endswith', ending),
    append1: (self, element) => {
      self.v.push(element);
      return NONE;
    },
  };
  Object.assign(code, METHODS);

  const knownMethod = (object, name) => {
    const type = object.ob$type;
    const found = type === Str ? text[name.$mangled] : type === List ? list[name.$mangled] : undefined;
    return found instanceof MethodDescriptor ? found : undefined;
  };

  /**
   * The method of an object, looked up before its arguments are evaluated; null for one of a text or a list, which
   * exists and need not be bound.
   */
  code.method = (object, name) => {
    if (knownMethod(object, name) !== undefined) return null;
    const found = object.tp$getattr(name, true);
    if (found === undefined)
      throw new builtin.AttributeError(`${object.sk$attrError()} has no attribute '${name.$jsstr()}'`);
    return found;
  };
  code.callKnown = (object, name, args) => callKnown(knownMethod(object, name), object, args);
  code.call = (callee, args) =>
    callee.tp$call
      ? callee.tp$call(args, undefined)
      : misceval.applyOrSuspend(callee, undefined, undefined, undefined, args);
  code.callMethod = (object, name, args) => {
    const method = code.method(object, name);
    return method === null ? code.callKnown(object, name, args) : code.call(method, args);
  };

  const isLiteral = (node) => node.constructor === astnodes.Str || node.constructor === astnodes.Num;
  const isPlainCall = ({ args, keywords }) =>
    !(keywords && keywords.length > 0) && !(args ?? []).some((argument) => argument.constructor === astnodes.Starred);

  Sk.shortCall = (compiler, call, out) => {
    const { func } = call;
    if (!isPlainCall(call)) return undefined;
    if (func.constructor === astnodes.Name)
      return func.id.v === 'len' && call.args?.length === 1 ? lengthCall(compiler, call, out) : undefined;
    if (func.constructor !== astnodes.Attribute || func.ctx !== astnodes.Load) return undefined;
    const name = func.attr.v;
    if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) return undefined;
    const args = call.args ?? [];
    const object = compiler.vexpr(func.value);
    const nameConstant = compiler.makeConstant(`new Sk.builtin.str('${name}')`);
    const short = `${name}${args.length}`;
    const isShort = Object.hasOwn(METHODS, short);
    if (args.every(isLiteral)) {
      // Nothing is evaluated between the look-up of the method and its call.
      const values = args.map((argument) => compiler.vexpr(argument));
      const general = `$py.callMethod(${object},${nameConstant},[${values.join(',')}])`;
      out(
        '$ret = ',
        isShort && name !== 'append'
          ? `${object}.ob$type===$py.Text?$py.${short}(${[object, ...values].join(',')}):${general}`
          : general,
        ';',
      );
      return compiler._gr('call', '$ret');
    }
    const method = compiler._gr('lattr', `$py.method(${object},${nameConstant})`);
    const values = args.map((argument) => compiler.vexpr(argument)).join(',');
    out(
      '$ret = ',
      method,
      '===null?',
      isShort ? `$py.${short}(${object},${values})` : `$py.callKnown(${object},${nameConstant},[${values}])`,
      `:$py.call(${method},[${values}]);`,
    );
    return compiler._gr('call', '$ret');
  };

  // `len(x)`, unless the program redefines that name.
  code.lengthOf = (object) => {
    const type = object.ob$type;
    if (type === Str && (object.codepoints === null || !object.$hasAstralCodePoints())) return new Int(object.v.length);
    return type === List ? new Int(object.v.length) : code.len.tp$call([object], undefined);
  };
  function lengthCall(compiler, { func, args }, out) {
    const callee = compiler.vexpr(func);
    const value = compiler.vexpr(args[0]);
    out('$ret = ', `${callee}===$py.len?$py.lengthOf(${value}):$py.call(${callee},[${value}]);`);
    return compiler._gr('call', '$ret');
  }

  // `x[i:j]`: Python 2 takes 0 and a number beyond all lengths for missing bounds.
  Sk.shortSlice = (compiler, slice, ctx, object, out) => {
    if (ctx !== astnodes.Load || slice.constructor !== astnodes.Slice || slice.step) return undefined;
    const bounds = [boundOf(slice.lower), boundOf(slice.upper)];
    const lower = slice.lower ? compiler.vexpr(slice.lower) : '$py.zero';
    const upper = slice.upper ? compiler.vexpr(slice.upper) : '$py.end';
    const general = `$py.partOf(${object},${lower},${upper})`;
    const places = bounds[1] === undefined ? (bounds[0] ?? '0') : bounds.map((bound) => bound ?? '0').join(',');
    // JavaScript counts negative places from the end as Python does.
    out(
      '$ret = ',
      bounds.includes(null)
        ? general
        : `${object}.codepoints===null&&${object}.ob$type===$py.Text?new $py.Basic(${object}.v.slice(${places})):${general}`,
      ';',
    );
    return compiler._gr('lsubscr', '$ret');
  };
  /** The number of a bound; undefined for a missing one, null for one that has to be evaluated. */
  function boundOf(node) {
    if (!node) return undefined;
    const isNegative = node.constructor === astnodes.UnaryOp && node.op === astnodes.USub;
    const digits = isNegative ? node.operand : node;
    if (digits.constructor !== astnodes.Num || digits.n.constructor !== Int || typeof digits.n.v !== 'number')
      return null;
    return String(isNegative ? -digits.n.v : digits.n.v);
  }
  code.partOf = (object, lower, upper) => {
    if (
      object.ob$type === Str &&
      isSmall(lower) &&
      isSmall(upper) &&
      (object.codepoints === null || !object.$hasAstralCodePoints())
    )
      return new Basic(object.v.slice(lower.v, upper.v));
    return abstr.objectGetItem(object, new Slice(lower, upper, NONE), true);
  };

  const shortSum = (general) => (one, other) => {
    const type = one.ob$type;
    if (type === other.ob$type) {
      if (type === Str)
        return one.codepoints === null && other.codepoints === null
          ? new Basic(one.v + other.v)
          : new Plain(one.v + other.v);
      if (type === Int && typeof one.v === 'number' && typeof other.v === 'number') {
        const sum = one.v + other.v;
        if (isSafe(sum)) return new Int(sum);
      }
    }
    return general(one, other, 'Add');
  };
  const { numberBinOp, numberInplaceBinOp } = abstr;
  code.Add = shortSum(numberBinOp);
  code.AddInPlace = shortSum(numberInplaceBinOp);
  Sk.shortOperator = (operator, one, other) =>
    operator === 'Add' ? `$py.Add(${one},${other})` : `Sk.abstr.numberBinOp(${one},${other},'${operator}')`;
  Sk.shortInPlace = (operator, one, other) =>
    operator === 'Add'
      ? `$py.AddInPlace(${one},${other})`
      : `Sk.abstr.numberInplaceBinOp(${one},${other},'${operator}')`;

  // Loops: a list is iterated by places, so that changes in the loop are seen.
  class ListWalk {
    constructor(elements) {
      this.elements = elements;
      this.place = 0;
    }
    tp$iternext() {
      const { elements } = this;
      // An iteration that has ended stays so, even when the list grows afterwards.
      if (this.place < elements.length) return elements[this.place++];
      this.place = Infinity;
      return undefined;
    }
  }
  class TextWalk extends ListWalk {
    tp$iternext() {
      const { elements } = this;
      return this.place < elements.length ? new Basic(elements[this.place++]) : undefined;
    }
  }
  code.walk = (object) => {
    const type = object.ob$type;
    if (type === List) return new ListWalk(object.v);
    if (type === Str && (object.codepoints === null || !object.$hasAstralCodePoints())) return new TextWalk(object.v);
    return abstr.iter(object);
  };

  // Comparisons, each operator by itself.
  const compare = misceval.richCompareBool;
  const areAlike = (one, other) => {
    const type = one.ob$type;
    return (
      type === other.ob$type &&
      (type === Str || (type === Int && typeof one.v === 'number' && typeof other.v === 'number'))
    );
  };
  const comparison = (operator, ofValues) => (one, other) =>
    (areAlike(one, other) ? ofValues(one.v, other.v) : compare(one, other, operator, true)) ? YES : NO;
  Object.assign(code, {
    Eq: comparison('Eq', (one, other) => one === other),
    NotEq: comparison('NotEq', (one, other) => one !== other),
    Lt: comparison('Lt', (one, other) => one < other),
    LtE: comparison('LtE', (one, other) => one <= other),
    Gt: comparison('Gt', (one, other) => one > other),
    GtE: comparison('GtE', (one, other) => one >= other),
    Is: (one, other) => (compare(one, other, 'Is', true) ? YES : NO),
    IsNot: (one, other) => (compare(one, other, 'IsNot', true) ? YES : NO),
    In: (one, other) =>
      (one.ob$type === Str && other.ob$type === Str ? other.v.includes(one.v) : compare(one, other, 'In', true))
        ? YES
        : NO,
    NotIn: (one, other) =>
      (one.ob$type === Str && other.ob$type === Str ? !other.v.includes(one.v) : compare(one, other, 'NotIn', true))
        ? YES
        : NO,
  });
})();
