import type { Dataset } from '../entities/dataset.js';

/** What a cell of expected answers says. */
export interface ExpectedIds {
  /** Empty: there is no right answer. */
  readonly ids: readonly string[];
  /** Those among them that no entity has. */
  readonly unknown: readonly string[];
}

/** Words for "no right answer", unless the dataset has such an id. */
const NO_ANSWER: ReadonlySet<string> = new Set(['nil', 'none', 'null', 'n/a', 'na', 'no match', 'no answer', 'not found', 'new', 'new item', '-', '–', '—']);

/**
 * Reads ids as people write them: alone, several with `|` or `;` between them, or as addresses that begin with the
 * identifier space or the view address of the dataset.
 */
export function readExpectedIds(texts: readonly string[], dataset: Dataset): ExpectedIds {
  const ids: string[] = [];
  const unknown: string[] = [];
  for (const text of texts) {
    for (const written of partsOf(text.trim(), dataset)) {
      const id = idIn(written, dataset);
      if (id === undefined && NO_ANSWER.has(written.toLowerCase())) continue;
      ids.push(id ?? written);
      if (id === undefined) unknown.push(written);
    }
  }
  return { ids: [...new Set(ids)], unknown };
}

/** An id may itself hold the signs that stand between several. */
function partsOf(text: string, dataset: Dataset): readonly string[] {
  if (text === '') return [];
  if (idIn(text, dataset) !== undefined) return [text];
  return text.split(/[|;]/).map((part) => part.trim()).filter((part) => part !== '');
}

function idIn(text: string, { entities, metadata }: Dataset): string | undefined {
  if (entities.ordinalOf(text) >= 0) return text;
  for (const prefix of [metadata.identifierSpace, metadata.viewUrl?.split('{{id}}')[0]]) {
    if (prefix === undefined || prefix === '' || !text.startsWith(prefix)) continue;
    const rest = text.slice(prefix.length);
    if (entities.ordinalOf(rest) >= 0) return rest;
  }
  return undefined;
}
