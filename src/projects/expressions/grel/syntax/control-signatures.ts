import type { GrelNode } from './grel-ast.js';

/** Arguments of a control; its code is in evaluation/. */
interface ControlSignature {
  readonly name: string;
  readonly parameters: string;
  readonly returns: string;
  readonly description: string;
  readonly argumentCount: 1 | 3 | 4 | 5;
  /** Positions of the arguments that have to be bare names, with their names in messages. */
  readonly variables: readonly (readonly [position: number, calledAs: string])[];
  /** Examples for the manual: expression and preview. */
  readonly examples: readonly (readonly [expression: string, shown: string | null])[];
}

const VARIABLE = 'second argument to be a variable name';
const COUNTS = { 1: 'one argument', 3: 'three arguments', 4: 'four arguments', 5: 'five arguments' } as const;

/** All controls: like functions, but they evaluate their arguments only when and as often as they need them. */
export const CONTROL_SIGNATURES: readonly ControlSignature[] = [
  {
    name: 'if',
    parameters: 'condition, then, else',
    returns: 'whatever the chosen part gives',
    description:
      'The second part when the condition is true, else the third; the other one is not evaluated. True is the boolean true and the text "true".',
    argumentCount: 3,
    variables: [],
    examples: [
      ['if("abc".length() > 2, "long", "short")', 'long'],
      ['if(1, "yes", "no")', 'no'],
    ],
  },
  {
    name: 'with',
    parameters: 'value, name, expression',
    returns: 'whatever the expression gives',
    description: 'Gives a value a name, and evaluates an expression that uses it.',
    argumentCount: 3,
    variables: [[1, VARIABLE]],
    examples: [['with("a b c".split(" "), words, words.length() + " words")', '3 words']],
  },
  {
    name: 'forEach',
    parameters: 'array, name, expression',
    returns: 'array',
    description:
      'Evaluates an expression for each element of an array, or for each value of a JSON object. An element for which it fails becomes an error within the array.',
    argumentCount: 3,
    variables: [[1, VARIABLE]],
    examples: [
      ['forEach([1, 2, 3], x, x * x)', '[ 1, 4, 9 ]'],
      ['forEach("a,b".split(","), word, word.toUppercase()).join("|")', 'A|B'],
    ],
  },
  {
    name: 'forEachIndex',
    parameters: 'array, index name, element name, expression',
    returns: 'array',
    description: 'As forEach, with the position of the element (from 0), or the name of the member of a JSON object.',
    argumentCount: 4,
    variables: [
      [1, "second argument to be the index's variable name"],
      [2, "second argument to be the element's variable name"],
    ],
    examples: [['forEachIndex(["a", "b"], i, x, (i + 1) + ". " + x).join(", ")', '1. a, 2. b']],
  },
  {
    name: 'forRange',
    parameters: 'from, to, step, name, expression',
    returns: 'array',
    description:
      'Evaluates an expression for each number from the first up to, but without, the second; downwards when the step is negative.',
    argumentCount: 5,
    variables: [[3, VARIABLE]],
    examples: [['forRange(0, 6, 2, i, i)', '[ 0, 2, 4 ]']],
  },
  {
    name: 'forNonBlank',
    parameters: 'value, name, expression, otherwise',
    returns: 'whatever the chosen part gives',
    description:
      'Gives a value a name and evaluates the first expression when the value is not blank; otherwise evaluates the second.',
    argumentCount: 4,
    variables: [[1, VARIABLE]],
    examples: [['forNonBlank("", v, v.trim(), "nothing")', 'nothing']],
  },
  {
    name: 'filter',
    parameters: 'array, name, test',
    returns: 'array',
    description: 'The elements for which the test gives the boolean true.',
    argumentCount: 3,
    variables: [[1, VARIABLE]],
    examples: [['filter(["a1", "b", "c3"], x, x.match(/.*\\d/) != null)', '[ "a1", "c3" ]']],
  },
  {
    name: 'isNull',
    parameters: 'value',
    returns: 'boolean',
    description: 'Whether there is no value.',
    argumentCount: 1,
    variables: [],
    examples: [['isNull(null)', 'true']],
  },
  {
    name: 'isNotNull',
    parameters: 'value',
    returns: 'boolean',
    description: 'Whether there is a value, be it the empty text.',
    argumentCount: 1,
    variables: [],
    examples: [['isNotNull("")', 'true']],
  },
  {
    name: 'isBlank',
    parameters: 'value',
    returns: 'boolean',
    description: 'Whether there is no value, or the empty text, or an error. A text of spaces is not blank.',
    argumentCount: 1,
    variables: [],
    examples: [
      ['isBlank("")', 'true'],
      ['isBlank(" ")', 'false'],
    ],
  },
  {
    name: 'isNonBlank',
    parameters: 'value',
    returns: 'boolean',
    description: 'The opposite of isBlank.',
    argumentCount: 1,
    variables: [],
    examples: [['isNonBlank("x")', 'true']],
  },
  {
    name: 'isEmptyString',
    parameters: 'value',
    returns: 'boolean',
    description: 'Whether the value is the empty text.',
    argumentCount: 1,
    variables: [],
    examples: [['isEmptyString(null)', 'false']],
  },
  {
    name: 'isNumeric',
    parameters: 'value',
    returns: 'boolean',
    description: 'Whether the value is a number, or a text of digits alone.',
    argumentCount: 1,
    variables: [],
    examples: [
      ['isNumeric("12")', 'true'],
      ['isNumeric("1.2")', 'false'],
    ],
  },
  {
    name: 'isError',
    parameters: 'value',
    returns: 'boolean',
    description: 'Whether evaluating the value failed.',
    argumentCount: 1,
    variables: [],
    examples: [['isError(toNumber("x"))', 'true']],
  },
];

const BY_NAME: ReadonlyMap<string, ControlSignature> = new Map(
  CONTROL_SIGNATURES.map((signature) => [signature.name, signature]),
);

/** Undefined for an unknown control; names are case-sensitive. */
export function findControl(name: string): ControlSignature | undefined {
  return BY_NAME.get(name);
}

/** The fault of the arguments for parse errors; undefined without one. */
export function controlFault(
  { name, argumentCount, variables }: ControlSignature,
  args: readonly GrelNode[],
): string | undefined {
  if (args.length !== argumentCount) return `${name} expects ${COUNTS[argumentCount]}`;
  for (const [position, calledAs] of variables)
    if (args[position]?.kind !== 'variable') return `${name} expects ${calledAs}`;
  if (name !== 'forEachIndex') return undefined;
  const [, index, element] = args;
  const isSame = index?.kind === 'variable' && element?.kind === 'variable' && index.name === element.name;
  return isSame ? `${name} expects the second and third arguments to be different variable names` : undefined;
}
