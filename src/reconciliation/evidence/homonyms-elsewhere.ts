import type { LabelTable } from '../../search/label-table.js';

/*
 * A list that calls an entity "Salem" and "Salem (Oregon)" as well has the second name from a place where there are other
 * things named Salem. Where these are not in the list, an equal name alone does not say that the one in the list is meant.
 */

/** Of the things that might have the name by its words alone, how many there are beside those in the list. */
const SHARE_ELSEWHERE = 0.05;
const MOST_ELSEWHERE = 10;
/** What begins a note: "Salem (Oregon)", "Salem, Oregon". */
const NOTE_BEGINS = /^\s*[,(]/u;

/**
 * How many other things of the name of this row are to be expected outside the list, 0–10: none when no other name of the entity is
 * this one with a note, and the more, the more often the words of the name occur in the list. `byChance`: how
 * many entities of a list of this size have all words of the name, were they strewn by chance. Cost: a look at the other names of the entity.
 */
export function homonymsElsewhere(labels: LabelTable, entity: number, row: number, byChance: number): number {
  return hasQualifiedName(labels, entity, row) ? Math.min(MOST_ELSEWHERE, SHARE_ELSEWHERE * byChance) : 0;
}

function hasQualifiedName(labels: LabelTable, entity: number, row: number): boolean {
  const own = Array.from(labels.tokenIdsOf(row));
  const [start, end] = labels.rowsOf(entity);
  let name: string | undefined;
  for (let other = start; other < end; other++) {
    if (other === row || labels.isTransliteration(other)) continue;
    const words = labels.tokenIdsOf(other);
    if (words.length <= own.length || own.some((word, i) => words[i] !== word)) continue;
    name ??= labels.textOf(row).toLowerCase();
    const text = labels.textOf(other).toLowerCase();
    if (text.startsWith(name) && NOTE_BEGINS.test(text.slice(name.length))) return true;
  }
  return false;
}
