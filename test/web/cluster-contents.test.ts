import { afterAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createInlineBatchExecutor } from '../../src/assembly/inline-batch-executor.js';
import { inlineWorker } from '../../src/assembly/inline-batch-executor.js';
import { clusterContents } from '../support/cluster-contents.js';
import { smallApp } from '../support/small-app.js';
import { matchedRun, smallRun, smallRuns } from '../support/small-review.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { threadsHere } from '../support/threads-here.js';
import { liveOf } from '../support/live-of.js';

/* Where the contents of a dataset lie makes no difference to what is answered: handlers read them by the port alone. */

const folder = temporaryFolder();
const runs = smallRuns(folder.path);
const review = { runs, softwareVersion: '1.2.3' };
afterAll(async () => {
  await runs.close();
  folder.remove();
});
const { app, snapshot } = smallApp({ review });
const elsewhere = clusterContents(snapshot);
const batches = createInlineBatchExecutor(snapshot, { batchTimeoutMs: 10_000, queryTimeoutMs: 2_000 });
// The threads of browsing have contents of their own.
const { browsing: inMemory } = threadsHere;
const browsing: typeof inMemory = {
  browse: (_, query) => inMemory.browse(snapshot, query),
  save: (_, query, form) => inMemory.save(snapshot, query, form),
  progress: () => inMemory.progress(snapshot),
};
const { app: other } = smallApp({
  review,
  browsing,
  live: liveOf(() => ({ ...elsewhere, batches, work: inlineWorker(snapshot) })),
});

const GETS = [
  '/',
  '/?profile=0.2',
  '/v1',
  '/private/suggest?prefix=new',
  '/private/suggest?prefix=b',
  '/private/suggest?prefix=Berlni',
  '/private/suggest?prefix=N39',
  '/type/private/suggest?prefix=c',
  '/property/private/suggest?prefix=c',
  '/private/flyout?id=B',
  '/private/flyout?id=nowhere',
  '/type/private/flyout?id=City',
  '/property/private/flyout?id=country',
  '/search?filter=(all%20mid:B)',
  '/v1/suggest/entity?prefix=par',
  '/preview?id=B',
  '/view?id=DE',
  '/view?id=B&as=json',
  '/view?id=B&as=csv',
  '/entity/Z%C3%BCrich%E2%80%93ZH',
  '/feature?id=name',
  '/about',
  '/try?query=Berlin',
  '/try?query=Berlni&part=candidates',
  '/browse?query=berlin&part=results',
  '/browse?property:country=DE&part=results',
  '/browse?query=berlin&as=json',
  '/extend/propose?type=City',
  '/explain?query=Berlin',
  '/explain?query=Berlin&id=BNH',
  `/?queries=${encodeURIComponent(JSON.stringify({ a: { query: 'http://127.0.0.1/view?id=B' }, b: { query: 'Paris', type: 'City' } }))}`,
  `/?extend=${encodeURIComponent(JSON.stringify({ ids: ['B', 'P', 'nowhere'], properties: [{ id: 'country' }, { id: 'twin' }] }))}`,
] as const;

/** Explanations tell how long each step took. */
const withoutTimes = (text: string): string =>
  text.replace(/Ms":[\d.e-]+/g, 'Ms":0').replace(/<td class="number">\d+\.\d+<\/td><\/tr>/g, '');

describe.each(GETS)('%s', (address) => {
  it.each(['application/json', 'text/html'])('is answered as %s as from memory', async (accept) => {
    const ask = (target: typeof app): request.Test =>
      request(target).get(address).set('Host', '127.0.0.1').set('Accept', accept).redirects(0);
    const [here, there] = [await ask(app), await ask(other)];
    expect(elsewhere.outside).toEqual([]);
    expect([there.status, withoutTimes(there.text)]).toEqual([here.status, withoutTimes(here.text)]);
  });
});

describe('a table that is reviewed', () => {
  const TABLE = 'place,country\nMunchen,Germany\nBerlin,\nQwxyzzy,\n';
  const ask = (target: typeof app, address: string): request.Test =>
    request(target).get(address).set('Host', '127.0.0.1').set('Accept', 'text/html');

  it('is shown on the same pages, before it is matched and after', async () => {
    const [prepared, matched] = [await smallRun(runs, TABLE), await matchedRun(runs, TABLE)];
    const pages = [
      '/runs',
      `/runs/${prepared.record.id}`,
      ...['', '/review?tab=0123abcd', '/review?tab=0123abcd&row=1', '/table?tab=0123abcd', '/measure?tab=0123abcd'].map(
        (page) => `/runs/${matched.record.id}${page}`,
      ),
    ];
    for (const page of pages) {
      const [here, there] = [await ask(app, page), await ask(other, page)];
      expect([page, elsewhere.outside]).toEqual([page, []]);
      expect([page, there.status, there.text]).toEqual([page, 200, here.text]);
    }
  });

  it('is judged', async () => {
    const { record } = await matchedRun(runs, TABLE);
    const judged = await request(other)
      .post(`/runs/${record.id}/judge`)
      .set('Host', '127.0.0.1')
      .set('Accept', 'text/html')
      .type('form')
      .send({ decision: 'match', row: '0', id: 'M', version: '-1' });
    expect([judged.status, judged.text, elsewhere.outside]).toEqual([303, expect.anything(), []]);
  });
});
