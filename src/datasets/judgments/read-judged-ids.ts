import type { JudgedList } from './judged-list.js';

/** What a cell of judged ids says. */
export interface JudgedIds {
  /** Empty: the list does not have what is meant, or it is not known. */
  readonly ids: readonly string[];
  /** Those among them that no entity has. */
  readonly unknown: readonly string[];
}

/** Words for "the list does not have it", unless there is such an id. */
const NO_ANSWER: ReadonlySet<string> = new Set([
  'nil',
  'none',
  'null',
  'n/a',
  'na',
  'no match',
  'no answer',
  'not found',
  'new',
  'new item',
  '-',
  '–',
  '—',
]);

/** The address of an entity or of its page at a service, wherever that was: what OpenRefine gives as addresses of matched entities. */
const AT_A_SERVICE = /^https?:\/\/[^?#]*\/(?:view\?id=|entity\/)([^?#&]+)$/;

/**
 * Reads ids as people write them: alone, several with `|` or `;` between them, or as addresses that begin with the
 * identifier space or the view address of the list; for a list that has neither, as addresses at its service.
 */
export function readJudgedIds(texts: readonly string[], list: JudgedList): JudgedIds {
  const ids: string[] = [];
  const unknown: string[] = [];
  for (const text of texts) {
    for (const written of partsOf(text.trim(), list)) {
      const id = idIn(written, list);
      if (id === undefined && NO_ANSWER.has(written.toLowerCase())) continue;
      ids.push(id ?? written);
      if (id === undefined) unknown.push(written);
    }
  }
  return { ids: [...new Set(ids)], unknown };
}

/** An id may itself hold the signs that stand between several. */
function partsOf(text: string, list: JudgedList): readonly string[] {
  if (text === '') return [];
  if (idIn(text, list) !== undefined) return [text];
  return text
    .split(/[|;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function idIn(text: string, { hasId, addressPrefixes }: JudgedList): string | undefined {
  if (hasId(text)) return text;
  for (const prefix of addressPrefixes) {
    if (text.startsWith(prefix) && hasId(text.slice(prefix.length))) return text.slice(prefix.length);
  }
  if (addressPrefixes.length > 0) return undefined;
  const id = decoded(AT_A_SERVICE.exec(text)?.[1] ?? '');
  return id !== '' && hasId(id) ? id : undefined;
}

/** An id out of an address; as it is where its signs are not those of an address. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray percent sign
  }
}
