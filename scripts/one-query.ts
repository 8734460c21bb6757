import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSnapshot } from '../src/assembly/build-snapshot.js';
import { attachSnapshot } from '../src/assembly/snapshot-image.js';
import type { DatasetSnapshot } from '../src/reconciliation/dataset-snapshot.js';
import { matchThreshold } from '../src/reconciliation/decide-match.js';
import { explainCandidate, type Explanation } from '../src/reconciliation/explain-candidate.js';
import type { ReconciliationQuery } from '../src/reconciliation/reconciliation-query.js';

/** The page that opens with the query. */
export const PAGE_WITH_QUERY = 'docs/architecture.md';
const QUERY: ReconciliationQuery = { text: 'Pariss, Texas', types: [], typeMode: 'any', properties: [], limit: 10 };
const DATASET = /```csv\n([\s\S]*?)```/;
const DRAWING = /(<!-- one-query -->\n```text\n)[\s\S]*?(```)/;

/** The query of the page and what was found, explained for the first candidate; `use` gets the snapshot of the dataset that stands on the page. */
export async function explainQueryOf<T>(
  page: string,
  use: (explained: Explanation, snapshot: DatasetSnapshot) => T,
): Promise<T> {
  const csv = DATASET.exec(page)?.[1];
  if (csv === undefined) throw new Error(`${PAGE_WITH_QUERY} has no dataset`);
  const folder = mkdtempSync(join(tmpdir(), 'sameas-one-query-'));
  try {
    const file = join(folder, 'places.csv');
    writeFileSync(file, csv);
    const snapshot = attachSnapshot(await buildSnapshot({ files: [file] }));
    const explained = explainCandidate(snapshot, QUERY, csv.split('\n')[1]?.split(',')[0] ?? '');
    if (explained === undefined) throw new Error('the first entity of the dataset is known');
    return use(explained, snapshot);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The page with the query drawn through the steps, with the numbers of today. */
export async function withQueryDrawn(page: string): Promise<string> {
  const drawing = await explainQueryOf(page, (explained, snapshot) => draw(explained, matchThreshold(snapshot)));
  return page.replace(DRAWING, (_, before: string, after: string) => `${before}${drawing}\n${after}`);
}

function draw({ candidate, name, evidence, retrieval, best }: Explanation, threshold: number): string {
  const [report] = retrieval;
  const value = (id: string): number => Number(candidate.features.find((feature) => feature.id === id)?.value ?? 0);
  const reason = (id: string): string => candidate.features.find((feature) => feature.id === id)?.reason ?? '';
  const [first, ...others] = best;
  if (report === undefined || name === undefined || first === undefined) throw new Error('the query finds a name');
  const search = report.steps[0]?.phases?.at(-1)?.lookedFor.filter(({ variants }) => variants.length > 0) ?? [];
  const told = evidence.kinds
    .filter(({ nats }) => nats !== 0)
    .map(({ name: kind, nats }) => `${kind} ${nats.toFixed(2)}`);
  return [
    `"${QUERY.text}"`,
    `  interpret   as written, prior ${String(evidence.prior)}`,
    `  plan        tokens ${report.words.join(', ')}`,
    `  retrieve    ${search.map(({ word, variants }) => `${word ?? ''}: ${variants.join(', ')}`).join('; ')} → ${String(report.compared.names)} names of ${String(report.compared.entities)} entities`,
    `  align       ${name.tokens.map(({ label, query, kind, weight }) => (label === undefined ? `${query ?? ''} only in the query, ${weight.toFixed(2)}` : `${query ?? ''} → ${label} (${kind}), ${weight.toFixed(2)}`)).join('; ')}`,
    `              ${name.matched.toFixed(3)} matched, ${name.onlyQuery.toFixed(3)} only in the query, ${name.onlyLabel.toFixed(3)} only in the label: similarity ${name.similarity.toFixed(4)}`,
    `  score       ${value('name').toFixed(2)} points for the name, ${value('record').toFixed(2)} for the record (${reason('record')}): ${first.score.toFixed(2)}`,
    ...others.map(({ id, name: other, score }) => `              ${other} (${id}) ${score.toFixed(2)}`),
    `  decide      ${told.join(', ')}: ${evidence.sum.toFixed(2)} nats; nothing is meant ${evidence.nothing.toFixed(2)}; the others ${others.map(({ nats = NaN }) => nats.toFixed(2)).join(', ')}`,
    `              probability ${value('probability').toFixed(4)}, wanted ${threshold.toFixed(3)}: ${first.match ? 'a match' : 'no match'}`,
    `  describe    ${first.name} (${first.id}), ${first.score.toFixed(2)}, ${reason('name')}`,
  ].join('\n');
}
