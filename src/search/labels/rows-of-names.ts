import { analyseInLatin, analyseLabel } from '../../text/analyse-label.js';
import type { AnalysedLabel } from '../../text/analysed-label.js';
import { namesInOne } from '../../text/names-in-one.js';

/** Bits of the section `labels.flags`. */
export const ALIAS_FLAG = 1;
export const TRANSLITERATION_FLAG = 2;

/** Takes a row; false where the entity has one with the same folded form already. `text`: as the source has it, empty for a transliteration. */
export type TakeRow = (label: AnalysedLabel, flags: number, text: string) => boolean;

/**
 * The rows of the label table for the names of one entity, its preferred name first: one for each name; for one with letters beyond Latin a second one with its
 * transliteration; for one that says several names, rows for these. Blank names are left out, except the first. Cost: analysing each name once.
 */
export function forEachRow(names: readonly string[], take: TakeRow): void {
  for (let place = 0; place < names.length; place++) {
    const text = names[place] ?? '';
    takeName(text, place === 0, take);
    for (const name of namesInOne(text)) takeName(name, false, take);
  }
}

function takeName(text: string, isFirst: boolean, take: TakeRow): void {
  const flags = isFirst ? 0 : ALIAS_FLAG;
  const label = analyseLabel(text);
  if ((!isFirst && label.folded === '') || !take(label, flags, text)) return;
  // A transliteration has to follow its source, because it takes its text from the row before.
  const latin = analyseInLatin(text);
  if (latin !== undefined && latin.folded !== '') take(latin, flags | TRANSLITERATION_FLAG, '');
}
