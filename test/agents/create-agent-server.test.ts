import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { z } from 'zod';
import { WITH_REASONS } from '../../src/describe/answer.js';
import type { AgentDataset } from '../../src/agents/agent-tool.js';
import { createAgentServer } from '../../src/agents/create-agent-server.js';
import { createInlineBatchExecutor } from '../../src/assembly/inline-batch-executor.js';
import { readInMemory } from '../../src/scoring/snapshot.js';
import { deadlineAfter } from '../../src/foundation/deadline.js';
import { reconcile } from '../../src/scoring/reconcile.js';
import { matchRowsTool } from '../../src/web/mcp/answer-mcp.js';
import { smallSnapshot } from '../support/small-snapshot.js';

const snapshot = smallSnapshot();
const executor = createInlineBatchExecutor(snapshot, { batchTimeoutMs: 10_000, queryTimeoutMs: 2_000 });
const dataset: AgentDataset = {
  name: 'small',
  served: () => ({ snapshot, read: readInMemory(snapshot) }),
  ask: (queries) => executor.execute(queries, WITH_REASONS),
};
const server = createAgentServer({
  version: '1',
  datasets: () => Promise.resolve([dataset]),
  matchTable: matchRowsTool(() => Promise.reject(new Error('broken'))),
});
const client = new Client({ name: 'test', version: '1' });

beforeAll(async () => {
  const [mine, theirs] = InMemoryTransport.createLinkedPair();
  await server.connect(theirs);
  await client.connect(mine);
});
afterAll(() => client.close());

const candidateSchema = z.object({
  id: z.string(),
  name: z.string(),
  probability: z.number(),
  reasons: z.array(z.string()).optional(),
});
const matchedSchema = z.object({
  results: z.array(
    z.object({ verdict: z.string(), id: z.string().optional(), why: z.string(), candidates: z.array(candidateSchema) }),
  ),
});

async function match(...names: readonly object[]): Promise<z.infer<typeof matchedSchema>['results']> {
  const answer = await client.callTool({ name: 'match', arguments: { names } });
  return matchedSchema.parse(answer.structuredContent).results;
}

/** The text of an error. */
async function faultOf(name: string, args: Record<string, unknown>): Promise<string> {
  const { isError, content } = await client.callTool({ name, arguments: args });
  expect(isError).toBe(true);
  return z.array(z.object({ text: z.string() })).parse(content)[0]?.text ?? '';
}

describe('the tools of agents', () => {
  it('are five, each with a schema of its answer, and say that they change nothing', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'list_datasets',
      'match',
      'describe_entity',
      'search',
      'match_table',
    ]);
    for (const { outputSchema, annotations, description } of tools) {
      expect(outputSchema?.type).toBe('object');
      expect(annotations).toEqual({ readOnlyHint: true, destructiveHint: false, openWorldHint: false });
      expect(description?.length).toBeGreaterThan(50);
    }
    expect(client.getInstructions()).toMatch(/never make one up/);
  });

  it('decide as the service does, in three words', async () => {
    const names = ['Berlin', 'Berlinn', 'Deutschland', 'Springfield', 'Zyxwvu', 'Par', 'Spree-Athen'];
    const results = await match(...names.map((name) => ({ name })));
    for (const [i, { verdict, id, candidates }] of results.entries()) {
      const query = { text: names[i] ?? '', types: [], typeMode: 'any', properties: [], limit: 3 } as const;
      const outcome = reconcile(snapshot, query, deadlineAfter(10_000));
      if (outcome.kind === 'failed') throw outcome.error;
      const [first] = outcome.candidates;
      expect(verdict === 'match').toBe(first?.match === true);
      expect(id).toBe(first?.match === true ? first.id : undefined);
      if (verdict !== 'none') expect(candidates.map((one) => one.id)).toEqual(outcome.candidates.map((one) => one.id));
      else expect(candidates).toEqual([]);
    }
    expect(results[0]).toMatchObject({ verdict: 'ambiguous', why: 'several candidates are equally good' });
    expect(results[2]).toMatchObject({ verdict: 'match', id: 'DE', candidates: [{ id: 'DE' }] });
    expect(results[2]?.candidates[0]?.reasons).toEqual(['Alternative name: equal ("Deutschland")']);
    expect(results[4]).toMatchObject({ verdict: 'none' });
  });

  it('use what else is known, and say what of it speaks for a candidate', async () => {
    const [result] = await match({ name: 'Berlin', type: 'City', properties: { population: 3_700_000 } });
    expect(result).toMatchObject({ verdict: 'match', id: 'B' });
    expect(result?.candidates[0]?.reasons?.join()).toMatch(/population/i);
  });

  it('answer each name in at most 300 tokens, of about three bytes, whatever is asked', async () => {
    const long = 'Berlin Germany France Japan '.repeat(400);
    const properties = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [`property ${String(i)} ${'x'.repeat(200)}`, 'y'.repeat(500)]),
    );
    for (const result of await match({ name: long }, { name: 'Berlin', properties }))
      expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(900);
  });

  it('find names by their beginning, and what is similar where none begins so', async () => {
    const search = async (text: string): Promise<unknown> =>
      (await client.callTool({ name: 'search', arguments: { text, limit: 3 } })).structuredContent;
    expect(await search('spree')).toMatchObject({ entities: [{ id: 'B', name: 'Berlin', foundBy: 'Spree-Athen' }] });
    expect(await search('Gremany')).toMatchObject({ entities: [{ id: 'DE' }] });
  });

  it('describe an entity by its id', async () => {
    const answer = await client.callTool({ name: 'describe_entity', arguments: { id: 'DE' } });
    expect(answer.structuredContent).toMatchObject({
      id: 'DE',
      name: 'Germany',
      types: ['Country'],
      aliases: ['Deutschland', 'Federal Republic of Germany'],
    });
    expect(JSON.stringify(answer.structuredContent)).toContain('"Berlin (B)"');
  });

  it('say what to do about a mistake, and go on', async () => {
    expect(await faultOf('describe_entity', { id: 'Q64' })).toBe(
      'No entity has the identifier "Q64". Take an id that match or search has given, letter by letter; never make one up. (entity-unknown)',
    );
    expect(await faultOf('match', { names: [{ name: 'Berlin' }], dataset: 'smal' })).toBe(
      'There is no dataset "smal". Did you mean "small"? The datasets are "small". (parameter-invalid)',
    );
    expect(await faultOf('match', { names: [] })).toMatch(/names/);
    expect(await faultOf('match', { names: Array.from({ length: 51 }, () => ({ name: 'Berlin' })) })).toMatch(/names/);
    // What fails within is no answer, and tells nothing of the inside.
    expect(await faultOf('match_table', { table: 'name\nBerlin' })).toBe(
      'The service failed. Please report it with the time of the request. (internal)',
    );
    expect(await match({ name: 'Germany' })).toMatchObject([{ verdict: 'match', id: 'DE' }]);
  });
});
