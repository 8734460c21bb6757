import type { BrowseQuery } from '../../browsing/browse-query.js';
import type { Dataset } from '../../entities/dataset.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import { propertiesAsked, PROPERTY_PARAMETER } from '../pages/query-fields.js';
import type { RequestParameters } from '../request-parameters.js';

export const PAGE_ENTITIES = 50;
const MAX_ENTITIES = 1_000;
const MAX_CHARACTERS = 500;
const MAX_VALUES = 10;

/**
 * The parameters `query`, `type`, `property:ID`, `sort`, `order` (`up`, `down`), `page` (from 1) and `limit`. Unknown
 * types, properties and pages are ignored. Throws `parameter-invalid` for a text that is too long.
 */
export function readBrowseQuery(parameters: RequestParameters, dataset: Dataset): BrowseQuery {
  const text = (parameters.get('query') ?? '').trim();
  if (text.length > MAX_CHARACTERS)
    throw new SameasError(
      'parameter-invalid',
      sentence('The text is longer than {n} characters.', { n: MAX_CHARACTERS }),
      {
        advice: sentence('Type a few words.'),
        facts: { parameter: 'query' },
      },
    );
  const type = parameters.get('type') ?? '';
  const sort = parameters.get('sort') ?? '';
  const limit = Math.min(MAX_ENTITIES, Math.max(1, numberIn(parameters.get('limit')) ?? PAGE_ENTITIES));
  const known = new Set(dataset.properties.map(({ id }) => id));
  return {
    text,
    type: dataset.types.get(type) === undefined ? '' : type,
    values: propertiesAsked(parameters)
      .flatMap(({ property, values }) =>
        known.has(property) ? values.flatMap((value) => (typeof value === 'string' ? [{ property, value }] : [])) : [],
      )
      .slice(0, MAX_VALUES),
    sort: sort === 'name' || known.has(sort) ? sort : 'best',
    isDescending: parameters.get('order') === 'down',
    offset: (Math.max(1, numberIn(parameters.get('page')) ?? 1) - 1) * limit,
    limit,
  };
}

/** The query as parameters of an address, for page 1 or `page`. */
export function browseParameters({ text, type, values, sort, isDescending }: BrowseQuery, page = 1): URLSearchParams {
  const parameters = new URLSearchParams();
  if (text !== '') parameters.set('query', text);
  if (type !== '') parameters.set('type', type);
  for (const { property, value } of values) parameters.append(PROPERTY_PARAMETER + property, value);
  if (sort !== 'best') parameters.set('sort', sort);
  if (isDescending) parameters.set('order', 'down');
  if (page > 1) parameters.set('page', String(page));
  return parameters;
}

/** The same as an address below `baseUrl`. */
export function browseAddress(baseUrl: string, query: BrowseQuery, page = 1): string {
  const parameters = browseParameters(query, page).toString();
  return parameters === '' ? `${baseUrl}/browse` : `${baseUrl}/browse?${parameters}`;
}

function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : undefined;
}
