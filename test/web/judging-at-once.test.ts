import { afterAll, describe, expect, it } from '@jest/globals';
import { field, pathOf, reviewClient } from '../support/review-client.js';
import { SMALL_SERVED, smallRuns } from '../support/small-review.js';
import { smallApp } from '../support/small-app.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
const runs = smallRuns(folder.path);
const { app } = smallApp({ snapshot: SMALL_SERVED.snapshot, review: { runs, softwareVersion: '1.2.3' } });
const { get, post, matched } = reviewClient(app);
afterAll(async () => {
  await runs.close();
  folder.remove();
});

describe('a table that is reviewed', () => {
  it('accepts many at once after saying how many errors to expect', async () => {
    const address = await matched();
    const { text } = await get(`${address}/table`);
    expect(text).toMatch(/Expected errors/);
    const answer = await post(`${address}/bulk`, { atLeast: '5', tab: '0123abcd' });
    expect(pathOf(answer)).toMatch(/judged=\d/);
    expect((await get(pathOf(answer))).text).toMatch(/[1-9] rows? accepted at once/);
    expect((await get(`${address}/table?state=person`)).text).toContain('by a person');
    expect((await get(`${address}/table?state=open&reason=match`)).text).toContain('No row matches these filters');
    expect((await post(`${address}/bulk`, { atLeast: '500' })).status).toBe(400);
  });

  it('has one button for the rows that are probably not in the dataset, and takes all of it back', async () => {
    const address = await matched(
      'place,country,shelf\nMunchen,Germany,1\nBerlin,,2\nBerlin,,3\nQwxyzzy,,4\nUpper Wexley,France,5\n',
    );
    const { text } = await get(address);
    expect(text).toContain('>Probably not in the dataset</a></dt><dd>2</dd>');
    expect(text).toMatch(
      /2 rows have no plausible candidate\. Estimated: \d of them are in the dataset all the same \(\d to \d\)\./,
    );
    expect(text).toMatch(/<li><a [^>]*row=3"><bdi>Qwxyzzy<\/bdi><\/a>: (?:nothing resembles it|the nearest is)/);
    expect(text).toContain('Say that 2 rows are not in the dataset');
    const said = pathOf(await post(`${address}/bulk`, { decision: 'none', state: 'unlikely' }));
    const page = (await get(said)).text;
    expect(page).toContain('2 rows said at once not to be in the dataset');
    const saved = async (): Promise<string> => (await get(`${address}/file?as=csv`)).text;
    expect(await saved()).toMatch(/\nQwxyzzy,,4,,,new,person,/);
    // Nobody has looked at the row, so it measures nothing.
    expect((await get(`${address}/measure`)).text).not.toMatch(/<dd>100/);
    const undo = { tab: field(page, 'tab'), state: 'unlikely', back: 'table', decision: 'undo' };
    const back = (await get(pathOf(await post(`${address}/judge`, undo)))).text;
    expect(back).toContain('Taken back: 2 rows said at once not to be in the dataset');
    expect(back).toContain('Qwxyzzy');
    expect(await saved()).toMatch(/\nQwxyzzy,,4,,,,,/);
  });

  it('estimates how sure it is, and counts what was judged one by one', async () => {
    const address = await matched();
    const numbers = async (what: string): Promise<readonly number[]> => {
      const found = new RegExp(`${what}</dt><dd>(\\d+)(?: \\((\\d+) to (\\d+)\\))?`).exec((await get(address)).text);
      return (found ?? []).slice(1).map(Number);
    };
    const [, low = -1, high = -1] = await numbers('Other rows that are in the dataset');
    expect([low >= 0, high > low]).toEqual([true, true]);
    const page = await get(`${address}/review?state=unlikely&row=4`);
    await post(`${address}/judge`, { row: '4', decision: 'match', id: 'P', version: field(page.text, 'version') });
    expect((await numbers('Other rows that are in the dataset'))[1]).toBeGreaterThanOrEqual(Math.max(1, low));
    const { text } = await get(address);
    expect(text).toMatch(
      /1 row has no plausible candidate\. Estimated: [01] of them are in the dataset all the same \([01] to [01]\)\./,
    );
    // Both pages say the same.
    expect((await get(`${address}/measure`)).text).toContain(
      /<dl class="counts"><dt>Automatic matches that are wrong.*?<\/dl>/s.exec(text)?.[0],
    );
  });

  it('judges at once what the filter shows, and nothing else', async () => {
    const address = await matched();
    expect((await get(`${address}/table?reason=nothing`)).text).not.toContain('value="95"');
    await post(`${address}/bulk`, { decision: 'none', reason: 'ambiguous' });
    await post(`${address}/bulk`, { atLeast: '0', state: 'unlikely', max: '0' });
    expect((await get(`${address}/table?state=unlikely`)).text).toContain('Qwxyzzy');
    await post(`${address}/bulk`, { decision: 'none', max: '100' });
    const { text } = await get(address);
    expect(text).toMatch(/>To review<\/a><\/dt><dd>0<\/dd>/);
    // What was matched automatically is not touched.
    expect(text).toMatch(/>Matched automatically<\/a><\/dt><dd>[1-9]/);
  });

  it.each([
    ['text=germany', [1]],
    ['text=3&column=2', [3]],
    ['text=ber&column=0', [2, 3]],
    ['text=ber&column=0&whole=yes', []],
    ['text=BERLIN&column=0&whole=yes', [2, 3]],
    ['text=france&candidates=none', []],
    ['candidates=none', [4]],
    ['text=berlin&column=x', [2, 3]],
  ])('shows the rows of a filter by their cells: %s', async (query, rows) => {
    const address = await matched();
    const { text } = await get(`${address}/table?${query}`);
    expect(
      [...text.matchAll(/<th scope="row" class="number"><a [^>]*>(\d+)<\/a>/g)].map(([, row]) => Number(row)),
    ).toEqual(rows);
  });

  it('links each cell to the rows with the same value', async () => {
    const address = await matched();
    const page = (await get(`${address}/review?row=1`)).text;
    const link = /<dd dir="auto"><a href="([^"]*)"[^>]*>2<\/a>/.exec(page)?.[1] ?? '';
    const { text } = await get(link.replace(/^.*(?=\/runs)/, '').replaceAll('&amp;', '&'));
    expect(text).toContain('1 of 5 rows');
  });

  it('rejects the first candidates of a filter at once, and takes back what was judged there', async () => {
    const address = await matched();
    const states = async (): Promise<string> =>
      (await get(`${address}/file?as=csv`)).text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '');
    const before = await states();
    const rejected = await post(`${address}/bulk`, { decision: 'reject', text: 'seine', column: '0' });
    expect((await get(pathOf(rejected))).text).toContain('First candidate of 1 row rejected at once');
    expect((await get(`${address}/review?row=4`)).text).toMatch(/Paris<\/bdi><\/a> .*\(rejected\)/);
    await post(`${address}/bulk`, { decision: 'none', text: 'qwxyzzy' });
    expect(await states()).not.toBe(before);
    const cleared = await post(`${address}/bulk`, { decision: 'clear' });
    expect((await get(pathOf(cleared))).text).toContain('Judgments of 2 rows taken back at once');
    expect((await get(`${address}/review?row=4`)).text).not.toContain('(rejected)');
    expect(await states()).toBe(before);
    expect((await post(`${address}/bulk`, { decision: 'guess' })).status).toBe(400);
  });

  it('tells what was judged, and takes it back in another window', async () => {
    const address = await matched();
    const version = field((await get(`${address}/review?row=4`)).text, 'version');
    await post(`${address}/judge?id=P`, { row: '4', version, tab: 'aaaaaaaa', by: 'Ada', decision: 'match' });
    await post(`${address}/bulk`, { decision: 'none', state: 'unlikely', tab: 'aaaaaaaa', by: 'Ada' });
    const page = (await get(`${address}/history?by=Bob&tab=bbbbbbbb`)).text;
    expect(page.replaceAll(/<[^>]*>/g, '|')).toMatch(
      /1 row said at once not to be in the dataset\W+1\W+Ada.*Undo.*Paris upon Seine\W+means\W+Paris\W+1\W+Ada.*Undo/s,
    );
    const undo = { decision: 'undo', judgment: '0', back: 'history', by: 'Bob', tab: 'bbbbbbbb' };
    const back = await post(`${address}/judge`, undo);
    expect((await get(pathOf(back))).text.replaceAll(/<[^>]*>/g, '|')).toMatch(
      /not to be in the dataset\W+1\W+Ada.*Undo.*means\W+Paris\W+1\W+Ada.*taken back/s,
    );
    expect((await get(`${address}/file?as=csv`)).text).toMatch(
      /\nQwxyzzy,,4,,,new,Ada,.*\nParis upon Seine,France,5,,,,,/s,
    );
    // Once more changes nothing.
    await post(`${address}/judge`, undo);
    expect((await get(`${address}/file?as=csv`)).text).toMatch(/\nQwxyzzy,,4,,,new,Ada,/);
  });
});
