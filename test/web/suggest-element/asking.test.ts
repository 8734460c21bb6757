import { createServer, type Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { smallApp } from '../../support/small-app.js';
import { insideModule, type AskService, type LatestTaskModule } from './inside-modules.js';

const { serviceAddress, readSuggestions, fetchSuggestions, fetchById, fetchCard, RefusedError } = (await insideModule(
  'ask-service.js',
)) as AskService; // its exports
const { LatestTask } = (await insideModule('latest-task.js')) as LatestTaskModule; // its exports

describe('the address of the service', () => {
  const of = (asked: string | null) =>
    serviceAddress(asked, 'https://names.example/lists/sameas-suggest.js?v=1', 'https://page.example/a/b.html');

  it('is where the script came from, unless another is named', () => {
    expect([null, '', ' '].map(of)).toEqual(Array(3).fill('https://names.example/lists/'));
    expect(of('https://other.example')).toBe('https://other.example/');
  });

  it('may be written as it is registered in clients, or from the page', () => {
    expect(of('https://other.example/names?profile=0.2#top')).toBe('https://other.example/names/');
    expect(of('/names')).toBe('https://page.example/names/');
  });

  it('must be one', () => {
    expect(() => of('http://')).toThrow('Invalid URL');
  });
});

describe('an answer', () => {
  it('gives suggestions, whatever else is in it', () => {
    const result = [
      { id: 'a', name: '<b>A</b>', description: 5, notable: ['X', 7] },
      { name: 'without id' },
      null,
      { id: 'b' },
    ];
    expect(readSuggestions({ result })).toEqual([
      { id: 'a', name: '<b>A</b>', description: '', types: ['X'] },
      { id: 'b', name: 'b', description: '', types: [] },
    ]);
  });

  it.each([null, 'text', [], {}, { result: 'none' }])('that is %j is no list of suggestions', (answer) => {
    expect(() => readSuggestions(answer)).toThrow(RefusedError);
  });
});

describe('the service', () => {
  let server: Server;
  let service: string;
  const signal = new AbortController().signal;

  beforeAll(async () => {
    server = createServer(smallApp().app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    service = typeof address === 'object' && address !== null ? `http://127.0.0.1:${String(address.port)}/` : '';
  });

  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  it('suggests entities, of one type or of several, types and properties', async () => {
    const ids = async (asked: Partial<Parameters<AskService['fetchSuggestions']>[1]>) =>
      (await fetchSuggestions(service, { kind: 'entity', prefix: 'ber', limit: 10, ...asked }, signal)).map(
        (one) => (one as { readonly id: string }).id,
      ); // readSuggestions above
    expect(await ids({})).toContain('B');
    expect(await ids({ type: 'City' })).toContain('B');
    expect(await ids({ type: '["Country","City"]' })).toContain('B');
    expect(await ids({ type: 'Country' })).not.toContain('B');
    expect(await ids({ kind: 'type', prefix: 'cap' })).toContain('Capital');
    expect(await ids({ kind: 'property', prefix: 'popul' })).toContain('population');
    expect(await ids({ prefix: 'new', limit: 2 })).toHaveLength(2);
    // Somebody pasted a whole text.
    expect(await ids({ prefix: '長'.repeat(100_000) })).toEqual([]);
  });

  it.each([
    ['entity', 'B'],
    ['entity', 'a/b c#d?e&f=g+h%41'],
    ['type', 'City'],
    ['property', 'population'],
  ])('knows the %s with the id %s, and has a card of it', async (kind, id) => {
    expect(await fetchById(service, kind, id, signal)).toMatchObject({ id });
    expect(await fetchCard(service, kind, id, signal)).toContain('fbs-flyout-content');
  });

  it('does not take a similar id for the one that was asked for', async () => {
    expect(await fetchById(service, 'entity', 'Be', signal)).toBeUndefined();
  });

  it('refuses what it cannot answer, which is not the same as being away', async () => {
    await expect(fetchCard(service, 'entity', 'nowhere', signal)).rejects.toThrow(RefusedError);
    await expect(
      fetchSuggestions(`${service}nowhere/`, { kind: 'entity', prefix: 'a', limit: 1 }, signal),
    ).rejects.toThrow(RefusedError);
    await expect(
      fetchSuggestions(`${service}logo.svg?`, { kind: 'entity', prefix: 'a', limit: 1 }, signal),
    ).rejects.toThrow(RefusedError);
    await expect(
      fetchSuggestions('http://127.0.0.1:1/', { kind: 'entity', prefix: 'a', limit: 1 }, signal),
    ).rejects.not.toThrow(RefusedError);
  });
});

describe('of several tasks', () => {
  const recorded = () => {
    const heard: string[] = [];
    const start = (result: string, afterMs: number, limits = { waitMs: 0, timeoutMs: 5_000 }) => ({
      ...limits,
      task: async (signal: AbortSignal) => {
        heard.push(`${result} begins`);
        await delay(afterMs);
        if (signal.aborted) heard.push(`${result} is aborted`);
        return result;
      },
      done: (text: string) => heard.push(`${text} is done`),
      failed: (fault: unknown) => heard.push(`${result} failed: ${String(fault)}`),
    });
    return { heard, start };
  };

  it('only the latest is heard of, also when the one before comes later', async () => {
    const { heard, start } = recorded();
    const latest = new LatestTask();
    latest.start(start('old', 60));
    await delay(20);
    latest.start(start('new', 10));
    await delay(120);
    expect(heard).toEqual(['old begins', 'new begins', 'new is done', 'old is aborted']);
  });

  it('none begins that is followed within its waiting time', async () => {
    const { heard, start } = recorded();
    const latest = new LatestTask();
    for (const text of ['a', 'ab', 'abc']) latest.start(start(text, 0, { waitMs: 40, timeoutMs: 5_000 }));
    await delay(120);
    expect(heard).toEqual(['abc begins', 'abc is done']);
  });

  it('none is heard of after a stop', async () => {
    const { heard, start } = recorded();
    const latest = new LatestTask();
    latest.start(start('a', 30));
    await delay(10);
    latest.stop();
    await delay(60);
    expect(heard).toEqual(['a begins', 'a is aborted']);
  });

  it('one that takes too long is aborted, and that is a fault', async () => {
    const faults: unknown[] = [];
    new LatestTask().start({
      waitMs: 0,
      timeoutMs: 20,
      task: (signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('too long')))),
      done: () => faults.push('done'),
      failed: (fault) => faults.push(fault),
    });
    await delay(80);
    expect(faults).toEqual([new Error('too long')]);
  });
});
