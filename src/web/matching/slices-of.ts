import type { QueryValue, ReconciliationQuery } from '../../reconciliation/reconciliation-query.js';

/** Queries of a slice, and characters of their texts: so much goes to a thread in a millisecond or two. */
const MOST_QUERIES = 50;
const MOST_CHARACTERS = 64 * 1024;

/** A batch in parts that are computed one by one, in their order: between them comes the turn of other clients. A single long query is a part of its own. */
export function slicesOf(queries: readonly ReconciliationQuery[]): readonly (readonly ReconciliationQuery[])[] {
  const slices: ReconciliationQuery[][] = [];
  let characters = Infinity;
  for (const query of queries) {
    const length = lengthOf(query);
    const last = slices.at(-1);
    if (last === undefined || last.length >= MOST_QUERIES || characters + length > MOST_CHARACTERS) {
      slices.push([query]);
      characters = length;
    } else {
      last.push(query);
      characters += length;
    }
  }
  return slices;
}

function lengthOf({ text, names = [], identifiers = [], properties }: ReconciliationQuery): number {
  const lengths = [...properties, ...names, ...identifiers].flatMap(({ values }) => values.map(lengthOfValue));
  return lengths.reduce((sum, length) => sum + length, text.length);
}

function lengthOfValue(value: QueryValue): number {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' ? value.id.length + (value.name?.length ?? 0) : 1;
}
