import { describeService } from '../../protocols/describe-service.js';
import type { ServedSnapshot } from '../../describe/served-snapshot.js';
import type { DatasetSnapshot } from '../../scoring/snapshot.js';
import type { ReconciliationQuery } from '../../scoring/query.js';
import type { Exchange } from '../exchange.js';
import { spellings } from '../request-parameters.js';

/**
 * Prefixes of addresses by which people know the entities: the identifier space, and the pages of the service itself.
 */
export function ownAddresses(exchange: Exchange, snapshot: DatasetSnapshot): readonly string[] {
  const { identifierSpace, viewUrl } = describeService(snapshot, exchange.baseUrl, exchange.limits.batchSize);
  const ownView = `${exchange.baseUrl}/view?id=`;
  const [view = '', rest = ''] = viewUrl.split('{{id}}');
  return [identifierSpace, ownView, ...(rest === '' ? [view] : [])].filter((prefix) => prefix !== '');
}

/**
 * Replaces the address of an entity as text, name or identifier by its id: columns of addresses are reconciled like
 * columns of ids. Only here the address of the service is known. Cost: for other queries a look at their first letters.
 */
export async function readOwnAddresses(
  exchange: Exchange,
  served: ServedSnapshot,
  queries: readonly ReconciliationQuery[],
): Promise<readonly ReconciliationQuery[]> {
  if (!queries.some((query) => textsOf(query).some((text) => BEGINS_LIKE_ADDRESS.test(text)))) return queries;
  return served.read((snapshot) => withIds(exchange, snapshot, queries));
}

function withIds(
  exchange: Exchange,
  snapshot: DatasetSnapshot,
  queries: readonly ReconciliationQuery[],
): readonly ReconciliationQuery[] {
  const prefixes = ownAddresses(exchange, snapshot);
  const idOr = (text: string): string => {
    const address = text.trim();
    const prefix = BEGINS_LIKE_ADDRESS.test(address) ? prefixes.find((one) => address.startsWith(one)) : undefined;
    const id =
      prefix === undefined
        ? undefined
        : spellings(address.slice(prefix.length)).find((one) => snapshot.dataset.entities.ordinalOf(one) >= 0);
    return id ?? text;
  };
  return queries.map((query) => {
    const { text, names, identifiers } = query;
    const inValues = <T extends { readonly values: readonly string[] }>(condition: T): T => ({
      ...condition,
      values: condition.values.map(idOr),
    });
    return {
      ...query,
      text: idOr(text),
      ...(names === undefined ? {} : { names: names.map(inValues) }),
      ...(identifiers === undefined ? {} : { identifiers: identifiers.map(inValues) }),
    };
  });
}

function textsOf({ text, names = [], identifiers = [] }: ReconciliationQuery): readonly string[] {
  return [text, ...names.flatMap(({ values }) => values), ...identifiers.flatMap(({ values }) => values)];
}

const BEGINS_LIKE_ADDRESS = /^\s*https?:\/\//i;
