import type { Property } from '../../entities/property.js';
import { headingKey } from '../heading-vocabulary.js';

/** Facts about a dataset that are needed to read judgments about it. */
export interface JudgedList {
  readonly hasId: (id: string) => boolean;
  readonly addressPrefixes: readonly string[];
  readonly properties: readonly Pick<Property, 'id' | 'name'>[];
}

/** Prefixes of the ids of a dataset in addresses: its identifier space and the addresses of its pages. */
export function addressPrefixesOf({
  identifierSpace,
  viewUrl,
}: {
  readonly identifierSpace?: string | undefined;
  readonly viewUrl?: string | undefined;
}): readonly string[] {
  return [identifierSpace ?? '', viewUrl?.split('{{id}}')[0] ?? ''].filter((prefix) => prefix !== '');
}

/**
 * Whether a heading names a property of the dataset, by id or name in any spelling; a leading `properties.`, as in
 * JSON, is ignored.
 */
export function namesProperty(heading: string, { properties }: JudgedList): boolean {
  const key = headingKey(heading.replace(/^propert(?:y|ies)\./i, ''));
  return key !== '' && properties.some(({ id, name }) => headingKey(id) === key || headingKey(name) === key);
}

export interface JudgedIds {
  /** Empty: not in the dataset, or unknown. */
  readonly ids: readonly string[];
  readonly unknown: readonly string[];
}

/** Words for "not in the dataset", unless there is such an id. */
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

/** Address of an entity or its page at any service, as OpenRefine exports addresses of matched entities. */
const AT_A_SERVICE = /^https?:\/\/[^?#]*\/(?:view\?id=|entity\/)([^?#&]+)$/;

/**
 * Reads ids in any usual form: alone, several separated by `|` or `;`, or as addresses with the identifier space or
 * view address of the dataset; without either, as addresses of a service.
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

/** An id may itself contain separators. */
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

/** An id from an address; unchanged where it is not percent-encoded correctly. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray percent sign
  }
}
