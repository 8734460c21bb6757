import { analyseInLatin, analyseLabel } from '../../text/analyse-label.js';
import type { AnalysedLabel } from '../../text/analysed-label.js';
import { qualifierAtEnd } from '../../text/qualifier.js';
import { namesInOne } from '../../text/names-in-one.js';

/** Bits of the section `labels.flags`. */
export const ALIAS_FLAG = 1;
export const TRANSLITERATION_FLAG = 2;
/** From this bit on: words of the qualifier at the end of the label, up to `MAX_QUALIFYING`. */
export const QUALIFIER_SHIFT = 2;
const MAX_QUALIFYING = 63;

export interface LabelRow {
  readonly label: AnalysedLabel;
  readonly flags: number;
  /** As in the source, empty for a transliteration. */
  readonly text: string;
}

/**
 * Takes a row; false if the entity already has its folded form. `text`: as in the source, empty for a transliteration.
 */
export type TakeRow = (label: AnalysedLabel, flags: number, text: string) => boolean;

/**
 * The rows of the label table for the names of one entity, its preferred name first: one for each name; for one with
 * letters beyond Latin a second one with its transliteration; for one with several names, rows for these. Blank names
 * are left out, except the first. Cost: analysing each name once.
 */
export function forEachRow(names: readonly string[], take: TakeRow): void {
  for (let place = 0; place < names.length; place++) {
    const text = names[place] ?? '';
    takeName(text, place === 0, take);
    for (const name of namesInOne(text)) takeName(name, false, take);
  }
}

/** The rows for the names of one entity, each folded form once. */
export function rowsOfNames(names: readonly string[]): readonly LabelRow[] {
  const rows: LabelRow[] = [];
  forEachRow(names, (label, flags, text) => {
    if (rows.some((row) => row.label.folded === label.folded)) return false;
    rows.push({ label, flags, text });
    return true;
  });
  return rows;
}

function takeName(text: string, isFirst: boolean, take: TakeRow): void {
  const kind = isFirst ? 0 : ALIAS_FLAG;
  const label = analyseLabel(text);
  const flags = kind | qualifierFlags(text, label);
  if ((!isFirst && label.folded === '') || !take(label, flags, text)) return;
  // A transliteration must follow its source, as it uses the text of the row before.
  const latin = analyseInLatin(text);
  if (latin !== undefined && latin.folded !== '') take(latin, flags | TRANSLITERATION_FLAG, '');
}

function qualifierFlags(text: string, { tokens }: AnalysedLabel): number {
  const { words } = qualifierAtEnd(text);
  return words < tokens.length ? Math.min(words, MAX_QUALIFYING) << QUALIFIER_SHIFT : 0;
}
