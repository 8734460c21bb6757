import type { BinaryOperator, GrelNode } from '../../../../src/projects/expressions/grel/syntax/grel-ast.js';

/**
 * The program that a tree stands for, in one line, with no more parentheses than needed. Reading it again gives the same tree. Strings are
 * written with double quotes.
 */
export function printProgram(node: GrelNode): string {
  switch (node.kind) {
    case 'literal':
      if (node.value === null) return 'null';
      return typeof node.value === 'string' ? quoted(node.value) : (node.source ?? String(node.value));
    case 'regex':
      return `/${node.source}/${node.ignoreCase ? 'i' : ''}`;
    case 'variable':
      return node.name;
    case 'operator': {
      const level = LEVELS[node.operator];
      return `${operand(node.left, level)} ${node.operator} ${operand(node.right, level + 1)}`;
    }
    case 'field':
      return `${target(node.object)}.${node.name}`;
    case 'control':
      return `${node.name}(${list(node.args)})`;
    case 'array':
      return `[${list(node.elements)}]`;
    case 'call': {
      const [first, ...others] = node.args;
      if (node.style === 'plain' || first === undefined) return `${node.name}(${list(node.args)})`;
      return node.style === 'index'
        ? `${target(first)}[${list(others)}]`
        : `${target(first)}.${node.name}(${list(others)})`;
    }
  }
}

/** The higher, the closer an operator binds. */
const LEVELS: Readonly<Record<BinaryOperator, number>> = {
  '<': 0,
  '<=': 0,
  '>': 0,
  '>=': 0,
  '==': 0,
  '!=': 0,
  '=': 0,
  '+': 1,
  '-': 1,
  '*': 2,
  '/': 2,
  '%': 2,
};

function operand(node: GrelNode, level: number): string {
  const text = printProgram(node);
  return node.kind === 'operator' && LEVELS[node.operator] < level ? `(${text})` : text;
}

/** What stands before a point or a bracket. A number needs parentheses, or the point would become part of it. */
function target(node: GrelNode): string {
  const text = printProgram(node);
  const isNumber = node.kind === 'literal' && node.source !== undefined;
  return node.kind === 'operator' || isNumber ? `(${text})` : text;
}

function list(nodes: readonly GrelNode[]): string {
  return nodes.map(printProgram).join(', ');
}

const ESCAPES: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function quoted(text: string): string {
  return `"${text.replace(/["\\\n\r\t]/g, (char) => ESCAPES[char] ?? char)}"`;
}
