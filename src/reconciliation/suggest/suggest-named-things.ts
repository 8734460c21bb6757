import { analyseLabel } from '../../text/analyse-label.js';
import { nearestWord } from '../../foundation/nearest-word.js';
import type { Dataset } from '../../entities/dataset.js';
import type { EntityType } from '../../entities/entity-type.js';
import { builtInPropertiesOf } from '../extend/built-in-properties.js';
import { propertiesUsedBy, type ProposedProperty } from '../extend/extend-data.js';

/** Something with an id and a name, of which there are hundreds at most: a type or a property. */
interface NamedThing {
  readonly id: string;
  readonly name: string;
}

/**
 * The things that somebody who typed this may mean: the one with exactly this id, then this name, then names that begin so, names with
 * a later word that begins so, ids that begin so, and from four letters on names that contain it anywhere; within each in the order given. When nothing of that
 * fits, the one whose name is nearest in spelling. Nothing typed: all of them.
 * Cost: one pass over the things.
 */
function rankNamedThings<T extends NamedThing>(things: readonly T[], typed: string): readonly T[] {
  const wanted = fold(typed);
  if (wanted === '') return typed.trim() === '' ? things : things.filter((thing) => thing.id === typed.trim());
  const tiers: T[][] = [[], [], [], [], [], []];
  for (const thing of things) tiers[tierOf(thing, typed.trim(), wanted)]?.push(thing);
  const found = tiers.flat();
  if (found.length > 0 || wanted.length < 3 || wanted.length > LONGEST_MISSPELT) return found;
  const near = nearestWord(
    typed,
    things.map((thing) => thing.name),
  );
  return things.filter((thing) => thing.name === near);
}

const LEAST_INSIDE_WORDS = 4;
/** Comparing spellings costs the product of the lengths. */
const LONGEST_MISSPELT = 100;

/** 0 is best; 6 means that it does not fit. */
function tierOf(thing: NamedThing, typed: string, wanted: string): number {
  if (thing.id === typed) return 0;
  const name = fold(thing.name);
  if (name === wanted) return 1;
  if (name.startsWith(wanted)) return 2;
  if (` ${name}`.includes(` ${wanted}`)) return 3;
  if (fold(thing.id).startsWith(wanted)) return 4;
  // Of three letters, `lat` is in population as well.
  return wanted.length >= LEAST_INSIDE_WORDS && name.includes(wanted) ? 5 : 6;
}

function fold(text: string): string {
  return analyseLabel(text).folded;
}

/** Which part of a list is wanted. */
export interface PageRequest {
  /** How many to skip. */
  readonly offset: number;
  /** How many to give at most. */
  readonly limit: number;
}

/** A part of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Where the next part begins; `undefined` when there is no more. */
  readonly next: number | undefined;
}

/** The part of a list that is there as a whole. */
export function pageOf<T>(all: readonly T[], { offset, limit }: PageRequest): Page<T> {
  const end = offset + limit;
  return { items: all.slice(offset, end), next: end < all.length ? end : undefined };
}

/** Types by what was typed, by id or name; equal fits with most entities first. */
export function suggestTypes(dataset: Dataset, typed: string, page: PageRequest): Page<EntityType> {
  return pageOf(rankNamedThings(dataset.types.types, typed), page);
}

/**
 * Properties by what was typed, by id or name. Those that entities of the type have come first among equal fits, but no property is
 * kept back: clients send types that nobody chose, and a list that is empty for that reason helps nobody.
 */
export function suggestProperties(dataset: Dataset, typed: string, type: string, page: PageRequest): Page<ProposedProperty> {
  const used = propertiesUsedBy(dataset, type);
  const others = dataset.properties.filter((property) => !used.includes(property));
  return pageOf(rankNamedThings<ProposedProperty>([...used, ...builtInPropertiesOf(dataset), ...others], typed), page);
}
