import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startProjectsServers, type ProjectsServers, type RawAnswer } from '../../support/projects-app.js';

/*
 * What a service does makes Node warn of nothing: a warning that comes with every request hides the one that matters.
 */

let servers: ProjectsServers;
const warnings: Error[] = [];
const remember = (warning: Error): void => void warnings.push(warning);

beforeAll(async () => {
  process.on('warning', remember);
  servers = await startProjectsServers();
}, 60_000);
afterAll(async () => {
  await servers.close();
  process.off('warning', remember);
});

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const command = (name: string, body: string): Promise<RawAnswer> =>
  servers.send('off', { method: 'POST', path: `/command/core/${name}`, headers: FORM, body });

it('making, reading, exporting and deleting a project', async () => {
  const made = await servers.send('off', {
    method: 'POST',
    path: '/command/core/create-project-from-upload',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x\r\nContent-Disposition: form-data; name="project-file"; filename="a.csv"\r\n\r\na\nb\n\r\n--x--\r\n',
  });
  const [, project = ''] = /project=(\d+)/.exec(String(made.headers.location)) ?? [];
  expect((await command('get-rows', `project=${project}`)).status).toBe(200);
  for (const format of ['csv', 'html', 'xlsx'])
    expect((await command(`export-rows/a.${format}`, `project=${project}&format=${format}`)).status).toBe(200);
  expect((await servers.send('off', { method: 'GET', path: `/project?project=${project}` })).status).toBe(200);
  expect((await command('delete-project', `project=${project}`)).status).toBe(200);
  expect(warnings).toEqual([]);
}, 240_000);
