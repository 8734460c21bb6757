import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inEnglish } from '../src/foundation/sentence.js';
import { buildSnapshot } from '../src/assembly/build-snapshot.js';
import { attachSnapshot } from '../src/assembly/snapshot-image.js';
import type { DatasetSnapshot } from '../src/scoring/snapshot.js';
import { matchThreshold } from '../src/scoring/decide.js';
import { explainCandidate, type Explanation } from '../src/describe/explain-candidate.js';
import type { ReconciliationQuery } from '../src/scoring/query.js';

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

function draw({ candidate, evidence, retrieval, best }: Explanation, threshold: number): string {
  const [report] = retrieval;
  const reason = (id: string): string =>
    inEnglish(candidate.features.find((feature) => feature.id === id)?.reason ?? []);
  const [first, ...others] = best;
  if (report === undefined || first === undefined) throw new Error('the query finds a name');
  const search = report.steps[0]?.phases?.at(-1)?.lookedFor.filter(({ variants }) => variants.length > 0) ?? [];
  const sum = (terms: Explanation['evidence']['terms']): string =>
    terms.map(({ term, value, weight }) => `${term} ${value.toFixed(3)} × ${String(weight)}`).join(' + ');
  return [
    `"${QUERY.text}"`,
    `  interpret   ${report.guess ?? 'as written'}: tokens ${report.words.join(', ')}`,
    `  retrieve    ${search.map(({ word, variants }) => `${word ?? ''}: ${variants.join(', ')}`).join('; ')} → ${String(report.compared.names)} names of ${String(report.compared.entities)} entities`,
    `  compare     ${first.name} (${first.id}): ${reason('name')}; ${reason('record')}`,
    `  weigh       ${sum(evidence.terms)}`,
    `              = ${evidence.sum.toFixed(3)} nats, score ${first.score.toFixed(2)}`,
    ...others.map(
      ({ id, name, nats = NaN, score }) =>
        `              ${name} (${id}) ${nats.toFixed(3)} nats, score ${score.toFixed(2)}`,
    ),
    `              nothing is meant: ${sum(evidence.nothing.terms)} = ${evidence.nothing.sum.toFixed(3)} nats`,
    `  decide      probability ${candidate.probability.toFixed(4)}, wanted ${threshold.toFixed(3)}: ${first.match ? 'a match' : 'no match'}`,
  ].join('\n');
}
