import type { Entity } from '../entities/entity.js';
import { valueText } from '../entities/value-text.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { DEFAULT_LIMIT, type PropertyCondition, type ReconciliationQuery } from '../scoring/query.js';

/*
 * The first queries of a thread take several times as long as later ones, because the code that answers them has not
 * been compiled to its quick form. So a thread queries its first dataset about its own entities while idle; tasks of
 * the service come between two of these queries.
 */

/** Enough to compile most of the code, without delaying clients for many expensive queries. */
const MAX_QUERIES = 600;
const MAX_MS = 5000;

/** Runs queries about entities of the dataset through `ask`, one at a time, while the thread is idle. */
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

/**
 * A typical query about an entity, alternating: a letter missing, an additional word, or the properties of the entity.
 */
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
