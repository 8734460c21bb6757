import { findEntity } from '../../entities/entity-store.js';
import { html, type SafeHtml } from '../../foundation/escape-html.js';
import type { RunExchange } from './run-context.js';

/** What was taken back, in words. */
export async function undoneWords(
  { exchange: { words }, run, dataset }: RunExchange,
  number: number | undefined,
): Promise<SafeHtml | undefined> {
  const line = number === undefined ? undefined : run.judgments.line(number);
  const [row] = line?.rows ?? [];
  if (line === undefined || row === undefined) return undefined;
  const { judgment, rows } = line;
  const [first] = await run.rows(row, 1, dataset);
  const facts = { name: html`<bdi>${first?.question.text ?? ''}</bdi>` };
  switch (judgment.kind) {
    case 'match':
      return words.html('Taken back: {name} means {entity}', { ...facts, entity: html`<bdi>${judgment.name}</bdi>` });
    case 'none':
      return judgment.inBulk === true
        ? html`${words.count(rows.length, 'Taken back: {n} row said at once not to be in the dataset', 'Taken back: {n} rows said at once not to be in the dataset')}`
        : words.html('Taken back: {name} is not in the dataset', facts);
    case 'reject':
      return words.html('Taken back: {name} does not mean {entity}', {
        ...facts,
        entity: html`<bdi>${findEntity(dataset.entities, judgment.id)?.name ?? judgment.id}</bdi>`,
      });
    default:
      return html`${words.count(rows.length, 'Taken back: {n} row accepted at once', 'Taken back: {n} rows accepted at once')}`;
  }
}
