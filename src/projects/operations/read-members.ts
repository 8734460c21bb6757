import type { z } from 'zod';

type Issue = z.core.$ZodIssue;
type Members = Readonly<Record<string, unknown>>;

/** The members of an operation, or a sentence on the first invalid one. */
type ReadMembers<T> =
  { readonly kind: 'read'; readonly members: T } | { readonly kind: 'faulty'; readonly sentence: string };

/**
 * Reads the members of an operation by their schema. Numbers, true and false may be text, as people and some programs
 * write them. Sentences that clients know stay; others name the invalid member, and its required form.
 */
export function readMembers<S extends z.ZodType>(schema: S, json: Members): ReadMembers<z.output<S>> {
  let parsed = schema.safeParse(json);
  if (!parsed.success) {
    const unquoted = unquote(json, parsed.error.issues);
    if (unquoted !== undefined) parsed = schema.safeParse(unquoted);
  }
  return parsed.success
    ? { kind: 'read', members: parsed.data }
    : { kind: 'faulty', sentence: sentenceOf(parsed.error.issues[0]) };
}

/** A copy in which text is a number or a boolean where one was expected; undefined without such text. */
function unquote(json: Members, issues: readonly Issue[]): Members | undefined {
  const copy: unknown = structuredClone(json);
  let changed = false;
  for (const { code, path, ...rest } of issues) {
    if (code !== 'invalid_type' || !('expected' in rest)) continue;
    const holder = path.slice(0, -1).reduce(memberOf, copy);
    const last = path.at(-1);
    const value = last === undefined ? undefined : memberOf(holder, last);
    const plain = typeof value === 'string' ? unquoted(value.trim(), rest.expected) : undefined;
    if (plain === undefined || last === undefined || typeof holder !== 'object' || holder === null) continue;
    Object.defineProperty(holder, last, { value: plain });
    changed = true;
  }
  // A clone of an object is one.
  return changed ? (copy as Members) : undefined;
}

function memberOf(holder: unknown, key: PropertyKey): unknown {
  return typeof holder === 'object' && holder !== null && Object.hasOwn(holder, key)
    ? Reflect.get<object, PropertyKey>(holder, key)
    : undefined;
}

function unquoted(text: string, expected: unknown): number | boolean | undefined {
  if (expected === 'number' && /^[+-]?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  return expected === 'boolean' && /^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : undefined;
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
]);

function sentenceOf(issue: Issue | undefined): string {
  if (issue === undefined) return 'The operation cannot be read.';
  if (/^(?:Missing |Invalid column |Invalid row )/.test(issue.message)) return issue.message;
  const member = issue.path.join('.');
  const must = mustBe(issue);
  if (must !== undefined) return `The member "${member}" must be ${must}`;
  // The schema's own messages are sentences; the library's message for a union is none.
  return issue.code === 'custom' || issue.code === 'too_small' || issue.code === 'too_big'
    ? `The member "${member}" cannot be read: ${issue.message}`
    : `The member "${member}" cannot be read`;
}

function mustBe(issue: Issue): string | undefined {
  switch (issue.code) {
    // The schema's own words are better.
    case 'too_small':
      return issue.message.startsWith('Too small') ? `at least ${String(issue.minimum)}` : undefined;
    case 'too_big':
      return issue.message.startsWith('Too big') ? `at most ${String(issue.maximum)}` : undefined;
    case 'invalid_type':
      return KINDS.get(issue.expected);
    case 'invalid_value':
      return issue.values.map((value) => JSON.stringify(value)).join(' or ');
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options)
        ? issue.options.map((value) => JSON.stringify(value)).join(' or ')
        : undefined;
    default:
      return undefined;
  }
}
