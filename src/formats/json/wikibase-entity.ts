import { isJsonObject } from '../../foundation/is-json-object.js';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * An entity of Wikibase (as from Wikidata) as a plain record: `id`, `labels`, `descriptions` and `aliases` with their
 * languages, and the values of each property by its id. Deprecated statements are left out, and all but the preferred
 * ones if there are any. `undefined` for any other record.
 */
export function wikibaseRecord(entity: JsonObject): JsonObject | undefined {
  const { id, labels } = entity;
  const claims = entity['claims'] ?? entity['statements'];
  if (typeof id !== 'string' || !/^[QPL]\d+$/.test(id) || !isJsonObject(labels)) return undefined;
  return {
    id,
    labels: textsOf(labels),
    descriptions: textsOf(entity['descriptions']),
    aliases: textsOf(entity['aliases']),
    ...(isJsonObject(claims) &&
      Object.fromEntries(Object.entries(claims).map(([property, statements]) => [property, valuesOf(statements)]))),
  };
}

function textsOf(byLanguage: unknown): readonly unknown[] {
  return isJsonObject(byLanguage) ? Object.values(byLanguage).flat() : [];
}

function valuesOf(statements: unknown): readonly unknown[] {
  const list = (Array.isArray(statements) ? statements : [])
    .filter(isJsonObject)
    .filter(({ rank }) => rank !== 'deprecated');
  const preferred = list.filter(({ rank }) => rank === 'preferred');
  return (preferred.length > 0 ? preferred : list)
    .map(({ mainsnak }) => valueOf(mainsnak))
    .filter((value) => value !== undefined);
}

function valueOf(snak: unknown): unknown {
  const { datavalue } = isJsonObject(snak) ? snak : {};
  const { value } = isJsonObject(datavalue) ? datavalue : {};
  if (!isJsonObject(value)) return value;
  if (typeof value['id'] === 'string') return value['id'];
  if (typeof value['time'] === 'string') return dateOf(value['time'], value['precision']);
  if (typeof value['latitude'] === 'number' && typeof value['longitude'] === 'number')
    return `${String(value['latitude'])}, ${String(value['longitude'])}`;
  if (typeof value['amount'] === 'string') return value['amount'].replace(/^\+/, '');
  return value; // a text with its language
}

const YEAR = 9;
const MONTH = 10;

/** `+1952-03-11T00:00:00Z` to its precision; `undefined` below that of a year. */
function dateOf(time: string, precision: unknown): string | undefined {
  const [, sign = '', year = '', month = '', day = ''] = /^([+-])(\d{4,})-(\d\d)-(\d\d)/.exec(time) ?? [];
  if (year === '' || typeof precision !== 'number' || precision < YEAR) return undefined;
  const parts = precision === YEAR ? [year] : precision === MONTH ? [year, month] : [year, month, day];
  return `${sign === '-' ? '-' : ''}${parts.join('-')}`;
}
