import { findEntity } from '../../entities/entity-store.js';
import { html, type SafeHtml } from '../../foundation/escape-html.js';
import type { JudgmentLine } from '../../review/run-record.js';
import type { RunExchange } from './run-context.js';

/** A judgment in words: its row by name, many rows by their number. */
export async function judgmentWords(
  { exchange: { words }, run, dataset }: RunExchange,
  { judgment, rows }: JudgmentLine,
): Promise<SafeHtml> {
  const [row = 0] = rows;
  const [first] = await run.rows(row, 1, dataset);
  const facts = { name: html`<bdi>${first?.question.text ?? ''}</bdi>` };
  switch (judgment.kind) {
    case 'match':
      return words.html('{name} means {entity}', { ...facts, entity: html`<bdi>${judgment.name}</bdi>` });
    case 'none':
      return judgment.inBulk === true
        ? html`${words.count(rows.length, '{n} row said at once not to be in the dataset', '{n} rows said at once not to be in the dataset')}`
        : words.html('{name} is not in the dataset', facts);
    case 'reject':
      return words.html('{name} does not mean {entity}', {
        ...facts,
        entity: html`<bdi>${findEntity(dataset.entities, judgment.id)?.name ?? judgment.id}</bdi>`,
      });
    case 'reject-each':
      return html`${words.count(rows.length, 'First candidate of {n} row rejected at once', 'First candidates of {n} rows rejected at once')}`;
    case 'clear':
      return html`${words.count(rows.length, 'Judgments of {n} row taken back at once', 'Judgments of {n} rows taken back at once')}`;
    default:
      return html`${words.count(rows.length, '{n} row accepted at once', '{n} rows accepted at once')}`;
  }
}
