import { headingsOfSame, wordsOfKinds } from '../datasets/heading-vocabulary.js';
import type { Dataset } from '../entities/dataset.js';
import type { EntityType } from '../entities/type-hierarchy.js';
import { analyseLabel } from '../text/analyse-label.js';
import { builtInPropertiesOf, partsTyped, resolveExtensionProperty } from '../entities/built-in-properties.js';
import { type ProposedProperty, propertiesUsedBy } from './extend-data.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { holdsValue } from '../scoring/property-values.js';
import { type Page, type PageRequest, pageOf } from './suggest-entities.js';
import type { Entity } from '../entities/entity.js';
import { PackedEntityStoreBuilder, attachEntityStore } from '../entities/packed-entity-store.js';
import { buildSearchSections } from '../search/build-search-index.js';
import { attachIndexes } from '../search/choose-candidate-index.js';

/** One of at most hundreds of things with an id and a name: a type or a property. */
interface NamedThing {
  readonly id: string;
  readonly name: string;
}

/**
 * Things for a typed text: exact id, exact name, prefix of the name, prefix of a later word, prefix of the id, and from
 * four letters on any part of the name; within each in the given order. Then those of the index: by other terms, in any
 * word order, with typos. All for an empty text. Cost: one pass over the things.
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

/** One or two letters of an alphabet begin a word for everything in some language, unlike a Chinese character. */
function saysEnough(wanted: string): boolean {
  return wanted.length > 2 || /[^\p{Script=Latin}\p{N} ]/u.test(wanted);
}

/** Maximum length of a look-up. */
const LONGEST_TYPED = 100;

/** Created for each dataset on first use. */
const indexes = new WeakMap<object, (typed: string) => ReadonlySet<string>>();

/** Ids of things for a text, the likeliest first; `called`: other terms for a thing. `owner`: key of the cache. */
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

/** 0 is best; 6 does not fit. */
function tierOf(thing: NamedThing, typed: string, wanted: string): number {
  if (thing.id === typed) return 0;
  const name = fold(thing.name);
  if (name === wanted) return 1;
  if (name.startsWith(wanted)) return 2;
  if (` ${name}`.includes(` ${wanted}`)) return 3;
  if (fold(thing.id).startsWith(wanted)) return 4;
  // With three letters, `lat` would also find population.
  return wanted.length >= MIN_INSIDE_WORDS && name.includes(wanted) ? 5 : 6;
}

function fold(text: string): string {
  return analyseLabel(text).folded;
}

/**
 * Types for a typed text: by id, name, or a word for the same kind of thing in another language; equal fits by number
 * of entities.
 */
export function suggestTypes(
  { types: { types } }: Pick<Dataset, 'types'>,
  typed: string,
  page: PageRequest,
): Page<EntityType> {
  return pageOf(rankNamedThings(types, typed, searchOf(types, types, wordsOfKinds)), page);
}

/**
 * Properties for a typed text: by id, name, an equivalent heading in any language, or else one of their values. Among
 * equal fits those used by entities of the type come first, but none is excluded: clients send types that no user
 * chose, and an empty list would be useless.
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
  // The exact reference comes before its paths, and these before similar names.
  const exact = first !== undefined && paths.some(({ id }) => id.startsWith(`${first.id}/`)) ? [first] : [];
  const named = [...exact, ...paths, ...single.slice(exact.length)];
  if (named.length > 0) return pageOf(named, page);
  // A user who knows a column but not its property types one of its cells.
  return pageOf(
    [...used, ...others].filter((property) => holdsValue(snapshot, property, typed)),
    page,
  );
}

/**
 * The paths of two properties for a typed text: those matching "country → cap" or "country/"; without a separator, all
 * that begin with the reference of exactly this id or name.
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

type IndexedThing = Pick<Entity, 'id' | 'name'> & { readonly alsoCalled: readonly string[] };

/**
 * Search as you type over some hundred things, such as the properties of a dataset: positions of things whose names
 * begin with the text, then of near ones; within each, names before other terms, then in the given order. Cost of
 * creation: some tens of microseconds for each name.
 */
function createThingIndex(things: readonly IndexedThing[]): (typed: string) => readonly number[] {
  const builder = new PackedEntityStoreBuilder();
  for (const [place, { id, name, alsoCalled }] of things.entries())
    builder.add({
      id: `${String(place)} ${id}`,
      name,
      aliases: alsoCalled.map((text) => ({ text })),
      types: [],
      properties: {},
      prominence: things.length - place,
    });
  const { prefixIndex } = attachIndexes(buildSearchSections(attachEntityStore(builder.finish())), 'minisearch');
  return (typed) => {
    const page = { prefix: typed, offset: 0, limit: things.length };
    return [
      ...new Set([...prefixIndex.complete(page), ...prefixIndex.completeNearly(page)].map(({ entity }) => entity)),
    ];
  };
}
