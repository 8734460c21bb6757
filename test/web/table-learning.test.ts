import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import request from 'supertest';
import { attachSnapshot } from '../../src/assembly/snapshot-image.js';
import { buildSnapshot } from '../../src/assembly/build-snapshot.js';
import { personsFile } from '../support/persons-file.js';
import { smallApp } from '../support/small-app.js';
import { temporaryFolder } from '../support/temporary-files.js';

// The machine may be busy with other tests.
jest.setTimeout(60_000);

const folder = temporaryFolder();
afterAll(folder.remove);

const { entities, queries } = personsFile(120);
const { app } = smallApp({
  snapshot: attachSnapshot(await buildSnapshot({ files: [folder.write('persons.csv', entities)] })),
});
const sent = (names: string): request.Test => request(app).post('/table').type('form').send({ names });

describe('a table that is sent', () => {
  it('is learned from', async () => {
    const rows: Record<string, string>[] = parse((await sent(queries)).text, { columns: true });
    expect(rows.every((row) => /^[01]\.\d{3}$/.test(row['none probability'] ?? ''))).toBe(true);
    const matched = rows.filter((row) => row['matched id'] !== '');
    expect(matched.filter((row) => row['matched id'] === row['expected']).length).toBeGreaterThan(0.9 * matched.length);
  });
});
