import { headingsOfSame } from '../datasets/headings/property-headings.js';
import { wordsOfKinds } from '../datasets/headings/kinds-of-things.js';
import type { Dataset } from '../entities/dataset.js';
import type { EntityType } from '../entities/entity-type.js';
import { createThingIndex } from '../search/thing-index.js';
import { analyseLabel } from '../text/analyse-label.js';
import { builtInPropertiesOf } from '../entities/built-in-properties.js';
import { propertiesUsedBy, type ProposedProperty } from './extend-data.js';
import { partsTyped, resolveExtensionProperty } from '../entities/property-path.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { holdsValue } from '../scoring/property-values.js';
import { pageOf, type Page, type PageRequest } from './page.js';

/** Something with an id and a name, of which there are hundreds at most: a type or a property. */
interface NamedThing {
  readonly id: string;
  readonly name: string;
}

/**
 * The things that a typed text may mean: the one with exactly this id, then this name, then names that begin so, names with
 * a later word that begins so, ids that begin so, and from four letters on names that contain it anywhere; within each in the order given. Then those that the index finds: by what
 * else they are called, in any order of words, with typos. Nothing typed: all of them. Cost: one pass over the things.
 */
function rankNamedThings<T extends NamedThing>(
  things: readonly T[],
  typed: string,
  search: (typed: string) => ReadonlySet<string>,
): readonly T[] {
  const wanted = fold(typed);
  if (wanted === '') return typed.trim() === '' ? things : things.filter((thing) => thing.id === typed.trim());
  const tiers: T[][] = [[], [], [], [], [], []];
  for (const thing of things) tiers[tierOf(thing, typed.trim(), wanted)]?.push(thing);
  const found = new Set(tiers.flat());
  const byId = new Map(things.map((thing) => [thing.id, thing]));
  for (const id of saysEnough(wanted) ? search(typed.slice(0, LONGEST_TYPED)) : []) {
    const thing = byId.get(id);
    if (thing !== undefined) found.add(thing);
  }
  return [...found];
}

/** One letter or two of an alphabet begin words for everything in some language; a character of Chinese does not. */
function saysEnough(wanted: string): boolean {
  return wanted.length > 2 || /[^\p{Script=Latin}\p{N} ]/u.test(wanted);
}

/** What is looked up is no longer than this. */
const LONGEST_TYPED = 100;

/** Made for each dataset when first asked for. */
const indexes = new WeakMap<object, (typed: string) => ReadonlySet<string>>();

/** Ids of the things that a text means, the likeliest first; `called`: what else people call one. `owner`: whose things they are. */
function searchOf<T extends NamedThing>(
  owner: object,
  things: readonly T[],
  called: (text: string) => readonly string[],
): (typed: string) => ReadonlySet<string> {
  const known = indexes.get(owner);
  if (known !== undefined) return known;
  const index = createThingIndex(
    things.map(({ id, name }) => ({ id, name, alsoCalled: [...new Set([id, ...called(name), ...called(id)])] })),
  );
  const search = (typed: string): ReadonlySet<string> => new Set(index(typed).map((place) => things[place]?.id ?? ''));
  indexes.set(owner, search);
  return search;
}

const MIN_INSIDE_WORDS = 4;

/** 0 is best; 6 means that it does not fit. */
function tierOf(thing: NamedThing, typed: string, wanted: string): number {
  if (thing.id === typed) return 0;
  const name = fold(thing.name);
  if (name === wanted) return 1;
  if (name.startsWith(wanted)) return 2;
  if (` ${name}`.includes(` ${wanted}`)) return 3;
  if (fold(thing.id).startsWith(wanted)) return 4;
  // Of three letters, `lat` is in population as well.
  return wanted.length >= MIN_INSIDE_WORDS && name.includes(wanted) ? 5 : 6;
}

function fold(text: string): string {
  return analyseLabel(text).folded;
}

/** Types by what was typed: by id, name, or a word for the same kind of thing in another language; equal fits with most entities first. */
export function suggestTypes(
  { types: { types } }: Pick<Dataset, 'types'>,
  typed: string,
  page: PageRequest,
): Page<EntityType> {
  return pageOf(rankNamedThings(types, typed, searchOf(types, types, wordsOfKinds)), page);
}

/**
 * Properties by what was typed: by id, name, a heading that means the same in any language, or else a value that they have. Those that entities of the type have come first among equal fits, but no property is
 * kept back: clients send types that no user chose, and a list that is empty for that reason is of no use.
 */
export function suggestProperties(
  snapshot: Pick<DatasetSnapshot, 'dataset' | 'propertyValues' | 'scoring'>,
  typed: string,
  type: string,
  page: PageRequest,
): Page<ProposedProperty> {
  const { dataset } = snapshot;
  const used = propertiesUsedBy(dataset, type);
  const others = dataset.properties.filter((property) => !used.includes(property));
  const builtIn = builtInPropertiesOf(dataset);
  const search = searchOf(dataset.properties, [...dataset.properties, ...builtIn], headingsOfSame);
  const rank = <T extends ProposedProperty>(things: readonly T[], text: string): readonly T[] =>
    rankNamedThings(things, text, search);
  const single = rank<ProposedProperty>([...used, ...builtIn, ...others], typed);
  const paths = pathsTyped(dataset, typed, rank);
  const [first] = single;
  // The reference that is typed as a whole comes before its paths, and these before what is only like it.
  const exact = first !== undefined && paths.some(({ id }) => id.startsWith(`${first.id}/`)) ? [first] : [];
  const named = [...exact, ...paths, ...single.slice(exact.length)];
  if (named.length > 0) return pageOf(named, page);
  // A user who has a column, and not the name of its property, types one of its cells.
  return pageOf(
    [...used, ...others].filter((property) => holdsValue(snapshot, property, typed)),
    page,
  );
}

/**
 * The paths of two properties that a typed text means: those with the parts of "country → cap", or of "country/"; and of a text without such a sign, all that begin with the reference of exactly this id or name.
 */
function pathsTyped(
  dataset: Dataset,
  typed: string,
  rank: <T extends ProposedProperty>(things: readonly T[], typed: string) => readonly T[],
): readonly ProposedProperty[] {
  const references = dataset.properties.filter(({ datatype }) => datatype === 'reference');
  const { first, second } = partsTyped(typed);
  if (first === '') return [];
  const begun =
    second === undefined
      ? references.filter(({ id, name }) => id === first || fold(name) === fold(first))
      : rank(references, first);
  return begun.flatMap((reference) => {
    const own = (reference.targetTypes ?? []).flatMap((type) => propertiesUsedBy(dataset, type));
    const last = [...new Set(own.length === 0 ? dataset.properties : own), ...builtInPropertiesOf(dataset)];
    return rank<ProposedProperty>(last, second ?? '').flatMap(({ id }): readonly ProposedProperty[] => {
      const found = resolveExtensionProperty(dataset, `${reference.id}/${id}`);
      if (found?.kind !== 'path') return [];
      const { name, description } = found.property;
      return [{ id: found.property.id, name, description }];
    });
  });
}
