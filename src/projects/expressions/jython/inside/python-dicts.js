/*
 * Runs inside the sealed interpreter, after Skulpt. Members of dictionaries and functions in Python 2 that Python 3,
 * and so Skulpt, lacks.
 */
'use strict';
(() => {
  const { builtin, abstr, misceval } = Sk;
  const method = (name, of) => {
    const definition = {
      $name: name,
      $meth() {
        return of(misceval.callsimArray(this.tp$getattr(new builtin.str(name.replace(/^(?:iter|view)/, '')))));
      },
      $flags: { NoArgs: true },
    };
    builtin.dict.prototype[name] = new builtin.method_descriptor(builtin.dict, definition);
  };
  for (const part of ['keys', 'values', 'items']) {
    method(`iter${part}`, (list) => abstr.iter(list));
    method(`view${part}`, (list) => list);
  }

  /** `apply(f, args, kwargs)` is `f(*args, **kwargs)`. */
  Sk.builtins[Sk.fixReserved('apply')] = new builtin.func((callee, args, named) => {
    const keywords = [];
    if (named !== undefined)
      for (const key of misceval.arrayFromIterable(named)) keywords.push(key.v, abstr.objectGetItem(named, key));
    return misceval.callsimOrSuspendArray(callee, args === undefined ? [] : misceval.arrayFromIterable(args), keywords);
  });

  /** Equal texts are one object here, or as good as one. */
  Sk.builtins.intern = new builtin.func((text) => {
    if (!(text instanceof builtin.str)) throw new builtin.TypeError('intern() argument 1 must be string');
    return text;
  });
})();
