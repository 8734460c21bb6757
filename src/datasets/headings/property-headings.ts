import { lexicon } from '../../text/lexicon.js';
import { headingKey } from '../heading-vocabulary.js';
import { headingWords } from './heading-words.js';
import { kindsOfThings } from './kinds-of-things.js';

/** Heading → its lines in the lexicon. */
let linesOfHeadings: ReadonlyMap<string, readonly number[]> | undefined; // until it is asked for

function linesOf(heading: string): readonly number[] | undefined {
  linesOfHeadings ??= readLines();
  return linesOfHeadings.get(headingKey(heading));
}

function readLines(): ReadonlyMap<string, readonly number[]> {
  const lines = new Map<string, number[]>();
  lexicon('property-headings').forEach((line, at) => {
    for (const key of new Set(line.split(',').map(headingKey))) lines.set(key, [...(lines.get(key) ?? []), at]);
  });
  return lines;
}

/** All headings of the same property, in any known language; none for an unknown heading. */
export function headingsOfSame(heading: string): readonly string[] {
  return (linesOf(heading) ?? []).flatMap((line) => lexicon('property-headings')[line]?.split(',') ?? []);
}

/**
 * Relation of two headings: `same` property in any known language, `alike` (shared words, or one kind of thing),
 * `other` (two known properties that differ), or unknown.
 */
type HeadingRelation = 'same' | 'alike' | 'other' | 'unknown';

/** Compares the heading of a column with the id or name of a property. Cost: a few look-ups. */
export function relateHeadings(heading: string, property: string): HeadingRelation {
  const [a, b] = [linesOf(heading), linesOf(property)];
  if (a !== undefined && b !== undefined) return a.some((line) => b.includes(line)) ? 'same' : 'other';
  if (haveSharedWords(headingWords(heading), headingWords(property))) return 'alike';
  const kinds = kindsOfThings(property);
  return [...kindsOfThings(heading)].some((kind) => kinds.has(kind)) ? 'alike' : 'unknown';
}

/** Whether half of the words of at least three letters are shared. */
function haveSharedWords(a: readonly string[], b: readonly string[]): boolean {
  const [long, other] = [a, b].map((words) => new Set(words.filter(({ length }) => length > 2)));
  if (long === undefined || other === undefined || long.size === 0 || other.size === 0) return false;
  const common = [...long].filter((word) => other.has(word)).length;
  return common > 0 && 2 * common >= Math.max(long.size, other.size);
}
