import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createInlineBatchExecutor } from '../../src/assembly/inline-batch-executor.js';
import { workHere } from '../../src/assembly/work-here.js';
import { contentsElsewhere } from '../support/contents-elsewhere.js';
import { smallApp } from '../support/small-app.js';
import { threadsHere } from '../support/threads-here.js';

/* Where the contents of a dataset lie makes no difference to what is answered: handlers read them by the port alone. */

const { app, snapshot } = smallApp();
const elsewhere = contentsElsewhere(snapshot);
const batches = createInlineBatchExecutor(snapshot, { batchTimeoutMs: 10_000, queryTimeoutMs: 2_000 });
// The threads of browsing have contents of their own.
const { browsing: inMemory } = threadsHere;
const browsing: typeof inMemory = { browse: (_, query) => inMemory.browse(snapshot, query), save: (_, query, form) => inMemory.save(snapshot, query, form), progress: () => inMemory.progress(snapshot) };
const { app: other } = smallApp({ browsing, live: { current: () => ({ ...elsewhere, batches, work: workHere(snapshot) }) } });

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
const withoutTimes = (text: string): string => text.replace(/Ms":[\d.e-]+/g, 'Ms":0').replace(/<td class="number">\d+\.\d+<\/td><\/tr>/g, '');

describe.each(GETS)('%s', (address) => {
  it.each(['application/json', 'text/html'])('is answered as %s as from memory', async (accept) => {
    const ask = (target: typeof app): request.Test => request(target).get(address).set('Host', '127.0.0.1').set('Accept', accept).redirects(0);
    const [here, there] = [await ask(app), await ask(other)];
    expect(elsewhere.outside).toEqual([]);
    expect([there.status, withoutTimes(there.text)]).toEqual([here.status, withoutTimes(here.text)]);
  });
});
