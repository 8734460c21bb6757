import { analyseLabel } from '../../text/analyse-label.js';
import { nearestWord } from '../../foundation/nearest-word.js';

/** Something with an id and a name, of which there are hundreds at most: a type or a property. */
export interface NamedThing {
  readonly id: string;
  readonly name: string;
}

/**
 * The things that somebody who typed this may mean: the one with exactly this id, then this name, then names that begin so, names with
 * a later word that begins so, ids that begin so, and from four letters on names that contain it anywhere; within each in the order given. When nothing of that
 * fits, the one whose name is nearest in spelling. Nothing typed: all of them.
 * Cost: one pass over the things.
 */
export function rankNamedThings<T extends NamedThing>(things: readonly T[], typed: string): readonly T[] {
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
