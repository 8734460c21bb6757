import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { openRefineClient } from '../support/openrefine-client.js';
import { readManifest } from '../support/read-manifest.js';
import { sharedOpenRefine, type RunningOpenRefine } from '../support/start-openrefine.js';
import { startService, type RunningService } from '../support/start-service.js';
import { messyColumns, type MessyColumn } from './messy-place-names.js';

/** At least so many of the hundred must have the right thing as first candidate. */
const wantedRightOfHundred = 95;
/** At most so many may be matched without asking to something else than was meant. */
const allowedWrongMatches = 1;

const candidateLimit = 5;

const batchAnswerSchema = z.record(
  z.string(),
  z.object({ result: z.array(z.object({ id: z.string(), name: z.string(), score: z.number(), match: z.boolean() })) }),
);
type Candidate = z.infer<typeof batchAnswerSchema>[string]['result'][number];
/** One list of candidates for each name of the column, in its order. */
type Answers = readonly (readonly Candidate[])[];

/** The query that OpenRefine makes of a row; `k0`, `k1` … are the keys. */
function queriesOf(column: MessyColumn, from: number, to: number): string {
  const entries = column.names.slice(from, to).map(({ text, country }, i) => [
    `k${from + i}`,
    {
      query: text,
      type: column.type.id,
      type_strict: 'should',
      limit: candidateLimit,
      ...(country === undefined ? {} : { properties: [{ pid: 'country', v: country }] }),
    },
  ]);
  return JSON.stringify(Object.fromEntries(entries));
}

const inOrder = (column: MessyColumn, answer: z.infer<typeof batchAnswerSchema>): Answers =>
  column.names.map((_, i) => {
    const one = answer[`k${i}`];
    if (one === undefined) throw new Error(`No answer under k${i}.`);
    return one.result;
  });

/** All names of the column in one form, like `curl --data-urlencode`. */
async function answersByPost(service: RunningService, column: MessyColumn): Promise<Answers> {
  const response = await fetch(service.url, {
    method: 'POST',
    body: new URLSearchParams({ queries: queriesOf(column, 0, column.names.length) }),
  });
  expect(response.status).toBe(200);
  return inOrder(column, batchAnswerSchema.parse(await response.json()));
}

/** Ten at a time in the address, and the answer run as the script that it is. */
async function answersByJsonp(service: RunningService, column: MessyColumn): Promise<Answers> {
  const answer: z.infer<typeof batchAnswerSchema> = {};
  for (let from = 0; from < column.names.length; from += 10) {
    const parameters = new URLSearchParams({
      queries: queriesOf(column, from, from + 10),
      callback: 'jQuery3_1',
      _: '1',
    });
    const response = await fetch(`${service.url}?${parameters.toString()}`);
    expect(response.headers.get('content-type')).toContain('javascript');
    let received: unknown;
    runInNewContext(await response.text(), { jQuery3_1: (value: unknown) => (received = value) });
    Object.assign(answer, batchAnswerSchema.parse(received));
  }
  return inOrder(column, answer);
}

describe('a hundred messy names of places', () => {
  let service: RunningService;
  let openRefine: RunningOpenRefine;
  let byPost: readonly Answers[];

  beforeAll(async () => {
    [service, openRefine] = await Promise.all([startService(), sharedOpenRefine()]);
    byPost = await Promise.all(messyColumns.map((column) => answersByPost(service, column)));
  });

  afterAll(async () => {
    await openRefine?.stop();
    await service?.stop();
  });

  it('are a hundred', () => {
    expect(messyColumns.flatMap((column) => column.names)).toHaveLength(100);
  });

  it(`are found: ${wantedRightOfHundred} of them first in the list`, () => {
    const missed = messyColumns.flatMap((column, c) =>
      column.names.flatMap((name, n) => {
        const first = byPost[c]?.[n]?.[0];
        return first?.id === name.id
          ? []
          : [`${name.text} (${name.country ?? ''}): ${first?.id ?? 'nothing'} ${first?.name ?? ''} for ${name.id}`];
      }),
    );
    expect({ right: 100 - missed.length >= wantedRightOfHundred, missed }).toEqual({ right: true, missed });
  });

  it(`are not matched to something else: at most ${allowedWrongMatches} of them`, () => {
    const wrong = messyColumns.flatMap((column, c) =>
      column.names.flatMap((name, n) => {
        const match = byPost[c]?.[n]?.find((candidate) => candidate.match);
        return match === undefined || match.id === name.id
          ? []
          : [`${name.text} (${name.country ?? ''}): ${match.id} ${match.name} for ${name.id}`];
      }),
    );
    expect({ few: wrong.length <= allowedWrongMatches, wrong }).toEqual({ few: true, wrong });
  });

  it('get the same answers by JSONP', async () => {
    for (const [c, column] of messyColumns.entries()) expect(await answersByJsonp(service, column)).toEqual(byPost[c]);
  });

  it('get the same answers in OpenRefine', async () => {
    const client = openRefineClient(openRefine.origin);
    const { identifierSpace, schemaSpace } = await readManifest(service.url);
    for (const [c, column] of messyColumns.entries()) {
      const project = await client.createProject(
        column.type.name,
        stringify([['place', 'country'], ...column.names.map(({ text, country }) => [text, country ?? ''])]),
      );
      await client.reconcile(project, {
        column: 'place',
        service: { url: service.url, identifierSpace, schemaSpace },
        type: column.type,
        details: [{ column: 'country', property: { id: 'country', name: 'country' } }],
        autoMatch: true,
        batchSize: 20,
        limit: candidateLimit,
      });
      await client.waitForProcesses(project);
      const cells = await client.cells(project, 'place');
      expect(cells).toHaveLength(column.names.length);
      for (const [n, { text }] of column.names.entries()) {
        const expected = byPost[c]?.[n] ?? [];
        const recon = cells[n]?.recon;
        const match = expected[0]?.match === true ? expected[0] : undefined;
        // A matched cell keeps its match only.
        const seen = match === undefined ? (recon?.c ?? []) : [recon?.m].filter((m) => m !== null && m !== undefined);
        const wanted = match === undefined ? expected : [match];
        expect({
          text,
          judgment: recon?.j,
          candidates: seen.map(({ id, name, score }) => ({ id, name, score })),
        }).toEqual({
          text,
          judgment: match === undefined ? 'none' : 'matched',
          candidates: wanted.map(({ id, name, score }) => ({ id, name, score })),
        });
      }
    }
  });
});
