import { afterAll, describe, expect, it } from '@jest/globals';
import { WITHOUT_REASONS } from '../../src/describe/answer.js';
import { attachSnapshot } from '../../src/assembly/snapshot-image.js';
import { buildSnapshot } from '../../src/assembly/build-snapshot.js';
import { createInlineBatchExecutor } from '../../src/assembly/inline-batch-executor.js';
import { readInputTable, type InputTable } from '../../src/input/open-input.js';
import { changeNotes, lookAgain, type SecondLook } from '../../src/input/second-look.js';
import { personsFile } from '../support/persons-file.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(folder.remove);

const { entities, queries } = personsFile(400);
const snapshot = attachSnapshot(await buildSnapshot({ files: [folder.write('persons.csv', entities)] }));
const executor = createInlineBatchExecutor(snapshot, { batchTimeoutMs: 60_000, queryTimeoutMs: 10_000 });
const { dataset } = snapshot;

/** Without the answers, under headings that say nothing, given names as initials: hardly a name is nearly that of one person. */
const initials = [
  'c1,c2,c3,c4',
  ...queries
    .split('\n')
    .slice(1)
    .map((line) =>
      line
        .replace(/,[^,]*$/, '')
        .replace(/^"(\w)\w+\.? (\w+)"/, '"$1. $2"')
        .replace(/^"(\w+), (\w)\w*"/, '"$2. $1"'),
    ),
].join('\n');

async function tableOf(text: string, properties: readonly string[] = []): Promise<InputTable> {
  const read = await readInputTable(folder.write('asked.csv', text), {
    queryColumn: 'c1',
    withProperties: true,
    properties,
    whenUnclear: 'first',
    called: { queryColumn: '--query-column', encoding: '--encoding' },
  });
  return read.withColumnsFor(dataset);
}

const look = (table: InputTable): Promise<SecondLook> =>
  lookAgain((queries) => executor.execute(queries, WITHOUT_REASONS), table, { dataset }, { type: undefined });
const compared = ({ properties }: InputTable['columns']): readonly string[] =>
  properties.map(({ column, property }) => `${String(column)} ${property.id}`);

describe('lookAgain', () => {
  it('compares a column from then on that agrees in the rows that are matched, and says in how many, with examples', async () => {
    const table = await tableOf(initials, ['c2=', 'c3=town', 'c4=']);
    const { columns, changes } = await look({ ...table, settled: new Set([2, 3]) });
    expect([compared(table.columns), compared(columns)]).toEqual([['2 town'], ['1 born', '2 town']]);
    expect(changeNotes(table.headings, changes)).toEqual([
      expect.stringMatching(
        /^"c2" equals born in \d+ of \d+ matched rows: now compared \("1\d{3}" – "1\d{3}", "1\d{3}" – "1\d{3}", "1\d{3}" – "1\d{3}"\)\.$/,
      ),
    ]);
    const [asked] = table.withColumns(columns).rows;
    expect(asked?.properties.map(({ property }) => property)).toEqual(['born', 'town']);
  });

  it('no longer compares a column that agrees by chance alone', async () => {
    const table = await tableOf(initials, ['c2=born', 'c3=town', 'c4=trade']);
    const { columns, changes } = await look({ ...table, settled: new Set([1, 2]) });
    expect(compared(columns)).toEqual(['1 born', '2 town']);
    expect(changeNotes(table.headings, changes)).toEqual([
      expect.stringMatching(
        /^"c4" equals trade in \d+ of \d+ matched rows alone, by chance in \d+ %: no longer compared\.$/,
      ),
    ]);
  });

  it('leaves what the user has chosen, and what is right', async () => {
    const chosen = await tableOf(initials, ['c2=born', 'c3=town', 'c4=trade']);
    expect((await look(chosen)).changes).toEqual([]);
    const right = await tableOf(initials, ['c2=born', 'c3=town', 'c4=']);
    expect((await look({ ...right, settled: new Set([3]) })).changes).toEqual([]);
  });

  it('says nothing of tables of a few rows', async () => {
    const few = await tableOf(initials.split('\n').slice(0, 12).join('\n'), ['c2=', 'c3=', 'c4=']);
    const { columns, changes } = await look({ ...few, settled: new Set() });
    expect([compared(columns), changes]).toEqual([[], []]);
  });
});
