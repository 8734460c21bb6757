import type { Label } from '../../entities/entity.js';
import { analyseLabel } from '../../text/analyse-label.js';
import { editDistanceWithin } from '../../text/similarity/edit-distance.js';
import { hasLettersBeyondLatin } from '../../text/transliterate.js';

/**
 * The `most` other names that tell a reader more than the name does, for a line that has room for few: first those in the letters that the
 * name has, and of these the ones that are not the same word in other spelling. Within each in the order of the source, each text once.
 * Cost: one comparison a name.
 */
export function tellingNames(name: string, aliases: readonly Label[], most: number): readonly string[] {
  const folded = analyseLabel(name).folded;
  const isLatin = !hasLettersBeyondLatin(name);
  const spelling = Math.max(1, Math.floor(folded.length / 4));
  const texts = [...new Set(aliases.map((alias) => alias.text))].filter((text) => text !== name);
  const rank = (text: string): number => {
    if (hasLettersBeyondLatin(text) === isLatin) return 2;
    return editDistanceWithin(folded, analyseLabel(text).folded, spelling) <= spelling ? 1 : 0;
  };
  const ranked = texts.map((text) => ({ text, rank: rank(text) }));
  return [0, 1, 2].flatMap((wanted) => ranked.filter((one) => one.rank === wanted).map(({ text }) => text)).slice(0, most);
}
