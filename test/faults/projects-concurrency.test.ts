import { get as plainGet, type IncomingMessage } from 'node:http';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '../support/program.js';
import { startService, type RunningService } from '../support/start-service.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { until } from '../support/until.js';
import { requestsAreCleanedUp } from './data-folder-contents.js';
import { projectsClient, type CommandAnswer, type ProjectsClient } from './projects-client.js';

/*
 * Many clients at once, and a service that is killed under their hands: whatever was acknowledged is there afterwards, once and whole.
 */

const temporary = temporaryFolder();
const dataFolder = join(temporary.path, 'data');
let service: RunningService;
let client: ProjectsClient;
let port = 0;

async function start(): Promise<void> {
  service = await startService([join(temporary.path, 'list.csv'), '--data-dir', dataFolder, '--project-workers', '2'], {
    port,
  });
  client = projectsClient(service.origin);
}

beforeAll(async () => {
  temporary.write('list.csv', 'id,name\n1,Rome\n');
  port = await freePort();
  await start();
}, 240_000);

afterAll(async () => {
  await service?.stop();
  temporary.remove();
});

const CLIENTS = 10;
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

const apply = (project: string, ...operations: readonly object[]): Promise<CommandAnswer> =>
  client.ask('apply-operations', { project, operations: JSON.stringify(operations) });
const renaming = (from: string, to: string): object => ({
  op: 'core/column-rename',
  oldColumnName: from,
  newColumnName: to,
});

/** What was done to a project, in order, in the words of the history. */
async function doneTo(project: string): Promise<readonly string[]> {
  const { past } = (await client.ask('get-history', { project })).body;
  if (!Array.isArray(past)) throw new Error('The history has no past.');
  return past.map((entry: { readonly description?: unknown }) => String(entry.description));
}

const headingOf = async (project: string): Promise<readonly string[]> =>
  ((await client.csv(project)).split('\n', 1)[0] ?? '').split(',');

describe('ten clients on one project', () => {
  it('each acknowledged change is in the history once, in the order of its client, and none is lost', async () => {
    const rounds = 5;
    const project = await client.created(
      `${numbers(CLIENTS)
        .map((one) => `c${one} 0`)
        .join(',')}\n${numbers(CLIENTS).join(',')}\n`,
    );
    await Promise.all(
      numbers(CLIENTS).map(async (one) => {
        for (const round of numbers(rounds))
          expect((await apply(project, renaming(`c${one} ${round}`, `c${one} ${round + 1}`))).body).toMatchObject({
            code: 'ok',
          });
      }),
    );
    const done = await doneTo(project);
    expect(done).toHaveLength(CLIENTS * rounds);
    for (const one of numbers(CLIENTS)) {
      expect(done.filter((description) => description.includes(`column c${one} `))).toEqual(
        numbers(rounds).map((round) => `Rename column c${one} ${round} to c${one} ${round + 1}`),
      );
    }
    expect(await headingOf(project)).toEqual(numbers(CLIENTS).map((one) => `c${one} ${rounds}`));
    expect(await client.csv(project)).toBe(
      `${numbers(CLIENTS)
        .map((one) => `c${one} ${rounds}`)
        .join(',')}\n${numbers(CLIENTS).join(',')}\n`,
    );
  }, 240_000);

  it('of all who want the same column only one gets it; the others hear why, and leave no half of their recipe', async () => {
    const project = await client.created('a,b\n1,2\n');
    const answers = await Promise.all(
      numbers(CLIENTS).map((one) => apply(project, { op: 'core/row-star', starred: true }, renaming('a', `a${one}`))),
    );
    const winners = numbers(CLIENTS).filter((one) => answers[one]?.body['code'] === 'ok');
    expect(winners).toHaveLength(1);
    for (const { body } of answers.filter((answer) => answer.body['code'] !== 'ok'))
      expect(body).toMatchObject({ code: 'error', message: expect.stringMatching(/\ba\b/) });
    expect(await headingOf(project)).toEqual([`a${String(winners[0])}`, 'b']);
    expect(await doneTo(project)).toHaveLength(2);
  }, 240_000);

  it('whoever reads while it is changed sees a whole state, and never an older one than before', async () => {
    const rowCount = 5_000;
    const project = await client.created(`n\n${'0\n'.repeat(rowCount)}`);
    const counting = {
      op: 'core/text-transform',
      columnName: 'n',
      expression: 'grel:value.toNumber() + 1',
      onError: 'set-to-blank',
      repeat: false,
      repeatCount: 0,
      engineConfig: { facets: [], mode: 'row-based' },
    };
    const rounds = 8;
    let isDone = false;
    const readers = numbers(3).map(async () => {
      let last = 0;
      let seen = 0;
      while (!isDone || seen === 0) {
        const [heading, ...values] = (await client.csv(project)).trimEnd().split('\n');
        expect([heading, values.length, new Set(values).size]).toEqual(['n', rowCount, 1]);
        expect(Number(values[0])).toBeGreaterThanOrEqual(last);
        last = Number(values[0]);
        seen += 1;
      }
    });
    for (const _ of numbers(rounds)) expect((await apply(project, counting)).body).toMatchObject({ code: 'ok' });
    isDone = true;
    await Promise.all(readers);
    expect((await client.csv(project)).slice(0, 4)).toBe(`n\n${rounds}\n`);
  }, 240_000);

  it('undo, redo and changes at once leave a history that fits the rows', async () => {
    const project = await client.created('a\n1\n');
    expect((await apply(project, renaming('a', 'b'))).body).toMatchObject({ code: 'ok' });
    const answers = await Promise.all(
      numbers(CLIENTS).map((one) =>
        one % 2 === 0
          ? client.ask('undo-redo', { project, lastDoneID: '0' })
          : client.ask('add-rows', { project, rows: '[{}]', index: '0' }),
      ),
    );
    for (const { body } of answers) expect(body).toMatchObject({ code: 'ok' });
    const done = await doneTo(project);
    expect((await client.ask('get-rows', { project, limit: '0' })).body).toMatchObject({
      total: 1 + done.filter((description) => description.startsWith('Add')).length,
    });
    expect(await headingOf(project)).toEqual([
      done.some((description) => description.startsWith('Rename')) ? 'b' : 'a',
    ]);
    expect((await client.ask('undo-redo', { project, lastDoneID: '0' })).body).toMatchObject({ code: 'ok' });
    expect(await client.csv(project)).toBe('a\n1\n');
  }, 240_000);
});

describe('a project that is deleted', () => {
  it('while it is sent to a slow reader: the export is whole, and the project is gone', async () => {
    const csv = `id,name\n${numbers(150_000)
      .map((row) => `${row},a name that takes some room ${row}\n`)
      .join('')}`;
    const project = await client.created(csv);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      plainGet(`${service.origin}/command/core/export-rows?project=${project}&format=csv`, resolve).on('error', reject);
    });
    // Nothing has been read but the head.
    expect(response.statusCode).toBe(200);
    expect((await client.ask('delete-project', { project })).body).toMatchObject({ code: 'ok' });
    expect(existsSync(join(dataFolder, 'projects', project))).toBe(false);
    expect(await text(response)).toBe(csv);
    await requestsAreCleanedUp(dataFolder);
  }, 240_000);

  it('while many read and change it: each hears that it is gone or gets a whole answer, and it does not come back', async () => {
    for (const _ of numbers(3)) {
      const csv = `n\n${'1\n'.repeat(9_000)}`;
      const project = await client.created(csv);
      const exports = numbers(4).map(() => client.ask('export-rows', { project, format: 'csv' }));
      const changes = numbers(4).map(() => apply(project, { op: 'core/row-star', starred: true }));
      const deleted = client.ask('delete-project', { project });
      for (const answer of await Promise.all(exports)) {
        if (answer.status === 200) expect(answer.text).toBe(csv);
        else expect(answer.body).toMatchObject({ code: 'error', errorCode: 'project-unknown' });
      }
      for (const { body } of await Promise.all(changes)) {
        if (body['code'] !== 'ok') expect(body).toMatchObject({ code: 'error', errorCode: 'project-unknown' });
      }
      expect((await deleted).body).toMatchObject({ code: 'ok' });
      expect((await client.ask('get-models', { project })).body).toMatchObject({ errorCode: 'project-unknown' });
      expect(existsSync(join(dataFolder, 'projects', project))).toBe(false);
    }
    await requestsAreCleanedUp(dataFolder);
  }, 240_000);
});

describe('a service that is killed', () => {
  it('at any instant of a stream of changes: every acknowledged one is there after the next start', async () => {
    const writers = 3;
    const project = await client.created(
      `${numbers(writers)
        .map((one) => `w${one} 0`)
        .join(',')}\n${'1,2,3\n'.repeat(5_000)}`,
    );
    const acknowledged = numbers(writers).map(() => 0);
    for (const kill of numbers(5)) {
      const made: string[] = [];
      const gone: string[] = [];
      let isKilled = false;
      let answers = 0;
      const work = [
        ...numbers(writers).map(async (one) => {
          while (!isKilled) {
            const count = acknowledged[one] ?? 0;
            if ((await apply(project, renaming(`w${one} ${count}`, `w${one} ${count + 1}`))).body['code'] !== 'ok')
              throw new Error('A change was refused.');
            acknowledged[one] = count + 1;
            answers += 1;
          }
        }),
        (async () => {
          while (!isKilled) {
            const one = await client.created('a\n1\n');
            made.push(one);
            if (made.length % 2 === 0 && (await client.ask('delete-project', { project: one })).body['code'] === 'ok')
              gone.push(one);
          }
        })(),
      ].map((one) => one.catch((thrown: unknown) => thrown));
      await until(() => answers >= 2 + kill);
      // Anywhere between one answer and the next.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 40));
      process.kill(-service.pid, 'SIGKILL');
      isKilled = true;
      // What ends the work is that nobody answers any more, and nothing else.
      for (const end of await Promise.all(work))
        expect(String(end)).toMatch(/^(undefined|.*fetch failed|.*terminated|.*other side closed)/);
      await until(() => !service.isRunning());

      await start();
      const done = await doneTo(project);
      const heading = await headingOf(project);
      for (const one of numbers(writers)) {
        const ofWriter = done.filter((description) => description.includes(`column w${one} `));
        expect(ofWriter).toEqual(
          numbers(ofWriter.length).map((round) => `Rename column w${one} ${round} to w${one} ${round + 1}`),
        );
        // The last one may have been saved without anybody hearing of it.
        expect(ofWriter.length - (acknowledged[one] ?? 0)).toBeGreaterThanOrEqual(0);
        expect(ofWriter.length - (acknowledged[one] ?? 0)).toBeLessThanOrEqual(1);
        expect(heading).toContain(`w${one} ${ofWriter.length}`);
        acknowledged[one] = ofWriter.length;
      }
      expect((await client.csv(project)).split('\n')).toHaveLength(5_002);
      for (const one of made.filter((id) => !gone.includes(id))) {
        // The last one may have been deleted without anybody hearing of it.
        if (one === made.at(-1) && made.length % 2 === 0 && !existsSync(join(dataFolder, 'projects', one))) continue;
        expect(await client.csv(one)).toBe('a\n1\n');
      }
      for (const one of gone) expect(existsSync(join(dataFolder, 'projects', one))).toBe(false);
      await requestsAreCleanedUp(dataFolder);
    }
    // Everything can be undone, across all starts.
    expect((await client.ask('undo-redo', { project, lastDoneID: '0' })).body).toMatchObject({ code: 'ok' });
    expect(await headingOf(project)).toEqual(numbers(writers).map((one) => `w${one} 0`));
    expect((await client.ask('get-all-project-metadata', {}, 'GET')).body).not.toHaveProperty('damaged');
  }, 240_000);
});
