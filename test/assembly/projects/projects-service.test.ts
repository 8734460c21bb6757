import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { ProjectsService } from '../../../src/assembly/projects/projects-service.js';
import type { Observation } from '../../../src/foundation/observation.js';
import { processesInEnglish } from '../../../src/projects/processes/process-list.js';
import { findCommand, isWorkerCommand } from '../../../src/projects/commands/command-table.js';
import { temporaryFolder } from '../../support/temporary-files.js';
import { createSample, storeIn } from '../../projects/store/sample-project.js';

const temporary = temporaryFolder();
afterAll(() => temporary.remove());
const services: ProjectsService[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

let folders = 0;
const observations: Observation[] = [];

/** A service with one project of rows that say `text`. */
function startWith(
  text: string,
  times: { readonly commandMs?: number; readonly stallMs?: number; readonly urlAccess?: 'off' } = {},
): { readonly service: ProjectsService; readonly id: string; readonly folder: string } {
  const folder = join(temporary.path, `data-${(folders += 1)}`);
  const { store, folder: places } = storeIn(folder);
  const { id } = createSample(store, places, text, 20);
  const service = new ProjectsService({
    dataFolder: folder,
    workers: 2,
    memoryBytes: 256 * 1024 * 1024,
    stallMs: times.stallMs ?? 60_000,
    previewMs: 10_000,
    commandMs: times.commandMs ?? 60_000,
    fileMs: 60_000,
    ownAddresses: () => [],
    urlAccess: times.urlAccess ?? 'all',
    observe: (observation) => observations.push(observation),
  });
  services.push(service);
  return { service, id, folder };
}

async function ask(
  service: ProjectsService,
  name: string,
  parameters: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, unknown>>> {
  const command = findCommand(name);
  if (command === undefined || !isWorkerCommand(command)) throw new Error(`there is no command ${name}`);
  const outcome = await service.run(command, {
    client: 'a',
    parameters: Object.entries(parameters),
    trailingName: '',
    files: [],
    workFolder: '',
  });
  return outcome.kind === 'json' ? (JSON.parse(outcome.json) as Readonly<Record<string, unknown>>) : { ...outcome }; // an answer is an object
}

const operations = (...list: readonly unknown[]): string => JSON.stringify(list);
const star = (starred: boolean): unknown => ({ op: 'core/row-star', starred });

describe('ten clients on one project', () => {
  it('change it one after the other; nothing is lost, and whoever reads sees a whole state', async () => {
    const { service, id } = startWith('x');
    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, client) => {
        const renamed = await ask(service, 'apply-operations', {
          project: id,
          operations: operations(
            {
              op: 'core/column-rename',
              oldColumnName: client === 0 ? 'text' : `text ${client - 1}`,
              newColumnName: `text ${client}`,
            },
            star(client % 2 === 0),
          ),
        });
        const rows = await ask(service, 'get-rows', { project: id, limit: '100' });
        return [renamed['code'], rows['total']];
      }),
    );
    expect(answers).toEqual(Array.from({ length: 10 }, () => ['ok', 20]));
    const history = (await ask(service, 'get-history', { project: id }))['past'] as readonly {
      readonly description: string;
    }[];
    expect(
      history.filter(({ description }) => description.startsWith('Rename')).map(({ description }) => description),
    ).toEqual(
      Array.from(
        { length: 10 },
        (_, client) => `Rename column ${client === 0 ? 'text' : `text ${client - 1}`} to text ${client}`,
      ),
    );
    expect(history).toHaveLength(20);
  }, 240_000);
});

describe('where no other service may be asked', () => {
  const fetching = {
    op: 'core/column-addition-by-fetching-urls',
    baseColumnName: 'text',
    newColumnName: 'page',
    urlExpression: 'value',
    onError: 'store-error',
    columnInsertIndex: 1,
    delay: 0,
  };
  const reconciling = { op: 'core/recon', columnName: 'text', config: { service: 'https://example.org/reconcile' } };

  it.each([
    ['fetches addresses', fetching, /^Operation #2: It fetches addresses, but the setting "url-access"/],
    ['reconciles', reconciling, /^Operation #2: It asks the service https:\/\/example\.org\/reconcile, but/],
  ])('a recipe that %s is refused before its first operation', async (_, operation, sentence) => {
    const { service, id } = startWith('x', { urlAccess: 'off' });
    const history = await ask(service, 'get-history', { project: id });
    await expect(
      ask(service, 'apply-operations', { project: id, operations: operations(star(true), operation) }),
    ).rejects.toMatchObject({ code: 'url-access-off', message: expect.stringMatching(sentence) });
    expect(await ask(service, 'get-history', { project: id })).toEqual(history);
  });
});

describe('a command that does not end', () => {
  const endless = {
    facets: [{ type: 'text', name: 'n', columnName: 'text', query: '^(a+)+(?!b)$', mode: 'regex' }],
    mode: 'row-based',
  };

  it.each([
    ['after its time', { commandMs: 1_500 }, /took longer than 1.5 seconds/],
    ['when it does not get on', { stallMs: 1_500 }, /did not get on for 1.5 seconds/],
  ])(
    'is ended %s, and the next is answered at once',
    async (_, times, message) => {
      const { service, id } = startWith(`${'a'.repeat(60)}!`, times);
      await ask(service, 'get-models', { project: id });
      const before = observations.length;
      await expect(
        ask(service, 'compute-facets', { project: id, engine: JSON.stringify(endless) }),
      ).rejects.toMatchObject({ code: 'command-too-long', message: expect.stringMatching(message) as unknown });
      expect(await ask(service, 'get-rows', { project: id, limit: '1' })).toMatchObject({ total: 20 });
      expect(observations.slice(before).map(({ kind }) => kind)).toContain('worker-replaced');
    },
    240_000,
  );

  it('is ended after two seconds in a regular expression, and other projects do not wait for it', async () => {
    const { service, id } = startWith(`${'a'.repeat(60)}!`);
    await Promise.all([ask(service, 'get-models', { project: id }), ask(service, 'get-all-project-metadata', {})]);
    const stuck = [1].map(async () =>
      ask(service, 'compute-facets', { project: id, engine: JSON.stringify(endless) }).catch(
        (thrown: unknown) => thrown,
      ),
    );
    const startedAt = performance.now();
    await ask(service, 'get-all-project-metadata', {});
    expect(performance.now() - startedAt).toBeLessThan(1_500);
    for (const one of await Promise.all(stuck))
      expect(one).toMatchObject({
        code: 'command-too-long',
        message: expect.stringContaining('2 seconds in a regular expression') as unknown,
      });
  }, 240_000);

  it('is ended when its client is gone, if it changes nothing', async () => {
    const { service, id } = startWith('x');
    const command = findCommand('preview-expression');
    if (command === undefined || !isWorkerCommand(command)) throw new Error('there is no such command');
    const control = new AbortController();
    const endlessLoop = 'forRange(0,1000,1,i,forRange(0,1000,1,j,forRange(0,1000,1,k,k).length()).length()).length()';
    const gone = service.run(command, {
      client: 'a',
      left: control.signal,
      parameters: Object.entries({ project: id, cellIndex: '0', rowIndices: '[0]', expression: endlessLoop }),
      trailingName: '',
      files: [],
      workFolder: '',
    });
    setTimeout(() => control.abort(), 300);
    await expect(gone).rejects.toMatchObject({ code: 'command-cancelled' });
  }, 240_000);

  it('ends no change of another client, and leaves the project to the next change', async () => {
    const { service, id } = startWith(`${'a'.repeat(60)}!`, { commandMs: 2_000 });
    const stuck = ask(service, 'remove-rows', { project: id, engine: JSON.stringify(endless) });
    const next = ask(service, 'apply-operations', { project: id, operations: operations(star(true)) });
    await expect(stuck).rejects.toMatchObject({ code: 'command-too-long' });
    expect(await next).toMatchObject({ code: 'ok' });
    expect(await ask(service, 'get-rows', { project: id, limit: '0' })).toMatchObject({ total: 20 });
  }, 240_000);
});

describe('work that waits for another service', () => {
  it('goes on as a process, makes other changes wait, and can be cancelled', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`;
    try {
      const { service, id } = startWith('x');
      const recon = { op: 'core/recon', columnName: 'text', config: { mode: 'standard-service', service: url } };
      expect(
        await ask(service, 'apply-operations', { project: id, operations: operations(star(true), recon, star(false)) }),
      ).toEqual({ kind: 'pending' });
      const described = processesInEnglish(service.processes(id));
      expect(described.processes).toMatchObject([
        { description: 'Reconcile cells in column text and 1 more', status: 'running', immediate: false },
      ]);
      expect(await ask(service, 'rename-column', { project: id, oldColumnName: 'text', newColumnName: 'b' })).toEqual({
        kind: 'pending',
      });
      expect(service.processes(id).processes.map(({ status }) => status)).toEqual(['running', 'pending']);
      // Reading does not wait.
      expect(await ask(service, 'get-rows', { project: id, limit: '0' })).toMatchObject({ total: 20 });
      await service.cancelProcesses(id);
      expect(service.processes(id)).toEqual({ processes: [] });
      expect((await ask(service, 'get-history', { project: id }))['past']).toHaveLength(1);
      expect(
        await ask(service, 'apply-operations', { project: id, operations: operations(star(false)) }),
      ).toMatchObject({ code: 'ok' });
    } finally {
      silent.closeAllConnections();
      silent.close();
    }
  }, 240_000);

  it('says how far it has come', async () => {
    let asked = 0;
    const halting = createServer((_request, response) => {
      asked += 1;
      if (asked <= 10) response.end('here');
    });
    await new Promise<void>((resolve) => void halting.listen(0, '127.0.0.1', resolve));
    const address = halting.address();
    const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`;
    try {
      const { service, id } = startWith('x');
      const fetching = {
        op: 'core/column-addition-by-fetching-urls',
        baseColumnName: 'text',
        urlExpression: `grel:"${url}?" + row.index`,
        newColumnName: 'page',
        columnInsertIndex: 1,
        delay: 0,
        onError: 'set-to-blank',
      };
      expect(
        await ask(service, 'apply-operations', { project: id, operations: operations(fetching, star(true)) }),
      ).toEqual({ kind: 'pending' });
      // Ten rows of twenty, in the first of two operations.
      for (let tries = 0; tries < 3_000 && service.processes(id).processes[0]?.progress !== 25; tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
      expect(processesInEnglish(service.processes(id)).processes).toMatchObject([
        {
          description: 'Create column page by fetching URLs based on column text and 1 more',
          status: 'running',
          progress: 25,
        },
      ]);
      await service.cancelProcesses(id);
      expect((await ask(service, 'get-history', { project: id }))['past']).toEqual([]);
    } finally {
      halting.closeAllConnections();
      halting.close();
    }
  }, 240_000);

  it('tells what went wrong, once', async () => {
    const { service, id } = startWith('x');
    const recon = {
      op: 'core/recon',
      columnName: 'text',
      config: { mode: 'standard-service', service: 'http://127.0.0.1:1/' },
    };
    expect(await ask(service, 'apply-operations', { project: id, operations: operations(recon) })).toEqual({
      kind: 'pending',
    });
    let answer = service.processes(id);
    while (answer.processes.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      answer = service.processes(id);
    }
    expect(answer.exceptions).toHaveLength(1);
    expect(service.processes(id)).toEqual({ processes: [] });
  }, 240_000);
});

describe('a data folder', () => {
  it('is refused to a second service, and let go of at the end', async () => {
    const { service, folder } = startWith('x');
    const again = (): ProjectsService =>
      new ProjectsService({
        dataFolder: folder,
        workers: 1,
        memoryBytes: 64 * 1024 * 1024,
        stallMs: 1_000,
        previewMs: 1_000,
        commandMs: 1_000,
        fileMs: 1_000,
        ownAddresses: () => [],
        urlAccess: 'off',
        observe: () => undefined,
      });
    expect(again).toThrow(/already opened/);
    await service.close();
    services.splice(0);
    services.push(again());
  });
});

it('what is under way when the service stops is cancelled, not lost half-way', async () => {
  const { service, id, folder } = startWith('x');
  const changes = Promise.allSettled(
    Array.from({ length: 5 }, (_, index) =>
      ask(service, 'apply-operations', { project: id, operations: operations(star(index % 2 === 0)) }),
    ),
  );
  await new Promise((resolve) => setTimeout(resolve, 400));
  await service.close();
  services.splice(0);
  const acknowledged = (await changes).filter(({ status }) => status === 'fulfilled').length;
  const { store } = storeIn(folder);
  expect(store.open(id).history.past.length).toBeGreaterThanOrEqual(acknowledged);
  expect(store.open(id).grid().rowCount).toBe(20);
});

it('a file in the place of the data folder is called that', () => {
  const file = temporary.write('people.csv', 'name\nWoolf\n');
  const start = (): ProjectsService =>
    new ProjectsService({
      dataFolder: file,
      workers: 1,
      memoryBytes: 64 * 1024 * 1024,
      stallMs: 1_000,
      previewMs: 1_000,
      commandMs: 1_000,
      fileMs: 1_000,
      ownAddresses: () => [],
      urlAccess: 'off',
      observe: () => undefined,
    });
  expect(start).toThrow(`${file} cannot be the data folder: there is a file in its place.`);
});
