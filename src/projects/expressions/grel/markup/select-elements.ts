import { GrelFailure } from '../evaluation/environment.js';
import { regexOfText } from '../functions/grel-function.js';
import { attributeOf, ownText, scriptText, visibleText, wholeText } from './markup-text.js';
import { childElements, DOCUMENT_NAME, elementsWithin, type MarkupElement } from './markup-tree.js';
import { parseSelector, type CompoundSelector, type SimpleSelector } from './parse-selector.js';

/*
 * Selectors of recipes: those of CSS, and `:contains(text)`, `:matches(regex)`, `:eq(n)`, `:has(selector)`,
 * `[attr~=regex]` and the like, as in jsoup. Names, classes and the values of attributes are compared without regard to
 * case.
 */

type Test = (element: MarkupElement, root: MarkupElement) => boolean;

/** Selected elements below `root`, and itself (also a document), in the order of the document. Throws `GrelFailure`. */
export function selectElements(root: MarkupElement, selector: string): readonly MarkupElement[] {
  const test = testOf(selector);
  const found: MarkupElement[] = [];
  for (const element of elementsWithin(root)) if (test(element, root)) found.push(element);
  return found;
}

function testOf(selector: string): Test {
  const alternatives = parseSelector(selector).map((chain) => chainTest(chain, 'anywhere'));
  return (element, root) => alternatives.some((test) => test(element, root));
}

/** Tests the chain from its end, the element itself. With `root`, the first is related to it by its combinator. */
function chainTest(chain: readonly CompoundSelector[], begins: 'anywhere' | 'root'): Test {
  return (
    chain.reduce<Test | undefined>((before, { combinator, conditions }) => {
      const tests = conditions.map(conditionTest);
      const meets: Test = (element, root) => tests.every((test) => test(element, root));
      const previous =
        before ?? (begins === 'root' ? (element: MarkupElement, root: MarkupElement) => element === root : undefined);
      if (previous === undefined) return meets;
      return (element, root) =>
        meets(element, root) && relatives(element, combinator, root).some((relative_) => previous(relative_, root));
    }, undefined) ?? (() => false)
  );
}

function relatives(
  element: MarkupElement,
  combinator: CompoundSelector['combinator'],
  root: MarkupElement,
): readonly MarkupElement[] {
  if (element === root) return [];
  switch (combinator) {
    case '>':
      return element.parent === null ? [] : [element.parent];
    case '+': {
      const siblings = siblingsOf(element);
      const previous = siblings[siblings.indexOf(element) - 1];
      return previous === undefined ? [] : [previous];
    }
    case '~': {
      const siblings = siblingsOf(element);
      return siblings.slice(0, siblings.indexOf(element));
    }
    case ' ': {
      const ancestors: MarkupElement[] = [];
      for (let parent = element.parent; parent !== null; parent = parent === root ? null : parent.parent)
        ancestors.push(parent);
      return ancestors;
    }
  }
}

/** Whether it has a parent element; the outermost counts as no child. */
function isChild({ parent }: MarkupElement): boolean {
  return parent !== null && parent.name !== DOCUMENT_NAME;
}

function siblingsOf(element: MarkupElement): readonly MarkupElement[] {
  return element.parent === null ? [element] : childElements(element.parent);
}

function conditionTest(condition: SimpleSelector): Test {
  switch (condition.kind) {
    case 'any':
      return () => true;
    case 'tag':
      return tagTest(condition.name);
    case 'id':
      return (element) => attributeOf(element, 'id') === condition.name;
    case 'class': {
      const name = condition.name.toLowerCase();
      return (element) => attributeOf(element, 'class').toLowerCase().split(/\s+/).includes(name);
    }
    case 'attribute':
      return attributeTest(condition.name, condition.operator, condition.value);
    case 'pseudo':
      return pseudoTest(condition.name, condition.argument);
  }
}

function tagTest(name: string): Test {
  const [prefix, local] = name.split('|');
  if (local === undefined) return (element) => element.name.toLowerCase() === name;
  if (prefix !== '*') return (element) => element.name.toLowerCase() === `${prefix}:${local}`;
  return (element) => element.name.toLowerCase() === local || element.name.toLowerCase().endsWith(`:${local}`);
}

function hasAttribute(element: MarkupElement, name: string): boolean {
  for (const candidate of element.attributes.keys()) if (candidate.toLowerCase() === name) return true;
  return name.startsWith('abs:') && attributeOf(element, name) !== '';
}

function attributeTest(name: string, operator: string, value: string): Test {
  const lower = value.trim().toLowerCase();
  const valueOf = (element: MarkupElement): string => attributeOf(element, name).toLowerCase();
  switch (operator) {
    case '':
      if (!name.startsWith('^')) return (element) => hasAttribute(element, name);
      return (element) =>
        [...element.attributes.keys()].some((candidate) => candidate.toLowerCase().startsWith(name.slice(1)));
    case '=':
      return (element) => hasAttribute(element, name) && valueOf(element).trim() === lower;
    case '!=':
      return (element) => valueOf(element).trim() !== lower;
    case '^=':
      return (element) => hasAttribute(element, name) && valueOf(element).startsWith(lower);
    case '$=':
      return (element) => hasAttribute(element, name) && valueOf(element).endsWith(lower);
    case '*=':
      return (element) => hasAttribute(element, name) && valueOf(element).includes(lower);
    default: {
      const regex = regexOfText(value);
      return (element) => hasAttribute(element, name) && regex.test(attributeOf(element, name));
    }
  }
}

/** The test of `:name(argument)`. Throws `GrelFailure`. */
function pseudoTest(name: string, argument: string | undefined): Test {
  const test = argument === undefined ? PLAIN_PSEUDOS.get(name)?.() : PSEUDOS.get(name)?.(argument.trim(), argument);
  if (test === undefined) throw new GrelFailure(`Could not parse the selector: there is no ':${name}'`);
  return test;
}

/** Whether a text of an element contains the argument, in any case. */
const holdsText =
  (textOf: (element: MarkupElement) => string) =>
  (argument: string): Test => {
    const lower = argument.replace(/\\(.)/g, '$1').toLowerCase();
    return (element) => textOf(element).toLowerCase().includes(lower);
  };

const matchesText =
  (textOf: (element: MarkupElement) => string) =>
  (_: string, written: string): Test => {
    const regex = regexOfText(written);
    return (element) => regex.test(textOf(element));
  };

/** By the name: the test of an argument, given without space around it and as it was written. */
const PSEUDOS: ReadonlyMap<string, (argument: string, written: string) => Test> = new Map(
  Object.entries<(argument: string, written: string) => Test>({
    eq: (argument) => positionTest('eq', argument, (position, n) => position === n),
    lt: (argument) => positionTest('lt', argument, (position, n) => position < n),
    gt: (argument) => positionTest('gt', argument, (position, n) => position > n),
    has: (argument) => {
      const tests = parseSelector(argument).map((chain) => chainTest(chain, 'root'));
      return (element) => {
        for (const inner of elementsWithin(element.parent ?? element))
          if (inner !== element && tests.some((test) => test(inner, element))) return true;
        return false;
      };
    },
    not: (argument) => {
      const test = testOf(argument);
      return (element, root) => !test(element, root);
    },
    is: testOf,
    where: testOf,
    contains: holdsText(visibleText),
    containsown: holdsText(ownText),
    containsdata: holdsText(scriptText),
    containswholetext: (_, written) => (element) => wholeText(element).includes(written),
    matches: matchesText(visibleText),
    matchesown: matchesText(ownText),
    'nth-child': (argument) => nthTest(argument, siblingsOf, 'first'),
    'nth-last-child': (argument) => nthTest(argument, siblingsOf, 'last'),
    'nth-of-type': (argument) => nthTest(argument, sameKind, 'first'),
    'nth-last-of-type': (argument) => nthTest(argument, sameKind, 'last'),
  }),
);

const PLAIN_PSEUDOS: ReadonlyMap<string, () => Test> = new Map(
  Object.entries<() => Test>({
    'first-child': () => nthTest('1', siblingsOf, 'first'),
    'last-child': () => nthTest('1', siblingsOf, 'last'),
    'first-of-type': () => nthTest('1', sameKind, 'first'),
    'last-of-type': () => nthTest('1', sameKind, 'last'),
    'only-child': () => (element) => isChild(element) && siblingsOf(element).length === 1,
    'only-of-type': () => (element) => isChild(element) && sameKind(element).length === 1,
    empty: () => (element) => element.children.every((child) => child.kind === 'other'),
    root: () => (element) => element.parent?.name === DOCUMENT_NAME,
  }),
);

function sameKind(element: MarkupElement): readonly MarkupElement[] {
  return siblingsOf(element).filter(({ name }) => name === element.name);
}

/** Positions count from 0, among all child elements of the parent. */
function positionTest(name: string, argument: string, holds: (position: number, n: number) => boolean): Test {
  if (!/^\d+$/.test(argument)) throw new GrelFailure(`Could not parse the selector: ':${name}' needs a whole number`);
  const n = Number(argument);
  return (element) => holds(siblingsOf(element).indexOf(element), n);
}

/** `odd`, `even`, `3`, `2n+1`, `-n+3`; positions count from 1. */
function nthTest(
  argument: string,
  among: (element: MarkupElement) => readonly MarkupElement[],
  countedFrom: 'first' | 'last',
): Test {
  const formula = { odd: '2n+1', even: '2n' }[argument.toLowerCase()] ?? argument.toLowerCase().replace(/\s+/g, '');
  const parts =
    /^([+-]?\d*)n([+-]\d+)?$/.exec(formula) ?? (/^[+-]?\d+$/.test(formula) ? [formula, '0', formula] : undefined);
  if (parts === undefined) throw new GrelFailure(`Could not parse nth-index '${argument}': unexpected format`);
  const [, every = '', from = '0'] = parts;
  const step = every === '' || every === '+' ? 1 : every === '-' ? -1 : Number(every);
  const start = Number(from);
  return (element) => {
    if (!isChild(element)) return false;
    const elements = among(element);
    const index = elements.indexOf(element);
    const distance = (countedFrom === 'last' ? elements.length - index : index + 1) - start;
    return step === 0 ? distance === 0 : distance % step === 0 && distance / step >= 0;
  };
}
