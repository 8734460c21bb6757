import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { askOverHttp } from '../../../src/assembly/projects/outside-services.js';
import { createReconciliationPort } from '../../../src/assembly/projects/outside-services.js';
import { readRows, type Grid } from '../../../src/projects/grid/grid.js';
import { parseOperation } from '../../../src/projects/operations/parse-recipe.js';
import { compile, operationContext } from '../../projects/operation-context.js';
import { gridOfTable, tableOfGrid } from '../../projects/table-grid.js';

/*
 * Services that fail while a column is reconciled: nothing that was there is lost, what was answered is kept, and every cell without an answer says why.
 */

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const MANIFEST = {
  name: 'fake',
  identifierSpace: 'http://example.org/id/',
  schemaSpace: 'http://example.org/schema/',
  batchSize: 2,
  extend: {},
};

type Answer = (queries: readonly string[], response: ServerResponse) => void;

/** A service that gives its manifest, and answers batches by `answer`. */
async function serve(answer: Answer): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    void text(request).then((body) => {
      if (request.method === 'GET') response.end(JSON.stringify(MANIFEST));
      else
        answer(
          Object.values(
            JSON.parse(new URLSearchParams(body).get('queries') ?? '{}') as Readonly<
              Record<string, { readonly query: string }>
            >,
          ).map(({ query }) => query),
          response,
        );
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server listens on an address with a port.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

const give = (queries: readonly string[], response: ServerResponse): void => {
  response.end(
    JSON.stringify(
      Object.fromEntries(
        queries.map((query, index) => [
          `q${index}`,
          { result: [{ id: `E-${query}`, name: query, type: [], score: 90, match: true }] },
        ]),
      ),
    ),
  );
};

const done: number[] = [];
let beats = 0;

async function reconcile(
  grid: Grid,
  url: string,
  urlAccess: 'off' | 'public' | 'all' = 'all',
  ownAddresses: readonly string[] = [],
): Promise<Grid> {
  done.length = 0;
  const reconciliation = createReconciliationPort(askOverHttp({ ownAddresses, urlAccess }, () => (beats += 1)));
  const operation = parseOperation(
    { op: 'core/recon', columnName: 'a', config: { mode: 'standard-service', service: url, autoMatch: true } },
    compile,
  );
  return (
    await operation.plan(
      operationContext(grid, { reconciliation, historyEntryId: 9, percent: (percent) => done.push(percent) }),
    )
  ).grid;
}

const outcomes = (grid: Grid): readonly unknown[] =>
  [...readRows(grid)].map((row) => {
    const recon = row.cell(0)?.recon;
    return recon == null
      ? null
      : [recon.judgment, recon.match?.id ?? null, ...(recon.error === null ? [] : [recon.error])];
  });

const letters = (...values: readonly string[]): Grid =>
  gridOfTable(
    ['a'],
    values.map((value) => [value]),
  );
const STATUS_500 = /answered with the status 500/;

describe('a service that fails', () => {
  it('once is asked again', async () => {
    let asked = 0;
    const { url } = await serve((queries, response) => {
      asked += 1;
      if (asked === 2) response.writeHead(500).end('oops');
      else give(queries, response);
    });
    expect(outcomes(await reconcile(letters('u', 'v', 'w'), url))).toEqual([
      ['matched', 'E-u'],
      ['matched', 'E-v'],
      ['matched', 'E-w'],
    ]);
    expect(done).toEqual([67, 100]);
  });

  it('over some queries leaves their cells as they were, with its fault, and gives the others their candidates', async () => {
    const { url } = await serve((queries, response) => {
      if (queries.includes('w')) response.writeHead(500).end('oops');
      else give(queries, response);
    });
    const before = await reconcile(letters('u', 'v', 'x', 'x', 'y', 'z'), url);
    // The column changes under its judgments, so that asking again includes what the service cannot take.
    const changed = (
      await parseOperation(
        {
          op: 'core/text-transform',
          columnName: 'a',
          expression: "grel:if(value == 'x', 'w', value)",
          onError: 'keep-original',
        },
        compile,
      ).plan(operationContext(before))
    ).grid;
    const after = await reconcile(changed, url);
    expect(outcomes(after)).toEqual([
      ['matched', 'E-u'],
      ['matched', 'E-v'],
      ['matched', 'E-x', expect.stringMatching(STATUS_500)],
      ['matched', 'E-x', expect.stringMatching(STATUS_500)],
      ['matched', 'E-y', expect.stringMatching(STATUS_500)],
      ['matched', 'E-z'],
    ]);
    expect(after.model.columns[0]?.reconStats).toEqual({ nonBlanks: 6, newTopics: 0, matchedTopics: 6 });
  }, 240_000);

  it('for good after a while keeps what it answered, and is not asked for ever', async () => {
    let asked = 0;
    const { url } = await serve((queries, response) => {
      asked += 1;
      if (asked > 1) response.socket?.destroy();
      else give(queries, response);
    });
    const after = outcomes(await reconcile(letters(...'abcdefghijklmnopqrst'), url));
    expect(after.slice(0, 2)).toEqual([
      ['matched', 'E-a'],
      ['matched', 'E-b'],
    ]);
    for (const outcome of after.slice(2))
      expect(outcome).toEqual(['none', null, expect.stringContaining('gave no answer that can be used')]);
    expect(asked).toBeLessThanOrEqual(10);
    expect(done.at(-1)).toBe(100);
  }, 240_000);

  it('from the start makes the operation fail, so that the project stays as it was', async () => {
    const { url } = await serve((_, response) => response.writeHead(500).end('oops'));
    const garbled = await serve((_, response) => response.end('<html>'));
    const short = await serve((_, response) => {
      response.writeHead(200, { 'Content-Length': '1000' }).write('{"q0"');
      setTimeout(() => response.socket?.destroy(), 20);
    });
    await Promise.all([
      expect(reconcile(letters('u'), url)).rejects.toMatchObject({
        code: 'service-unreachable',
        message: expect.stringMatching(STATUS_500) as unknown,
      }),
      expect(reconcile(letters('u'), garbled.url)).rejects.toThrow('its answer is not JSON'),
      expect(reconcile(letters('u'), short.url)).rejects.toMatchObject({ code: 'service-unreachable' }),
    ]);
  }, 240_000);

  it('to answer one query of many says so in that cell', async () => {
    const { url } = await serve((queries, response) =>
      response.end(
        JSON.stringify({
          q0: { result: [] },
          ...(queries.length > 1 ? { q1: { error: { message: 'too vague' } } } : {}),
        }),
      ),
    );
    expect(outcomes(await reconcile(letters('u', 'v'), url))).toEqual([
      ['none', null],
      ['none', null, 'too vague'],
    ]);
  });

  it('at data extension leaves the project without the new columns', async () => {
    const { url } = await serve((queries, response) =>
      queries.length === 0 ? response.writeHead(500).end() : give(queries, response),
    );
    const grid = await reconcile(letters('u'), url);
    const before = tableOfGrid(grid);
    const reconciliation = createReconciliationPort(
      askOverHttp({ ownAddresses: [], urlAccess: 'all' }, () => undefined),
    );
    const extend = {
      op: 'core/extend-reconciled-data',
      baseColumnName: 'a',
      endpoint: url,
      extension: { properties: [{ id: 'p', name: 'P' }] },
      columnInsertIndex: 1,
    };
    await expect(
      parseOperation(extend, compile).plan(operationContext(grid, { reconciliation })),
    ).rejects.toMatchObject({ code: 'service-unreachable' });
    expect(tableOfGrid(grid)).toEqual(before);
  }, 240_000);
});

it('a slow service does not look like a standstill', async () => {
  beats = 0;
  const { url } = await serve((queries, response) => setTimeout(() => give(queries, response), 1300));
  await reconcile(letters('u'), url);
  expect(beats).toBeGreaterThan(0);
});

describe('services that may not be asked', () => {
  it('are refused, unless they are our own', async () => {
    const { url } = await serve(give);
    for (const access of ['off', 'public'] as const) {
      await expect(reconcile(letters('u'), url, access)).rejects.toMatchObject({ code: 'url-access-off' });
      await expect(reconcile(letters('u'), url.replace('127.0.0.1', 'localhost'), access)).rejects.toMatchObject({
        code: 'url-access-off',
      });
      expect(outcomes(await reconcile(letters('u'), url, access, [url]))).toEqual([['matched', 'E-u']]);
      // Only the very address counts, not one that begins alike.
      await expect(reconcile(letters('u'), url, access, [url.slice(0, -2)])).rejects.toMatchObject({
        code: 'url-access-off',
      });
    }
  });

  it('are not reached by a redirect of our own service either', async () => {
    const inner = await serve(give);
    const outer = createServer((_, response) => response.writeHead(307, { Location: inner.url }).end());
    servers.push(outer);
    await new Promise<void>((resolve) => outer.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(outer.address() as AddressInfo).port}/`; // a TCP server, as above
    for (const access of ['off', 'public'] as const)
      await expect(reconcile(letters('u'), url, access, [url])).rejects.toMatchObject({ code: 'url-access-off' });
    expect(outcomes(await reconcile(letters('u'), url, 'all'))).toEqual([['matched', 'E-u']]);
  });
});
