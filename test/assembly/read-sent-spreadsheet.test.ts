import { utils, write } from '@e965/xlsx';
import { describe, expect, it } from '@jest/globals';
import { createSpreadsheetReader } from '../../src/assembly/read-sent-spreadsheet.js';

function book(rows: number): Buffer {
  const made = utils.book_new();
  utils.book_append_sheet(made, utils.aoa_to_sheet([['name', 'note'], ...Array.from({ length: rows }, (_, i) => [`Name ${String(i)}`, 'x'])]), 'Names');
  return write(made, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer; // a Buffer for the type "buffer"
}

describe('reading spreadsheets that are sent', () => {
  const few = { name: 'few.xlsx', content: book(2) };
  const many = { name: 'many.xlsx', content: book(30_000) };
  const limits = { megabytes: 512, milliseconds: 60_000, waiting: 10 };

  it('happens on another thread, and tells what is wrong with one', async () => {
    const read = createSpreadsheetReader(limits);
    const [answer, broken] = await Promise.allSettled([read(few), read({ name: 'broken.xlsx', content: few.content.subarray(0, 200) })]);
    expect(answer).toEqual({ status: 'fulfilled', value: { text: '\uFEFF"name","note"\n"Name 0","x"\n"Name 1","x"\n', readAs: 'sheet "Names" of an Excel workbook' } });
    expect(broken).toMatchObject({ status: 'rejected', reason: { code: 'file-damaged' } });
  });

  it('ends what takes too much time or memory, and reads the next', async () => {
    const hasty = createSpreadsheetReader({ ...limits, milliseconds: 1 });
    await expect(hasty(many)).rejects.toMatchObject({ code: 'table-too-large', message: 'many.xlsx takes too much time to read.' });
    const small = createSpreadsheetReader({ ...limits, megabytes: 24 });
    await expect(small(many)).rejects.toMatchObject({ code: 'table-too-large', message: 'many.xlsx takes too much memory to read.' });
    expect((await small(few)).text).toContain('Name 1');
  });

  it('lets only so many wait', async () => {
    const read = createSpreadsheetReader({ ...limits, waiting: 1 });
    const outcomes = await Promise.allSettled([read(few), read(few), read(few)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(outcomes[2]).toMatchObject({ reason: { code: 'too-many-requests' } });
    expect((await read(few)).text).toContain('Name 1');
  });
});
