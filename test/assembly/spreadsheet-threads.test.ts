import { utils, write } from '@e965/xlsx';
import { describe, expect, it } from '@jest/globals';
import { createSpreadsheets } from '../../src/assembly/spreadsheet-threads.js';
import { spreadsheetAsText } from '../../src/questions/spreadsheet-as-text.js';

function book(rows: number): Buffer {
  const made = utils.book_new();
  utils.book_append_sheet(made, utils.aoa_to_sheet([['name', 'note'], ...Array.from({ length: rows }, (_, i) => [`Name ${String(i)}`, 'x'])]), 'Names');
  return write(made, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer; // a Buffer for the type "buffer"
}

describe('spreadsheets on threads of their own', () => {
  const few = { name: 'few.xlsx', content: book(2) };
  const many = { name: 'many.xlsx', content: book(30_000) };
  const limits = { megabytes: 512, milliseconds: 60_000, waiting: 10 };

  it('are read, and what is wrong with one is told', async () => {
    const { read } = createSpreadsheets(limits);
    const [answer, broken] = await Promise.allSettled([read(few), read({ name: 'broken.xlsx', content: few.content.subarray(0, 200) })]);
    expect(answer).toEqual({ status: 'fulfilled', value: { text: '\uFEFF"name","note"\n"Name 0","x"\n"Name 1","x"\n', readAs: 'sheet "Names" of an Excel workbook' } });
    expect(broken).toMatchObject({ status: 'rejected', reason: { code: 'file-damaged' } });
  });

  it('are written, numbers as numbers and everything else as text', async () => {
    const { write: writeSheet } = createSpreadsheets(limits);
    const bytes = await writeSheet({ header: ['name', 'score'], rows: [[{ kind: 'text', text: '=1+1' }, { kind: 'number', value: 87.5 }], [null, { kind: 'text', text: '007' }]] });
    expect((await spreadsheetAsText({ name: 'a.xlsx', content: Buffer.from(bytes) })).text).toBe('\uFEFF"name","score"\n"=1+1","87.5"\n"","007"\n');
  });

  it('are ended when they take too much time or memory, and the next is read', async () => {
    const hasty = createSpreadsheets({ ...limits, milliseconds: 1 });
    await expect(hasty.read(many)).rejects.toMatchObject({ code: 'table-too-large', message: 'many.xlsx takes too much time.' });
    const small = createSpreadsheets({ ...limits, megabytes: 24 });
    await expect(small.read(many)).rejects.toMatchObject({ code: 'table-too-large', message: 'many.xlsx takes too much memory.' });
    expect((await small.read(few)).text).toContain('Name 1');
  });

  it('wait for each other, but only so many', async () => {
    const { read } = createSpreadsheets({ ...limits, waiting: 1 });
    const outcomes = await Promise.allSettled([read(few), read(few), read(few)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(outcomes[2]).toMatchObject({ reason: { code: 'too-many-requests' } });
    expect((await read(few)).text).toContain('Name 1');
  });
});
