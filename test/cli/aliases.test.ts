import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { EXIT_CODES } from '../../src/cli/command-definition.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { runInProcess } from './run-in-process.js';

const folder = temporaryFolder();
afterAll(folder.remove);

const LIST = folder.write(
  'publishers.csv',
  'id,name,city\nP1,Suhrkamp Verlag,Berlin\nP3,Penguin Books,London\nP6,Fischer Verlag,Frankfurt\n',
);
const JUDGED = folder.write('judged.csv', 'imprint,imprint id\nPelican,P3\nBermann-Fischer,P6\n');
const { success, data, usage } = EXIT_CODES;

describe('--aliases', () => {
  it('are told by check, with an exit code that says whether all could be used', async () => {
    const good = await runInProcess(['check', LIST, '--aliases', JUDGED]);
    expect(good.code).toBe(success.code);
    expect(good.stdout).toContain(`${JUDGED}: 2 names added to 2 entities.\n`);
    const faulty = folder.write('faulty.csv', 'imprint,imprint id\nPuffin,P3\nMeridian,P9\n');
    const both = await runInProcess(['check', LIST, '--aliases', JUDGED, '--aliases', faulty]);
    expect(both.code).toBe(data.code);
    expect(both.stdout).toContain(`${faulty}: 1 name added to 1 entity; 1 left out.\n`);
    expect(both.stdout).toContain(`${faulty}, line 3: "Meridian" means "P9", an id that the list does not have.`);
    const asJson: unknown = JSON.parse((await runInProcess(['check', LIST, '--aliases', faulty, '--json'])).stdout);
    expect(asJson).toMatchObject({
      aliasFiles: [{ file: faulty, added: 1, leftOut: 1 }],
      counts: { labels: 4, rejected: 0, warnings: 1 },
    });
  });

  it('let reconcile find what nobody could guess, and take what it wrote when a person has filled it in', async () => {
    const names = folder.write(
      'names.csv',
      'book,imprint\nThe Bell,Pelican\nStiller,Bermann-Fischer\nHamlet,Penguin Bookz\n',
    );
    const first = join(folder.path, 'first.csv');
    const how = ['--query-column', 'imprint', '--index-cache', 'off', '--workers', '0'];
    expect((await runInProcess(['reconcile', LIST, names, '--out', first, ...how])).stdout).toContain('1 matched');
    const filledIn = folder.write('filled-in.csv', readFileSync(first, 'utf8').replace('Pelican,', 'Pelican,P3'));
    const second = join(folder.path, 'second.csv');
    expect(
      (await runInProcess(['reconcile', LIST, names, '--aliases', filledIn, '--out', second, ...how])).stdout,
    ).toContain('2 matched');
    expect(readFileSync(second, 'utf8')).toMatch(/^The Bell,Pelican,P3,P3,Penguin Books,/m);
    expect(
      (await runInProcess(['reconcile', LIST, names, '--aliases', filledIn, '--out', filledIn, '--replace', ...how]))
        .code,
    ).toBe(usage.code);
  });

  it('make evaluate warn of questions whose answers were taught, which --tune leaves out', async () => {
    const questions = folder.write('questions.csv', 'query,expected\nPELICAN,P3\nSuhrkampf,P1\n');
    const { stdout } = await runInProcess(['evaluate', LIST, questions, '--aliases', JUDGED, '--index-cache', 'off']);
    expect(stdout).toContain('Warning: 1 of the 2 queries is an alias that the list was taught');
    const same = await runInProcess(['evaluate', LIST, JUDGED, '--aliases', JUDGED, '--index-cache', 'off']);
    expect(same.stdout).toContain('Warning: 2 of the 2 queries are aliases that the list was taught');
    const without = await runInProcess(['evaluate', LIST, JUDGED, '--index-cache', 'off']);
    expect(without.stdout).not.toContain('Warning');
    const tuned = await runInProcess([
      'evaluate',
      LIST,
      questions,
      '--aliases',
      JUDGED,
      '--index-cache',
      'off',
      '--tune',
      '--write-manifest',
      join(folder.path, 'tuned.yaml'),
    ]);
    expect(tuned.stderr).toContain('questions.csv has 1 quer');
  });

  it('go into a built index, and not beside it', async () => {
    const out = join(folder.path, 'index');
    expect((await runInProcess(['index', LIST, '--aliases', JUDGED, '--out', out])).stdout).toContain('2 names added');
    expect(JSON.parse(readFileSync(join(out, 'source.json'), 'utf8'))).toMatchObject({ aliasFiles: [JUDGED] });
    const measured = await runInProcess(['evaluate', out, JUDGED]);
    expect(measured.stdout).toContain('Warning: 2 of the 2 queries');
    const late = await runInProcess(['evaluate', out, JUDGED, '--aliases', JUDGED]);
    expect(late.code).toBe(usage.code);
    expect(late.stderr).toContain('sameas index LIST --aliases FILE');
  });
});
