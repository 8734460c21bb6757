import { type RawCell, textsOf } from '../../formats/raw-record.js';
import type { JudgedList } from './judged-list.js';
import type { JudgmentColumns } from './judgment-columns.js';
import { type JudgedIds, readJudgedIds } from './read-judged-ids.js';

/**
 * Judgment of a row. judged: the name denotes these ids, or, when empty, nothing in the dataset · unjudged: no person
 * has judged it · id-missing: judged as matched, without an id.
 */
export type Judgment = (
  ({ readonly kind: 'judged' } & JudgedIds) | { readonly kind: 'unjudged' } | { readonly kind: 'id-missing' }
) & {
  /** Ids that the name is judged not to denote. */
  readonly denied: readonly string[];
};

/** The judgment of a row. */
export function readJudgment(cells: readonly RawCell[], columns: JudgmentColumns, list: JudgedList): Judgment {
  const judgment = columns.judgment === undefined ? 'matched' : judgmentIn(textsOf(cells[columns.judgment]).join(' '));
  const denied = columns.denied === undefined ? [] : textsOf(cells[columns.denied]);
  if (judgment === undefined) return { kind: 'unjudged', denied };
  const read = judgment === 'new' ? { ids: [], unknown: [] } : readJudgedIds(idTexts(cells, columns), list);
  if (columns.judgment !== undefined && judgment === 'matched' && read.ids.length === 0)
    return { kind: 'id-missing', denied };
  return { kind: 'judged', ...read, denied };
}

/** Whether the row is an unchanged automatic match, and so not known to be judged by a person. */
export function isOwnMatch(cells: readonly RawCell[], columns: JudgmentColumns): boolean {
  if (columns.own === undefined || textsOf(cells[columns.own.matchedBy]).join('').trim() === '') return false;
  const [first] = textsOf(cells[columns.own.candidate]);
  const [id, ...others] = idTexts(cells, columns);
  return id !== undefined && others.length === 0 && id.trim() === first?.trim();
}

function idTexts(cells: readonly RawCell[], { expected, matches }: JudgmentColumns): readonly string[] {
  const texts = textsOf(cells[expected]);
  if (matches === undefined) return texts;
  const flags = textsOf(cells[matches]);
  return texts.filter((_, i) => flags[i] === 'true');
}

/** Judgment by the words of OpenRefine and of people; `undefined`: not judged. */
function judgmentIn(text: string): 'matched' | 'new' | undefined {
  switch (text.trim().toLowerCase()) {
    case 'matched':
    case 'match':
    case 'true':
    case 'yes':
      return 'matched';
    case 'new':
    case 'no match':
    case 'nil':
      return 'new';
    default:
      return undefined;
  }
}
