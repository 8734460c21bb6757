import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { startProgram, type Program } from '../support/program.js';
import { readManifest } from '../support/read-manifest.js';

const answerSchema = z.record(
  z.string(),
  z.object({ result: z.array(z.object({ id: z.string(), match: z.boolean() })) }),
);

/** The first minute of a new user: the command of the README, on the port that it says. */
describe('npm start', () => {
  const url = `http://127.0.0.1:${process.env['SAMEAS_PORT'] ?? '8000'}/`;
  let program: Program;

  beforeAll(async () => {
    program = await startProgram({
      command: 'npm',
      args: ['start'],
      cwd: join(import.meta.dirname, '..', '..'),
      env: { SAMEAS_DATA_DIR: '' },
      readyWithinMs: 170_000,
      isReady: async (output) => output.includes(url) && (await fetch(url)).status === 200,
    });
  });

  afterAll(async () => {
    await program?.stop();
  });

  it('prints the address to register', () => {
    expect(program.output()).toContain(`Register this address in OpenRefine: ${url}`);
  });

  it('serves the embedded dataset: manifest, batch, pages', async () => {
    const manifest = await readManifest(url);
    expect(manifest.name).toMatch(/places/i);
    const queries = JSON.stringify({
      a: { query: 'Berln', type: 'City' },
      b: { query: 'Untied Kingdom', type: 'Country' },
    });
    const answer = answerSchema.parse(
      await (await fetch(url, { method: 'POST', body: new URLSearchParams({ queries }) })).json(),
    );
    expect(answer['a']?.result[0]?.id).toBe('2950159');
    expect(answer['b']?.result[0]?.id).toBe('GB');
    for (const template of [manifest.view.url, manifest.preview.url]) {
      const page = await fetch(template.replace('{{id}}', '2950159'));
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('Berlin');
    }
  });

  it('shows projects to a browser, and takes commands', async () => {
    const page = await (await fetch(`${url}projects`, { headers: { Accept: 'text/html' } })).text();
    expect(page).toContain('<h1>Projects</h1>');
    expect(program.output()).toMatch(/Projects are kept in .*sameas-data/);
    expect(await (await fetch(`${url}command/core/get-version`)).json()).toMatchObject({
      version: expect.stringMatching(/^3\./) as unknown,
    });
  });

  it('ends without a word of complaint when told to', async () => {
    await program.stop();
    expect(program.output()).toContain('Stopped.');
    await expect(fetch(url)).rejects.toThrow();
  });
});
