import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Express } from 'express';
import request from 'supertest';
import type { ProjectsService } from '../../../src/assembly/projects/projects-service.js';
import { createCsrfTokens } from '../../../src/web/commands/csrf-tokens.js';
import { smallApp } from '../../support/small-app.js';
import { startProjectsService } from '../../support/start-projects-service.js';
import { temporaryFolder } from '../../support/temporary-files.js';

interface Answer {
  readonly body: unknown;
}

const temporary = temporaryFolder();
const tokens = createCsrfTokens();
const token = tokens.issue();
let port: ProjectsService;
let app: Express;

beforeAll(() => {
  port = startProjectsService(join(temporary.path, 'data'));
  const projects = { port, tokens, maxUploadBytes: 200_000, allowedHosts: new Set<string>(), softwareVersion: '0.0.0' };
  app = smallApp({ projects: { ...projects, csrf: 'compatible' } }).app;
});
afterAll(async () => {
  await port.close();
  temporary.remove();
});

const core = (name: string): string => `/command/core/${name}`;

async function upload(content: string): Promise<string> {
  const answer = await request(app)
    .post(`${core('create-project-from-upload')}?csrf_token=${token}`)
    .attach('project-file', Buffer.from(content), 'table.csv');
  return /\d{13}$/.exec(answer.headers['location'] ?? '')?.[0] ?? '';
}

describe('the commands for one cell', () => {
  it('match it, call it new, leave it open and clear it, each as one entry of the history that can be undone', async () => {
    const id = await upload('a\nUlm\n""\nUlm\n');
    const ask = (command: string, more: Readonly<Record<string, string>>): request.Test =>
      request(app)
        .post(core(command))
        .type('form')
        .send({ project: id, csrf_token: token, row: '0', cell: '0', ...more });
    const matched = { judgment: 'matched', id: 'Q3012', name: 'Ulm', types: 'Q515', score: '91' };
    const { body } = (await ask('recon-judge-one-cell', { ...matched, identifierSpace: 'http://id/' })) as Answer;
    expect(body).toMatchObject({
      code: 'ok',
      historyEntry: {
        description: 'Match Ulm (Q3012) to single cell on row 1, column a, containing "Ulm"',
      },
      cell: { v: 'Ulm' },
    });
    const rows = async (): Promise<readonly unknown[]> => {
      const { body: page } = (await request(app).get(core('get-rows')).query({ project: id })) as Answer;
      const { rows: listed, pool } = page as {
        rows: { cells: ({ r?: number } | null)[] }[];
        pool: { recons: Record<string, { j: string; m?: { id: string } }> };
      };
      return listed.map(({ cells: [cell] }) => {
        const recon = pool.recons[String(cell?.r)];
        return recon === undefined ? undefined : [recon.j, recon.m?.id];
      });
    };
    const statistics = async (): Promise<unknown> => {
      const { body: models } = (await request(app).get(core('get-models')).query({ project: id })) as Answer;
      return (models as { columnModel: { columns: { reconStats?: unknown }[] } }).columnModel.columns[0]?.reconStats;
    };
    expect(await rows()).toEqual([['matched', 'Q3012'], undefined, undefined]);
    expect(await statistics()).toMatchObject({ nonBlanks: 2, newTopics: 0, matchedTopics: 1 });
    await ask('recon-judge-one-cell', { judgment: 'new', row: '2' });
    expect(await statistics()).toMatchObject({ newTopics: 1, matchedTopics: 1 });
    await ask('recon-judge-one-cell', { judgment: 'none' });
    expect(await rows()).toEqual([['none', undefined], undefined, ['new', undefined]]);
    await ask('recon-clear-one-cell', { row: '2' });
    expect(await rows()).toEqual([['none', undefined], undefined, undefined]);
    for (const [command, more, status] of [
      ['recon-judge-one-cell', { judgment: 'new', row: '1' }, 'blank'],
      ['recon-judge-one-cell', { judgment: 'matched' }, 'id'],
      ['recon-judge-one-cell', { judgment: 'perhaps' }, 'none, matched or new'],
      ['recon-clear-one-cell', { row: '7' }, 'no row'],
    ] as const)
      expect((await ask(command, more)).text).toContain(status);
    await ask('undo-redo', { lastDoneID: '0' });
    expect(await rows()).toEqual([undefined, undefined, undefined]);
  });
});
