import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readChangeLog } from '../../../src/datasets/changes/change-log.js';
import { openEntityWriter, type EntityWriter, type WriterBase } from '../../../src/datasets/changes/entity-writer.js';
import { smallSnapshot } from '../../support/small-snapshot.js';
import { temporaryFolder } from '../../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const { dataset } = smallSnapshot();
const base: WriterBase = { entities: dataset.entities, properties: dataset.properties, through: 0 };
let logs = 0;
const newLog = (): string => `${folder.path}/${String(++logs)}.changes.jsonl`;

async function writing<T>(path: string, use: (writer: EntityWriter) => Promise<T>, over = base): Promise<T> {
  const writer = await openEntityWriter(path, over);
  try {
    return await use(writer);
  } finally {
    await writer.close();
  }
}

const json = (value: unknown): string => JSON.stringify(value);
const idsIn = async (path: string): Promise<readonly string[]> => [...(await readChangeLog(path)).changes.keys()];

describe('writing entities', () => {
  it('gives an entity of the dataset in the form in which it can be sent back, and that changes nothing', async () => {
    const path = newLog();
    await writing(path, async (writer) => {
      for (const id of ['B', '__proto__', '0', 'DE']) {
        const { record, version } = writer.get(id);
        expect(await writer.put(id, json(record), {})).toEqual({
          record,
          version,
          outcome: 'unchanged',
          before: record,
        });
      }
      expect(writer.get('B').record).toMatchObject({
        name: 'Berlin',
        language: 'de',
        properties: {
          country: [{ id: 'DE' }],
          founded: ['1237-10-28'],
          location: [{ latitude: 52.52, longitude: 13.405 }],
          motto: [{ text: 'Be “Berlin” <now>', language: 'en' }],
        },
      });
    });
    expect(readFileSync(path, 'utf8')).toBe('');
  });

  it('creates, replaces, patches and deletes, and has it all when it is opened again', async () => {
    const path = newLog();
    await writing(path, async (writer) => {
      expect(
        await writer.put(
          'new',
          json({
            name: ' Neuss ',
            types: ['City'],
            properties: { country: 'DE', population: '153000', Website: 'https://www.neuss.example/' },
          }),
          {},
        ),
      ).toMatchObject({
        outcome: 'created',
        record: {
          id: 'new',
          name: 'Neuss',
          types: ['City'],
          properties: { country: [{ id: 'DE' }], population: [153000], website: ['https://www.neuss.example/'] },
        },
      });
      expect(
        await writer.patch('new', json({ aliases: ['Novaesium'], properties: { population: null, code: 'NE' } }), {}),
      ).toMatchObject({ outcome: 'replaced' });
      expect(await writer.put('FR', json({ name: 'La France' }), {})).toMatchObject({
        outcome: 'replaced',
        record: { id: 'FR', name: 'La France' },
      });
      await writer.remove('JP', {});
      await expect(writer.remove('JP', {})).rejects.toMatchObject({ code: 'entity-unknown' });
    });
    await writing(path, (writer) => {
      expect(writer.get('new').record).toEqual({
        id: 'new',
        name: 'Neuss',
        aliases: ['Novaesium'],
        types: ['City'],
        properties: { code: ['NE'], country: [{ id: 'DE' }], website: ['https://www.neuss.example/'] },
      });
      expect(() => writer.get('JP')).toThrow(expect.objectContaining({ code: 'entity-unknown' }));
      expect([...writer.pending().keys()]).toEqual(['new', 'FR', 'JP']);
      return Promise.resolve();
    });
  });

  it('takes a change only in the state that it was made for', async () => {
    await writing(newLog(), async (writer) => {
      const { version } = writer.get('FR');
      await expect(writer.put('FR', json({ name: 'X' }), { ifNoneMatch: '*' })).rejects.toMatchObject({
        code: 'version-outdated',
      });
      await expect(writer.patch('FR', json({ name: 'X' }), { ifMatch: '"0000000000000000"' })).rejects.toMatchObject({
        code: 'version-outdated',
        facts: { version },
      });
      const outcomes = await Promise.allSettled(
        ['One', 'Two', 'Three'].map((name) => writer.put('FR', json({ name }), { ifMatch: `"${version}"` })),
      );
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
      expect(writer.get('FR').record.name).toBe('One');
      await expect(writer.put('nowhere', json({ name: 'X' }), { ifMatch: '*' })).rejects.toMatchObject({
        code: 'version-outdated',
      });
    });
  });

  it.each([
    ['no name', {}, 'name'],
    ['a name of blanks', { name: '  ' }, 'name'],
    ['a field that there is not', { name: 'A', label: 'B' }, 'label'],
    ['a property that there is not', { name: 'A', properties: { contry: 'DE' } }, 'did you mean "country"?'],
    [
      'a value that is not one of its property',
      { name: 'A', properties: { population: 'many' } },
      '"many" is not a whole number',
    ],
    [
      'a place that is not on Earth',
      { name: 'A', properties: { location: { latitude: 99, longitude: 0 } } },
      'a pair of latitude and longitude',
    ],
    ['a language that is no tag', { name: 'A', language: 'in German' }, 'language tag'],
    ['a list', [], 'not a JSON object'],
  ])('refuses %s, and says so', async (_, body, sentence) => {
    const path = newLog();
    await writing(path, async (writer) => {
      await expect(writer.put('x', json(body), {})).rejects.toMatchObject({
        code: 'entity-invalid',
        message: expect.stringContaining(sentence) as unknown,
      });
      expect(() => writer.get('x')).toThrow();
    });
    expect(readFileSync(path, 'utf8')).toBe('');
  });

  it('writes lines all together, or not at all', async () => {
    const path = newLog();
    await writing(path, async (writer) => {
      const lines = [
        { id: 'a', name: 'Aachen' },
        { id: 'FR', delete: true },
        { id: 'a', name: 'Aachen am Bach' },
        { id: 'none', delete: true },
      ];
      expect(await writer.writeLines(`${lines.map(json).join('\n')}\n\n`)).toEqual({
        created: 1,
        replaced: 0,
        deleted: 1,
        unchanged: 1,
      });
      expect(writer.get('a').record.name).toBe('Aachen am Bach');
      await expect(
        writer.writeLines(['{"id":"b","name":"Bonn"}', '{"id":"c"}', 'nonsense'].join('\n')),
      ).rejects.toMatchObject({
        code: 'entity-invalid',
        message: expect.stringMatching(/line 2: .*line 3: /) as unknown,
      });
      expect(() => writer.get('b')).toThrow();
    });
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(2);
    expect(await idsIn(path)).toEqual(['FR', 'a']);
  });

  it('has as pending what a snapshot does not contain', async () => {
    const path = newLog();
    await writing(path, async (writer) => {
      for (const id of ['a', 'b', 'c']) await writer.put(id, json({ name: id }), {});
      writer.rebase({ ...base, through: 2 });
      expect([...writer.pending().keys()]).toEqual(['c']);
    });
    await writing(path, (writer) => Promise.resolve(expect([...writer.pending().keys()]).toEqual(['b', 'c'])), {
      ...base,
      through: 1,
    });
  });
});

describe('the log of changes', () => {
  it('loses a last line that was not written to its end, and nothing before it', async () => {
    const path = newLog();
    await writing(path, async (writer) => {
      await writer.put('a', json({ name: 'Aachen' }), {});
      await writer.put('b', json({ name: 'Bonn' }), {});
    });
    const whole = readFileSync(path, 'utf8');
    for (const cut of [1, 10, 40]) {
      writeFileSync(path, whole.slice(0, -cut));
      expect(await idsIn(path)).toEqual(['a']);
      await writing(path, (writer) => writer.put('c', json({ name: 'Celle' }), {}));
      expect(await idsIn(path)).toEqual(['a', 'c']);
    }
  });

  it('is refused when a line within it is damaged', async () => {
    const path = newLog();
    await writing(path, (writer) => writer.put('a', json({ name: 'Aachen' }), {}));
    appendFileSync(path, '{"number":2,"chan\n');
    await expect(readChangeLog(path)).rejects.toMatchObject({ code: 'change-log-damaged', facts: { line: 2 } });
    await expect(openEntityWriter(path, base)).rejects.toMatchObject({ code: 'change-log-damaged' });
  });

  it('becomes shorter when most of it is meaningless, while others write, and says the same', async () => {
    const path = newLog();
    await writing(path, async (writer) => {
      for (let round = 0; round < 60; round++)
        await writer.writeLines(
          Array.from({ length: 50 }, (_, i) => json({ id: `e${String(i)}`, name: `Name ${String(round)}` })).join('\n'),
        );
      await writer.remove('e7', {});
      const before = readFileSync(path, 'utf8').length;
      const compacting = writer.compactLog();
      const written = Promise.all(
        Array.from({ length: 20 }, (_, i) => writer.put(`late${String(i)}`, json({ name: 'Late' }), {})),
      );
      await Promise.all([compacting, written]);
      await writer.put('last', json({ name: 'Last' }), {});
      expect(readFileSync(path, 'utf8').length).toBeLessThan(before / 10);
      expect(existsSync(`${path}.part`)).toBe(false);
    });
    const { changes } = await readChangeLog(path);
    expect(changes.size).toBe(71);
    expect(readFileSync(path, 'utf8').match(/"(?:put|delete)":/g)).toHaveLength(71);
    expect([
      changes.get('e1')?.record?.name,
      changes.get('e7')?.record,
      changes.get('late19')?.record?.name,
      changes.get('last')?.record?.name,
    ]).toEqual(['Name 59', undefined, 'Late', 'Last']);
  });

  it('goes on where a process was killed while it made the log shorter', async () => {
    const path = newLog();
    await writing(path, (writer) => writer.put('a', json({ name: 'Aachen' }), {}));
    writeFileSync(`${path}.part`, '{"number":1,"at":"","chang');
    await writing(path, (writer) => Promise.resolve(expect(writer.get('a').record.name).toBe('Aachen')));
    expect(existsSync(`${path}.part`)).toBe(false);
  });

  it('says that nothing was written where it cannot be', async () => {
    await expect(openEntityWriter(`${folder.path}/missing/x.changes.jsonl`, base)).rejects.toMatchObject({
      code: 'changes-unwritable',
    });
  });
});
