import { describe, expect, it } from '@jest/globals';
import { createReconciliationPort, type AskService } from '../../../src/assembly/projects/outside-services.js';

/** A service whose answers are written here, with what it was asked. */
function serviceAnswering(answers: {
  readonly metadata?: unknown;
  readonly queries?: unknown;
  readonly extend?: unknown;
}): { readonly ask: AskService; readonly asked: (readonly [string, unknown])[] } {
  const asked: (readonly [string, unknown])[] = [];
  return {
    asked,
    ask: async (_, form) => {
      const [[name, text] = ['metadata', 'null']] = Object.entries(form ?? {});
      asked.push([name, JSON.parse(text)]);
      const answer =
        name === 'metadata' ? (answers.metadata ?? {}) : name === 'queries' ? answers.queries : answers.extend;
      return Promise.resolve(typeof answer === 'string' ? answer : JSON.stringify(answer));
    },
  };
}

const url = 'http://example.org/reconcile';

describe('a client of the reconciliation protocol', () => {
  it('reads candidates in the forms of every version, and keeps a fault with its query', async () => {
    const { ask, asked } = serviceAnswering({
      metadata: { name: 'x', identifierSpace: 'i', schemaSpace: 's', batchSize: 3 },
      queries: {
        q0: { result: [{ id: 'Q1', name: 'Ulm', type: [{ id: 't1', name: 'Town' }], score: 99.5, match: true }] },
        q1: { result: [{ id: 5, name: null, type: 't2', match: false }] },
        q2: { error: { message: 'The query is empty.' } },
      },
    });
    const service = await createReconciliationPort(ask).service(url);
    expect(service).toMatchObject({ identifierSpace: 'i', schemaSpace: 's', batchSize: 3 });
    const answers = await service.reconcile([
      { query: 'Ulm', type: 't1', limit: 5, properties: [{ pid: 'p', v: 'DE' }] },
      { query: 'b', limit: 0, properties: [] },
      { query: '', limit: 0, properties: [] },
      { query: 'no answer', limit: 0, properties: [] },
    ]);
    expect(asked[1]).toEqual([
      'queries',
      {
        q0: { query: 'Ulm', type: 't1', type_strict: 'should', limit: 5, properties: [{ pid: 'p', v: 'DE' }] },
        q1: { query: 'b' },
        q2: { query: '' },
        q3: { query: 'no answer' },
      },
    ]);
    expect(answers).toEqual([
      { candidates: [{ id: 'Q1', name: 'Ulm', types: ['t1'], score: 99.5, match: true }] },
      { candidates: [{ id: '5', name: '5', types: ['t2'], score: 0, match: false }] },
      { error: 'The query is empty.' },
      { error: 'The service gave no answer to this query.' },
    ]);
  });

  it('reads values of properties of every kind', async () => {
    const { ask, asked } = serviceAnswering({
      metadata: { extend: {} },
      extend: {
        meta: [
          { id: 'p1', name: 'Country', type: { id: 'c', name: 'Country' } },
          { id: 'p2', name: 'Size' },
        ],
        rows: {
          Q1: {
            p1: [{ id: 'DE', name: 'Germany' }],
            p2: [{ float: 2.5 }, { str: 'about two' }, { date: '2020-01-01' }, { bool: true }, {}],
          },
        },
      },
    });
    const service = await createReconciliationPort(ask).service(url);
    const { properties, values } = await service.extend(['Q1'], [{ id: 'p1' }, { id: 'p2', settings: { limit: 1 } }]);
    expect(asked[1]).toEqual([
      'extend',
      { ids: ['Q1'], properties: [{ id: 'p1' }, { id: 'p2', settings: { limit: 1 } }] },
    ]);
    expect(properties).toEqual([
      { id: 'p1', name: 'Country', type: { id: 'c', name: 'Country' } },
      { id: 'p2', name: 'Size' },
    ]);
    expect(values.get('Q1')?.get('p1')).toEqual([{ kind: 'entity', id: 'DE', name: 'Germany' }]);
    expect(values.get('Q1')?.get('p2')).toEqual([
      { kind: 'plain', value: 2.5 },
      { kind: 'plain', value: 'about two' },
      { kind: 'date', iso: '2020-01-01' },
      { kind: 'plain', value: true },
    ]);
  });

  it('says why a service cannot be used, and asks again the next time', async () => {
    await expect(createReconciliationPort(serviceAnswering({ metadata: '<html>' }).ask).service(url)).rejects.toThrow(
      'its answer is not JSON',
    );
    const { ask } = serviceAnswering({ metadata: {} });
    const service = await createReconciliationPort(ask).service(url);
    await expect(service.extend([], [])).rejects.toThrow('it does not offer data extension');
    let isUp = false;
    const port = createReconciliationPort(() => (isUp ? Promise.resolve('{}') : Promise.reject(new Error('down'))));
    await expect(port.service(url)).rejects.toThrow('down');
    isUp = true;
    await expect(port.service(url)).resolves.toMatchObject({ batchSize: 10 });
  });
});
