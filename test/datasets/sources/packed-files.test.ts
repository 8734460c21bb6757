import { afterAll, describe, expect, it } from '@jest/globals';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { loadForTest, loadingError } from '../../support/loaded-entities.js';
import { temporaryFolder } from '../../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

describe('a Parquet file', () => {
  const bytes = Buffer.from(
    parquetWriteBuffer({
      columnData: [
        { name: 'id', data: ['p1', 'p2', 'p3'], type: 'STRING' },
        { name: 'name', data: ['Lund', 'Malmö', 'Ystad'], type: 'STRING' },
        { name: 'population', data: [94_703n, 357_377n, 19_544n], type: 'INT64' },
      ],
    }),
  );

  it('is read as its rows', async () => {
    const { entities, report, problems } = await loadForTest(folder.write('places.parquet', bytes));
    expect(problems).toEqual([]);
    expect(report.files[0]?.readAs).toBe('Parquet');
    expect(entities.map(({ id, name, prominence }) => [id, name, prominence])).toEqual([
      ['p1', 'Lund', 94_703],
      ['p2', 'Malmö', 357_377],
      ['p3', 'Ystad', 19_544],
    ]);
  });

  it('with values that are too long for a record is refused before they are unpacked', async () => {
    const long = parquetWriteBuffer({
      columnData: [
        { name: 'name', data: ['Lund', 'Ystad'], type: 'STRING' },
        { name: 'scan', data: ['x'.repeat(130_000_000), ''], type: 'STRING' },
      ],
    });
    const file = folder.write('long.parquet', Buffer.from(long));
    expect(await loadingError(file)).toMatchObject({
      code: 'file-unreadable',
      message: `The column "scan" of ${file} has values of more than 64 MB, which is the limit of a record.`,
    });
  });

  it('that is cut off is refused', async () => {
    expect(await loadingError(folder.write('cut.parquet', bytes.subarray(0, bytes.length - 20)))).toMatchObject({
      code: 'file-damaged',
      message: expect.stringMatching(/is a Parquet file, but it is incomplete or damaged\.$/),
    });
  });
});

describe('a file packed with bzip2', () => {
  // `id,name` and `p1,Lund`, and in a second stream behind it `p2,Malmö`, by Python's bz2.
  const packed = Buffer.from(
    'QlpoOTFBWSZTWTFF/EUAAAVdgAAQAAQgAAAEJiNCACAAIgGg0EDQNAVLkFNOEdHeLuSKcKEgYov4ikJaaDkxQVkmU1leNhOhAAAD3YwAEAAEEAAAAiAGQAABAAgAIAAiAaYhADBYtHEt+LuSKcKEgvGwnQg=',
    'base64',
  );

  it('is read as what is in it, in one stream or several', async () => {
    const { entities, report } = await loadForTest(folder.write('places.csv.bz2', packed));
    expect(entities.map(({ name }) => name)).toEqual(['Lund', 'Malmö']);
    expect(report.files[0]?.readAs).toMatch(/, packed with bzip2$/);
  });

  it('that is cut off is refused', async () => {
    expect(await loadingError(folder.write('cut.csv.bz2', packed.subarray(0, -12)))).toMatchObject({
      code: 'file-damaged',
      message: expect.stringMatching(/is packed with bzip2, but its content is incomplete or damaged\.$/),
    });
  });
});
