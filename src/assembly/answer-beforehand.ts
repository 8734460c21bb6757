import type { Entity } from '../entities/entity.js';
import { valueText } from '../entities/value-text.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { DEFAULT_LIMIT, type PropertyCondition, type ReconciliationQuery } from '../scoring/query.js';

/*
 * The first queries of a thread take several times as long as later ones, because the code that answers them has not been compiled to its quick form. So a thread that takes
 * up its first dataset asks itself about entities of it, in its spare time: between two of its own questions, it does what it is asked.
 */

/** Enough for most of the code to be compiled; no client is kept waiting for a longer list of queries that are dear each. */
const MAX_QUERIES = 600;
const MAX_MS = 5000;

/** Has `ask` answer queries about entities of the dataset, one at a time, while nothing else is to do. */
export function answerBeforehand({ dataset }: DatasetSnapshot, ask: (query: ReconciliationQuery) => void): void {
  const { entities } = dataset;
  const most = Math.min(MAX_QUERIES, entities.size);
  let asked = 0;
  let spentMs = 0;
  const step = (): void => {
    if (asked >= most || spentMs >= MAX_MS) return;
    const start = performance.now();
    ask(queryAbout(entities.entity(Math.floor((entities.size * asked) / most)), asked++));
    spentMs += performance.now() - start;
    setImmediate(step);
  };
  setImmediate(step);
}

/** Names as people send them, by turns: with a letter left out, with another word behind, and with the properties of the entity. */
function queryAbout({ name, properties }: Entity, turn: number): ReconciliationQuery {
  const half = Math.ceil(name.length / 2);
  const texts = [`${name.slice(0, half)}${name.slice(half + 1)}`, `${name} ${name.slice(0, 1)}`, name];
  const conditions = Object.entries(properties).map(([property, values]): PropertyCondition => ({
    property,
    values: values.slice(0, 1).map(valueText),
  }));
  return {
    text: texts[turn % texts.length] ?? name,
    types: [],
    typeMode: 'any',
    properties: turn % 2 === 0 ? [] : conditions,
    limit: DEFAULT_LIMIT,
  };
}
