/*
 * Runs inside the sealed interpreter, after Skulpt. Whether a program gives the same for the same value, whatever row
 * it runs on and whatever ran before it. Any doubt means no: such a program names nothing of its row but `value`, keeps
 * nothing from one row to the next (that takes `global`, or an attribute of a module or of its contents), and reads
 * nothing that changes by itself.
 */
'use strict';
globalThis.pythonDependence = (() => {
  const { astnodes } = Sk;
  /** Modules without mutable contents but attributes, which give the same for the same. */
  const STEADY_MODULES = new Set(['re', 'json', 'unicodedata', 'hashlib', 'base64', 'math', 'string', 'datetime']);
  const OTHER_NAMES = new Set([
    'cell',
    'cells',
    'row',
    'rowIndex',
    'globals',
    'locals',
    'vars',
    'dir',
    'id',
    'hash',
    'getattr',
    'setattr',
    'delattr',
    'hasattr',
    'reload',
    'intern',
    'open',
    'file',
    'input',
    'raw_input',
    'help',
    'eval',
    'exec',
    'execfile',
    'compile',
    'super',
    'object',
    'type',
    'property',
    'staticmethod',
    'classmethod',
  ]);
  const CHANGING_ATTRIBUTES = new Set(['now', 'today', 'utcnow']);

  const isSteady = (node) => {
    switch (node.constructor) {
      case astnodes.Global:
      case astnodes.ClassDef:
      case astnodes.Yield:
        return false;
      case astnodes.Raise:
        // Without an exception it raises the last caught one, perhaps of another row.
        return Boolean(node.exc);
      case astnodes.Attribute:
        return node.ctx === astnodes.Load && !node.attr.v.startsWith('_') && !CHANGING_ATTRIBUTES.has(node.attr.v);
      case astnodes.Subscript:
        return node.ctx === astnodes.Load || node.value.constructor === astnodes.Name;
      case astnodes.Name:
        return !node.id.v.startsWith('__') && !OTHER_NAMES.has(node.id.v);
      case astnodes.Import:
        return node.names.every(({ name }) => STEADY_MODULES.has(name.v));
      case astnodes.ImportFrom:
        return (
          !node.level &&
          STEADY_MODULES.has(node.module.v) &&
          node.names.every(({ name }) => name.v !== '*' && !name.v.startsWith('_'))
        );
      default:
        return true;
    }
  };

  const partsOf = (node) =>
    Object.values(node)
      .flatMap((part) => (Array.isArray(part) ? part : [part]))
      .filter((part) => part !== null && typeof part === 'object' && part._fields !== undefined);

  /** `source`, the function with the program as its body, has been parsed before. */
  return (source) => {
    const { cst, flags } = Sk.parse('<program>.py', source);
    const [program] = Sk.astFromParse(cst, '<program>.py', flags).body;
    const open = [...program.body];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (!isSteady(node)) return false;
      open.push(...partsOf(node));
    }
    return true;
  };
})();
