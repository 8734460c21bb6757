import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { answerQuery } from '../../src/assembly/answer-query.js';
import { buildSnapshot } from '../../src/assembly/build-snapshot.js';
import { attachSnapshot } from '../../src/assembly/snapshot-image.js';
import { manifestWithTuning } from '../../src/datasets/manifest-with-tuning.js';
import { parseManifest } from '../../src/datasets/read-manifest.js';
import { NO_DEADLINE } from '../../src/foundation/deadline.js';
import { explainWithLearned } from '../../src/learning/explain-with-learned.js';
import { keptLearning, learnedFrom } from '../../src/learning/kept-learning.js';
import { EFFORT, learnFile } from '../../src/learning/learn-file.js';
import type { LearnedFile } from '../../src/learning/learned-file.js';
import { reconcileWithLearned } from '../../src/learning/reconcile-with-learned.js';
import { createRowJudge } from '../../src/learning/row-judge.js';
import type { Candidate } from '../../src/reconciliation/candidate.js';
import type { DatasetSnapshot } from '../../src/reconciliation/dataset-snapshot.js';
import { reconcile } from '../../src/reconciliation/reconcile.js';
import type { ReconciliationQuery } from '../../src/reconciliation/reconciliation-query.js';
import { personsFile } from '../support/persons-file.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
const { entities, queries } = personsFile(200);
const ROWS = parse(queries, { columns: true }) as readonly Readonly<Record<string, string>>[]; // as personsFile writes them

const candidatesOf = (snapshot: DatasetSnapshot, query: ReconciliationQuery, ask = reconcile): readonly Candidate[] => {
  const outcome = ask(snapshot, query, NO_DEADLINE);
  return outcome.kind === 'answered' ? outcome.candidates : [];
};

describe('what a file taught, kept in the manifest', () => {
  let plain: DatasetSnapshot;
  let kept: DatasetSnapshot;
  let learned: LearnedFile;
  let asked: readonly ReconciliationQuery[];
  let manifestText: string;

  beforeAll(async () => {
    plain = attachSnapshot(await buildSnapshot({ files: [folder.write('persons.csv', entities)] }));
    const ids = plain.dataset.properties.map(({ id }) => id);
    const [name = ''] = Object.keys(ROWS[0] ?? {});
    asked = ROWS.map((row) => ({
      text: row[name] ?? '',
      types: [],
      typeMode: 'any',
      properties: ids.filter((id) => (row[id] ?? '') !== '').map((id) => ({ property: id, values: [row[id] ?? ''] })),
      limit: 5,
    }));
    const found = await learnFile(
      plain.dataset,
      asked,
      (some) => Promise.resolve(some.map((query) => candidatesOf(plain, query))),
      EFFORT.inPassing,
    );
    if (found === undefined) throw new Error('the file teaches nothing');
    learned = found;
    manifestText = manifestWithTuning('persons.yaml', 'files: persons.csv # the list\n', {
      learned: keptLearning(learned),
    });
    kept = attachSnapshot(await buildSnapshot({ files: [folder.write('persons.yaml', manifestText)] }));
  }, 120_000);

  it('says how often values agree in right and in wrong pairs, of how many, and how many rows mean nothing', () => {
    const { tuning } = parseManifest('persons.yaml', manifestText).manifest;
    expect(tuning?.learned).toEqual(keptLearning(learned));
    expect(kept.tuning?.learned).toEqual(keptLearning(learned));
    expect(manifestText).toContain('# the list');
    for (const { right, wrong, rightPairs, wrongPairs } of Object.values(kept.tuning?.learned?.properties ?? {})) {
      for (const shares of [right, ...wrong]) expect(shares.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 3);
      expect(rightPairs).toBeGreaterThan(50);
      expect(wrongPairs.reduce((a, b) => a + b, 0)).toBeGreaterThan(50);
    }
    expect(Object.values(kept.tuning?.learned?.properties ?? {}).map(({ leftOut }) => leftOut === true)).toContain(
      true,
    );
  });

  it('is read again as it was learned', () => {
    const again = learnedFrom(keptLearning(learned));
    expect(again.properties).toEqual(learned.properties);
    expect(again.leftOut).toEqual(learned.leftOut);
    again.model.right.forEach((shares, property) =>
      shares.forEach((share, level) => expect(share).toBeCloseTo(learned.model.right[property]?.[level] ?? NaN, 4)),
    );
    expect(keptLearning(again)).toEqual(keptLearning(learned));
  });

  it('decides single queries as the rows of the file were decided, and matches more than the service alone', () => {
    const judge = createRowJudge(plain.dataset, learned);
    const decided = asked.map((query) => {
      const both = judge.queriesOf(query);
      if (both === undefined) return candidatesOf(plain, query).find(({ match }) => match)?.id;
      const { candidates, isMatched } = judge.judge(query, candidatesOf(plain, both[0]), candidatesOf(plain, both[1]));
      return isMatched ? candidates[0]?.candidate.id : undefined;
    });
    const served = asked.map((query) => candidatesOf(kept, query, reconcileWithLearned).find(({ match }) => match)?.id);
    expect(served).toEqual(decided);
    const rightIn = (ids: readonly (string | undefined)[]): number =>
      ids.filter((id, i) => id !== undefined && id === ROWS[i]?.['expected']).length;
    const alone = asked.map((query) => candidatesOf(plain, query).find(({ match }) => match)?.id);
    expect(rightIn(served)).toBeGreaterThan(rightIn(alone));
  });

  it('answers in the forms of the protocol: by score descending, one match at most and that first and strictly highest', () => {
    for (const query of asked) {
      const candidates = candidatesOf(kept, query, reconcileWithLearned);
      const scores = candidates.map(({ score }) => score);
      expect([...scores].sort((a, b) => b - a)).toEqual(scores);
      expect(candidates.slice(1).some(({ match }) => match)).toBe(false);
      if (candidates[0]?.match === true) expect(scores[0]).toBeGreaterThan(scores[1] ?? -1);
      for (const { features } of candidates) expect(features.filter(({ id }) => id === 'probability')).toHaveLength(1);
    }
    const limits = { batchDeadline: NO_DEADLINE, queryTimeoutMs: 60_000 };
    const form = 'objects';
    const changed = asked.filter(
      (query) =>
        JSON.stringify(answerQuery(kept, query, form, limits)) !==
        JSON.stringify(answerQuery(plain, query, form, limits)),
    );
    expect(changed.length).toBeGreaterThan(0);
  });

  it('leaves queries without values, and those with conditions, to the service alone', () => {
    const [query] = asked;
    if (query === undefined) throw new Error('no query');
    const named = { ...query, properties: [] };
    const required = { ...query, properties: query.properties.map((condition) => ({ ...condition, required: true })) };
    for (const one of [named, required])
      expect(JSON.stringify(reconcileWithLearned(kept, one, NO_DEADLINE))).toBe(
        JSON.stringify(reconcile(kept, one, NO_DEADLINE)),
      );
  });

  it('is told by explanations, which decide as the answer does', () => {
    for (const query of asked.slice(0, 20)) {
      const [first] = candidatesOf(kept, query, reconcileWithLearned);
      const explanation = explainWithLearned(kept, { query, ids: [] });
      expect(explanation.candidate).toMatchObject({ id: first?.id, match: first?.match });
      expect(explanation.decision).toMatch(/by its name and by what a file of [\d,]+ rows taught/);
    }
  });

  it('is refused with its place where it is damaged', () => {
    expect(() =>
      parseManifest('persons.yaml', manifestText.replace(/right: \[[^\]]*\]/, 'right: [ 0.5, 0.5 ]')),
    ).toThrow(/^persons\.yaml has a fault:\n {2}line \d+, column \d+: "tuning\.learned\.properties\./);
  });
});
