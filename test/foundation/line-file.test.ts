import { appendFileSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import { openLineFile } from '../../src/foundation/line-file.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const linesOf = async (path: string): Promise<readonly string[]> => {
  const lines: string[] = [];
  await (await openLineFile(path, (line) => lines.push(line()))).close();
  return lines;
};

describe('a file of lines', () => {
  it('holds what was added, in order, also when many add at once', async () => {
    const path = `${folder.path}/many`;
    const file = await openLineFile(path, () => undefined);
    await Promise.all(Array.from({ length: 50 }, (_, i) => file.append([`a${String(i)}`, `Zoë 東京 ${String(i)}`])));
    expect(file.count()).toBe(100);
    expect(await file.read(2, 3)).toEqual(['a1', 'Zoë 東京 1', 'a2']);
    expect(await file.read(99, 10)).toEqual(['Zoë 東京 49']);
    expect(await file.read(100, 1)).toEqual([]);
    await file.close();
    expect(await linesOf(path)).toHaveLength(100);
  });

  it('cuts off a line that a killed process has left half written, and goes on behind the last whole one', async () => {
    const path = folder.write('torn', '{"a":1}\n{"a":2}\n{"a":');
    const file = await openLineFile(path, () => undefined);
    await file.append(['{"a":3}']);
    await file.close();
    expect(readFileSync(path, 'utf8')).toBe('{"a":1}\n{"a":2}\n{"a":3}\n');
  });

  it('is left as it is by who only reads from it, for somebody else may be writing the last line', async () => {
    const path = folder.write('shared', '{"a":1}\n{"a":');
    const lines: string[] = [];
    const file = await openLineFile(path, (line) => lines.push(line()), { readOnly: true });
    await file.close();
    expect([lines, readFileSync(path, 'utf8')]).toEqual([['{"a":1}'], '{"a":1}\n{"a":']);
    await expect(openLineFile(`${folder.path}/none`, () => undefined, { readOnly: true })).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });

  it('reads lines that are longer than what is read at once', async () => {
    const long = 'ü'.repeat(400_000);
    const path = folder.write('long', `${long}\nshort\n`);
    appendFileSync(path, `${long}\n`);
    expect((await linesOf(path)).map((line) => line.length)).toEqual([400_000, 5, 400_000]);
  });
});
