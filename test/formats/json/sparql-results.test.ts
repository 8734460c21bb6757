import { afterAll, describe, expect, it } from '@jest/globals';
import { loadForTest } from '../../support/loaded-entities.js';
import { temporaryFolder } from '../../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const uri = (value: string) => ({ type: 'uri', value });
const text = (value: string, language?: string) => ({
  type: 'literal',
  value,
  ...(language !== undefined && { 'xml:lang': language }),
});
const results = (vars: readonly string[], bindings: readonly unknown[]) =>
  JSON.stringify({ head: { vars }, results: { bindings } }, undefined, 1);

describe('the answer to a SPARQL query', () => {
  it('has a record for each thing, with all that its rows tell', async () => {
    const answer = results(
      ['item', 'itemLabel', 'itemAltLabel', 'born', 'teacher'],
      [
        {
          item: uri('http://ex.org/e/1'),
          itemLabel: text('Käthe Kollwitz', 'de'),
          itemAltLabel: text('Käthe Schmidt', 'de'),
          born: {
            type: 'literal',
            datatype: 'http://www.w3.org/2001/XMLSchema#dateTime',
            value: '1867-07-08T00:00:00Z',
          },
        },
        {
          item: uri('http://ex.org/e/1'),
          itemLabel: text('Käthe Kollwitz', 'de'),
          itemAltLabel: text('K. Kollwitz | Schmidt'),
        },
        {
          item: uri('http://ex.org/e/2'),
          itemLabel: text('Paula Modersohn-Becker', 'de'),
          born: {
            type: 'literal',
            datatype: 'http://www.w3.org/2001/XMLSchema#dateTime',
            value: '1876-02-08T00:00:00Z',
          },
          teacher: uri('http://ex.org/e/1'),
        },
        7,
      ],
    );
    const { entities, problems, report } = await loadForTest(folder.write('query.json', answer));
    expect(entities).toEqual([
      {
        id: 'http://ex.org/e/1',
        name: 'Käthe Kollwitz',
        nameLanguage: 'de',
        aliases: [{ text: 'Käthe Schmidt', language: 'de' }, { text: 'K. Kollwitz | Schmidt' }],
        types: [],
        prominence: 0,
        properties: { born: [{ kind: 'date', date: { year: 1867, month: 7, day: 8 } }] },
      },
      {
        id: 'http://ex.org/e/2',
        name: 'Paula Modersohn-Becker',
        nameLanguage: 'de',
        aliases: [],
        types: [],
        prominence: 0,
        properties: {
          born: [{ kind: 'date', date: { year: 1876, month: 2, day: 8 } }],
          teacher: [{ kind: 'reference', id: 'http://ex.org/e/1' }],
        },
      },
    ]);
    expect(report.counts).toMatchObject({ records: 3, rejected: 1 });
    expect(problems).toEqual(['rejected not-a-record ×1: line 0: A row of the results is no object; it was left out.']);
  });

  it('has ids in its first variable, whatever it is called, when those are addresses that begin alike', async () => {
    const rows = (first: string, second: string) => [
      { concept: uri(first), word: text('loom') },
      { concept: uri(second), word: text('shuttle') },
    ];
    const alike = await loadForTest(
      folder.write(
        'query.json',
        results(['concept', 'word'], rows('http://ex.org/v#weaving-loom', 'http://ex.org/v#weaving-shuttle')),
      ),
    );
    expect(alike.entities).toMatchObject([{ id: 'http://ex.org/v#weaving-loom', name: 'loom' }, { name: 'shuttle' }]);
    const sites = await loadForTest(
      folder.write(
        'query.json',
        results(['concept', 'word'], rows('https://loom.example/', 'https://shuttle.example/')),
      ),
    );
    expect(sites.entities).toMatchObject([
      { id: 'loom', properties: { concept: [{ kind: 'url', url: 'https://loom.example/' }] } },
      { id: 'shuttle' },
    ]);
  });

  it('may hold nothing', async () => {
    await expect(loadForTest(folder.write('query.json', results(['item'], [])))).rejects.toMatchObject({
      code: 'file-empty',
    });
  });
});
