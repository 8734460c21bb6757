/*
 * Runs inside the sealed interpreter, after Skulpt and python-text.js. Fast paths of the most frequent operations:
 * methods, parts and comparisons of plain texts, small whole numbers, lists. All other kinds go Skulpt's own way, so
 * that results never change, only times.
 */
'use strict';
globalThis.pythonShortcuts = (() => {
  const { builtin, abstr, misceval } = Sk;
  const NONE = builtin.none.none$;
  const {
    str: Str,
    int_: Int,
    list: List,
    tuple: Tuple,
    slice: Slice,
    sk_method: BoundMethod,
    method_descriptor: MethodDescriptor,
  } = builtin;
  const text = Str.prototype;

  /** A text, made in fewer steps; for JavaScript's texts only, and not during parsing, when texts are interned. */
  function Plain(value) {
    this.v = value;
  }
  /** The same, for a text without characters beyond U+FFFF: `null` says that their places need not be known. */
  function Basic(value) {
    this.v = value;
    this.codepoints = null;
  }
  Plain.prototype = Basic.prototype = text;
  const hasNone = (kwargs) => kwargs === undefined || kwargs.length === 0;

  // A method of a text, bound: everything but the text is made once, and inherited.
  const patterns = new Map();
  function patternOf(descriptor) {
    const definition = descriptor.d$def;
    const { $meth, $flags = {} } = definition;
    const pattern = new BoundMethod(definition, new Str(''));
    const general = (self, args, kwargs) => new BoundMethod(definition, self).tp$call(args, kwargs);
    // The same without keywords.
    const callWith = $flags.NoArgs
      ? (self, args) => (args.length === 0 ? $meth.call(self) : general(self, args))
      : $flags.OneArg
        ? (self, args) => (args.length === 1 ? $meth.call(self, args[0]) : general(self, args))
        : $flags.FastCall && !$flags.NoKwargs
          ? (self, args) => $meth.call(self, args)
          : $flags.MinArgs !== undefined
            ? (self, args) =>
                args.length >= $flags.MinArgs && args.length <= $flags.MaxArgs
                  ? $meth.apply(self, args)
                  : general(self, args)
            : general;
    pattern.callWith = callWith;
    pattern.tp$call = function (args, kwargs) {
      return hasNone(kwargs) ? callWith(this.$self, args) : general(this.$self, args, kwargs);
    };
    Object.defineProperty(pattern, '$meth', {
      get() {
        return $meth.bind(this.$self);
      },
    });
    return pattern;
  }
  function knownPattern(descriptor) {
    let pattern = patterns.get(descriptor);
    if (pattern === undefined) {
      pattern = patternOf(descriptor);
      patterns.set(descriptor, pattern);
    }
    return pattern;
  }
  function bound(descriptor, self) {
    const made = Object.create(knownPattern(descriptor));
    made.$self = self;
    return made;
  }
  const attributeOf = text.tp$getattr;
  text.tp$getattr = function tp$getattr(name, canSuspend) {
    if (this.ob$type === Str) {
      const found = text[name.$mangled];
      if (found instanceof MethodDescriptor) return bound(found, this);
    }
    return attributeOf.call(this, name, canSuspend);
  };

  // Methods whose usual form needs no parsing of arguments.
  const quick = (name, most, shortcut) => {
    const slow = text[name];
    const made = new MethodDescriptor(Str, {
      ...slow.d$def,
      $name: name,
      $meth(args, kwargs) {
        if (args.length <= most && hasNone(kwargs)) {
          const given = shortcut(this, args);
          if (given !== undefined) return given;
        }
        return new BoundMethod(slow.d$def, this).tp$call(args, kwargs);
      },
      $flags: { FastCall: true },
    });
    text[name] = made;
  };
  const made = (value) => new Plain(value);
  const ASTRAL = /[\ud800-\udfff]/;
  /** A part of a text without characters beyond U+FFFF. */
  const madeOfBasic = (value) => new Basic(value);
  text.$hasAstralCodePoints = ((hasAstral) =>
    function $hasAstralCodePoints() {
      if (this.codepoints === null) return false;
      if (this.codepoints === undefined && !ASTRAL.test(this.v)) {
        this.codepoints = null;
        return false;
      }
      return hasAstral.call(this);
    })(text.$hasAstralCodePoints);
  const piecesOf = (self, separator) => {
    const pieces = self.v.split(separator);
    const make = self.$hasAstralCodePoints() ? made : madeOfBasic;
    for (let i = 0; i < pieces.length; i++) pieces[i] = make(pieces[i]);
    return new List(pieces);
  };
  quick('split', 1, (self, args) =>
    args.length === 1 && args[0] instanceof Str && args[0].v !== '' ? piecesOf(self, args[0].v) : undefined,
  );
  quick('strip', 0, (self) => made(self.v.trim()));
  quick('lstrip', 0, (self) => made(self.v.trimStart()));
  quick('rstrip', 0, (self) => made(self.v.trimEnd()));
  /** The elements of a list or tuple with the text between them; undefined unless all are texts. */
  const joined = (self, list) => {
    if (!(list instanceof List || list instanceof Tuple)) return undefined;
    const elements = list.v;
    const pieces = [];
    for (let i = 0; i < elements.length; i++) {
      const piece = elements[i];
      if (!(piece instanceof Str)) return undefined;
      pieces.push(piece.v);
    }
    return made(pieces.join(self.v));
  };
  quick('join', 1, (self, args) => joined(self, args[0]));

  // Parts: `x[i]`, `x[i:j]`.
  const isSmall = (value) => value instanceof Int && typeof value.v === 'number';
  const NOWHERE = -Infinity;
  /** One bound of a slice, counted from the beginning; NOWHERE for anything but a small number. */
  const boundOf = (bound, length, absent) => {
    if (bound === NONE) return absent;
    if (!isSmall(bound)) return NOWHERE;
    return bound.v < 0 ? Math.max(0, bound.v + length) : bound.v;
  };
  const partOfText = text.mp$subscript;
  text.mp$subscript = function mp$subscript(index) {
    if (this.codepoints === null || !this.$hasAstralCodePoints()) {
      const value = this.v;
      if (index instanceof Slice) {
        const from = boundOf(index.start, value.length, 0);
        const to = boundOf(index.stop, value.length, value.length);
        if (index.step === NONE && from !== NOWHERE && to !== NOWHERE) return madeOfBasic(value.slice(from, to));
      } else if (isSmall(index)) {
        const at = index.v < 0 ? index.v + value.length : index.v;
        if (at >= 0 && at < value.length) return madeOfBasic(value[at]);
      }
    }
    return partOfText.call(this, index);
  };
  const partOfList = List.prototype.mp$subscript;
  List.prototype.mp$subscript = function mp$subscript(index) {
    if (isSmall(index)) {
      const at = index.v < 0 ? index.v + this.v.length : index.v;
      if (at >= 0 && at < this.v.length) return this.v[at];
    } else if (index instanceof Slice && index.step === NONE) {
      const from = boundOf(index.start, this.v.length, 0);
      const to = boundOf(index.stop, this.v.length, this.v.length);
      if (from !== NOWHERE && to !== NOWHERE) return new List(this.v.slice(from, to));
    }
    return partOfList.call(this, index);
  };

  // Sums of two texts or of two small numbers.
  const isSafe = Number.isSafeInteger;
  const shortSum = (general) => (one, other, operator) => {
    if (operator === 'Add' || operator === 'Sub') {
      const type = one.ob$type;
      if (type === other.ob$type) {
        if (type === Str && operator === 'Add') return made(one.v + other.v);
        if (type === Int && typeof one.v === 'number' && typeof other.v === 'number') {
          const sum = operator === 'Add' ? one.v + other.v : one.v - other.v;
          if (isSafe(sum)) return new Int(sum);
        }
      }
    }
    return general(one, other, operator);
  };
  abstr.numberBinOp = shortSum(abstr.numberBinOp);
  abstr.numberInplaceBinOp = shortSum(abstr.numberInplaceBinOp);

  misceval.Suspension = function Suspension() {
    throw new builtin.NotImplementedError('a program cannot wait for something here');
  };

  // Comparisons of two texts or two small numbers.
  const compare = misceval.richCompareBool;
  misceval.richCompareBool = (one, other, operator, canSuspend) => {
    const type = one.ob$type;
    if (
      type === other.ob$type &&
      (type === Str || (type === Int && typeof one.v === 'number' && typeof other.v === 'number'))
    )
      switch (operator) {
        case 'Eq':
          return one.v === other.v;
        case 'NotEq':
          return one.v !== other.v;
        case 'Lt':
          return one.v < other.v;
        case 'LtE':
          return one.v <= other.v;
        case 'Gt':
          return one.v > other.v;
        case 'GtE':
          return one.v >= other.v;
        default:
      }
    return compare(one, other, operator, canSuspend);
  };

  /** Calls an existing method, with the object for `self`. */
  const callKnown = (descriptor, self, args) => knownPattern(descriptor).callWith(self, args);
  return { Plain, Basic, isSmall, made, piecesOf, joined, callKnown };
})();
