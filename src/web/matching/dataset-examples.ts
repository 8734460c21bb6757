import { isNearlyAsProbable } from '../../scoring/decide.js';
import type { Ask } from '../../describe/answer.js';
import type { Candidate } from '../../scoring/candidate.js';
import type { ServedSnapshot } from '../../describe/served-snapshot.js';
import type { DatasetSnapshot } from '../../scoring/snapshot.js';

export type ExampleKind = 'match' | 'near miss' | 'ambiguity';

/** A name of the dataset to try, and its outcome. */
export interface DatasetExample {
  readonly kind: ExampleKind;
  readonly name: string;
  readonly address: string;
}

/** Entities whose names are tried, the best known first. */
const LOOKED_AT = 400;
/** Queries for one example. */
const TRIED = 6;
/** A longer name is no example. */
const MAX_CHARACTERS = 60;

/**
 * Names from the dataset that are a match, a near miss and an ambiguity when queried. Some datasets lack a kind. Cost:
 * a dozen and a half queries, once a snapshot.
 */
export async function datasetExamples(
  { snapshot, read }: Pick<ServedSnapshot, 'snapshot' | 'read'>,
  baseUrl: string,
  ask: Ask,
): Promise<readonly DatasetExample[]> {
  const known = FOUND.get(snapshot);
  const found = known ?? read(namesToTry).then((tried) => findExamples(tried, ask));
  if (known === undefined) {
    FOUND.set(snapshot, found);
    found.catch(() => FOUND.delete(snapshot));
  }
  return (await found).map(({ kind, name }) => ({
    kind,
    name,
    address: `${baseUrl}/try?${new URLSearchParams({ query: name }).toString()}`,
  }));
}

const FOUND = new WeakMap<object, Promise<readonly Omit<DatasetExample, 'address'>[]>>();

/** Names for each kind, likeliest first. */
type NamesToTry = readonly (readonly [ExampleKind, readonly string[]])[];

function namesToTry(snapshot: DatasetSnapshot): NamesToTry {
  const { entities } = snapshot.dataset;
  const [common] = snapshot.dataset.types.types;
  const isCommon = (entity: number): boolean => common === undefined || entities.typesOf(entity).includes(common.id);
  const wellKnown = (accepts?: (entity: number) => boolean): readonly string[] =>
    snapshot.prefixIndex
      .complete({ prefix: '', limit: LOOKED_AT, offset: 0, ...(accepts && { accepts }) })
      .map(({ entity }) => entities.nameOf(entity))
      .filter((name) => name.length <= MAX_CHARACTERS);
  const names = [...new Set(wellKnown(isCommon))];
  const all = wellKnown();
  const shared = [...new Set(all.filter((name, i) => all.indexOf(name) !== i))];
  return [
    ['match', names],
    ['near miss', names.flatMap((name) => misspelt(name))],
    ['ambiguity', [...shared, ...names.slice(0, TRIED)]],
  ];
}

async function findExamples(tried: NamesToTry, ask: Ask): Promise<readonly Omit<DatasetExample, 'address'>[]> {
  const found: Omit<DatasetExample, 'address'>[] = [];
  for (const [kind, possible] of tried) {
    const asked = possible.slice(0, TRIED * (kind === 'ambiguity' ? 3 : 1));
    const outcomes = await ask(asked.map((text) => ({ text, types: [], typeMode: 'any', properties: [], limit: 3 })));
    const at = outcomes.findIndex((outcome) => outcome.kind === 'answered' && shows(kind, outcome.answer.candidates));
    const name = asked[at];
    if (name !== undefined) found.push({ kind, name });
  }
  return found;
}

function shows(kind: ExampleKind, [first, second]: readonly Candidate[]): boolean {
  if (first === undefined) return false;
  if (kind === 'ambiguity') return !first.match && second !== undefined && isNearlyAsProbable(first, second);
  return kind === 'match' ? first.match : first.score < 100;
}

/** Two different letters in the middle swapped. */
function misspelt(name: string): readonly string[] {
  const middle = Math.floor(name.length / 2);
  const [one = '', other = ''] = [name.charAt(middle - 1), name.charAt(middle)];
  if (name.length < 5 || one === other || !/^\p{Ll}\p{Ll}$/u.test(one + other)) return [];
  return [name.slice(0, middle - 1) + other + one + name.slice(middle + 1)];
}
