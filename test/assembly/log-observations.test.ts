import { describe, expect, it } from '@jest/globals';
import { logObservations, type LogOptions } from '../../src/assembly/log-observations.js';
import type { Observation } from '../../src/foundation/observation.js';
import { SameasError } from '../../src/foundation/sameas-error.js';

const NOON = new Date(2026, 0, 31, 12, 0, 5).getTime();

function logged(options: Partial<LogOptions>, ...observations: readonly Observation[]): readonly string[] {
  const lines: string[] = [];
  const observe = logObservations({
    level: 'debug',
    format: 'human',
    now: () => NOON,
    write: (line) => void lines.push(line),
    ...options,
  });
  for (const observation of observations) observe(observation);
  return lines;
}

const READY: Observation = {
  kind: 'dataset-ready',
  source: 'people.csv',
  snapshot: 'ab12',
  entities: 1234,
  labels: 1,
  searchedBy: 'MiniSearch',
  elapsedMs: 2040,
};
const ANSWERED: Observation = { kind: 'request-answered', method: 'GET', route: '/', status: 200, elapsedMs: 1.26 };
const BATCH: Observation = { kind: 'batch-answered', queries: 50, failed: 1, cacheHits: 3, elapsedMs: 12.4 };
const FAULT: Observation = {
  kind: 'request-failed',
  method: 'POST',
  route: '/',
  error: new SameasError('internal', 'The service failed.', {
    cause: new Error('disk on fire'),
    facts: { key: 'q0' },
  }),
};
const REFUSED: Observation = {
  kind: 'request-failed',
  method: 'GET',
  route: '/',
  error: new SameasError('queries-not-json', 'The parameter "queries" is not JSON.'),
};

describe('human lines', () => {
  it('are a time, a level and a sentence', () => {
    expect(logged({}, READY, ANSWERED, BATCH)).toEqual([
      '12:00:05 info  people.csv is ready: 1,234 entities, 1 name in 2.0 s, searched by MiniSearch, snapshot ab12\n',
      '12:00:05 info  GET / 200 in 1.3 ms\n',
      '12:00:05 debug 50 queries answered in 12 ms, 3 from the cache, 1 failed\n',
    ]);
  });

  it('trace a fault of the service to its cause, and not a fault of a request', () => {
    const [fault = '', refused = ''] = logged({}, FAULT, REFUSED);
    expect(fault).toMatch(
      /^12:00:05 error POST \/ failed: The service failed\. \(internal\)\nError: disk on fire\n {4}at /,
    );
    expect(refused).toBe('12:00:05 info  GET / failed: The parameter "queries" is not JSON. (queries-not-json)\n');
  });
});

describe('JSON lines', () => {
  it('hold the sentence and every field of the observation, one object a line', () => {
    const [line = ''] = logged({ format: 'json' }, READY);
    expect(line.indexOf('\n')).toBe(line.length - 1);
    const { time, pid, ...rest } = JSON.parse(line) as Readonly<Record<string, unknown>>;
    expect(time).toBe(new Date(NOON).toISOString());
    expect(pid).toBe(process.pid);
    expect(rest).toEqual({
      ...READY,
      level: 'info',
      service: 'sameas',
      msg: 'people.csv is ready: 1,234 entities, 1 name in 2.0 s, searched by MiniSearch, snapshot ab12',
    });
  });

  it('give an error by code, message, facts and cause', () => {
    const [line = ''] = logged({ format: 'json' }, FAULT);
    expect(JSON.parse(line)).toMatchObject({
      level: 'error',
      route: '/',
      error: {
        code: 'internal',
        message: 'The service failed.',
        facts: { key: 'q0' },
        cause: expect.stringContaining('disk on fire'),
      },
    });
  });
});

describe('levels', () => {
  it.each([
    ['debug', 4],
    ['info', 3],
    ['warn', 1],
    ['error', 1],
    ['silent', 0],
  ] as const)('%s lets %i of four through', (level, count) => {
    expect(logged({ level }, READY, ANSWERED, BATCH, FAULT)).toHaveLength(count);
  });
});
