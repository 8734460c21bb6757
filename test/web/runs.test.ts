import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { readOperations } from '../support/read-operations.js';
import { SMALL_SERVED, smallRuns } from '../support/small-review.js';
import { smallApp } from '../support/small-app.js';
import { TABLES_IN_ALL_FORMATS } from '../support/tables-in-all-formats.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { field, pathOf, reviewClient, REVIEWED_TABLE } from '../support/review-client.js';
import { until } from '../support/until.js';

const folder = temporaryFolder();
const runs = smallRuns(folder.path);
const taught = `${folder.path}/places.taught.csv`;
let reloads = 0;
const teacher = { file: taught, reload: () => Promise.resolve(void reloads++) };
const { app } = smallApp({ snapshot: SMALL_SERVED.snapshot, review: { runs, teacher, softwareVersion: '1.2.3' } });
const agent = request(app);
afterAll(async () => {
  await runs.close();
  folder.remove();
});
const { get, post, matched } = reviewClient(app);

describe('matching a table in the browser', () => {
  it('keeps the form as it was, with what is wrong beside the field', async () => {
    const answer = await post('/runs', { names: '  \n', type: 'City' });
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(
      /<p class="fault" id="fault" role="alert">There are no names to match\. Paste names or cells, or choose a file\.<\/p>/,
    );
    expect(answer.text).toMatch(/<textarea name="names"[^>]* aria-invalid="true" aria-describedby="fault">/);
    expect(answer.text).toContain('<option value="City" selected>');
    expect(answer.text).not.toMatch(/parameter|field “/);
  });

  it.each(Object.entries(TABLES_IN_ALL_FORMATS))(
    'takes %s, chosen as a file or, where it is text, pasted',
    async (_, { name, content }) => {
      const send = (): request.Test => agent.post('/runs').set('Accept', 'text/html').set('Host', 'localhost');
      const text = content.toString('utf8');
      const isText = Buffer.from(text).equals(content) && !name.endsWith('.mrc');
      for (const sent of [send().attach('file', content, name), ...(isText ? [send().field('names', text)] : [])]) {
        const created = await sent;
        expect([created.status, created.text]).toEqual([303, expect.anything()]);
        const page = (await get(pathOf(created))).text;
        expect(page).toMatch(/2 rows\./);
        expect(page).toMatch(/<td dir="auto">Berlin<\/td>.*?<a href="[^"]*view\?id=B">/s);
        expect(page).toMatch(/<td dir="auto">Tokyo<\/td>/);
        await post(`${pathOf(created)}/delete`, { sure: 'yes' });
      }
    },
  );

  it('shows the columns as recognised with a preview, and takes other ones', async () => {
    const created = await post('/runs', { names: REVIEWED_TABLE });
    expect(created.status).toBe(303);
    const address = pathOf(created);
    const { text } = await get(address);
    expect(text).toMatch(/<bdi>place<\/bdi> <select name="column:0">.*?<option value="name" selected>/s);
    expect(text).toMatch(/<bdi>country<\/bdi> <select name="column:1">.*?<option value="property:country" selected>/s);
    expect(text).toMatch(
      /<td dir="auto">Munchen<\/td><td>.*?<\/td><td><a href="[^"]*view\?id=M"><bdi>München.*?<td dir="auto">Germany<\/td><td dir="auto">1<\/td>/,
    );
    expect(text).toMatch(/<td dir="auto">Qwxyzzy<\/td>.*?(?:No plausible candidate|Nothing found)/s);
    const wrong = await post(`${address}/columns`, { 'column:0': 'name', 'column:1': 'name' });
    expect([wrong.status, wrong.text.includes('Several columns hold the names.')]).toEqual([400, true]);
    await post(`${address}/columns`, { 'column:0': 'name', 'column:1': '', 'column:2': '', type: 'City' });
    expect((await get(address)).text).toMatch(/<bdi>country<\/bdi> <select name="column:1"><option value="" selected>/);
    expect((await get('/runs')).text).toContain(address);
  });

  it('reviews one row at a time with the keys and values it needs, groups equal rows, and goes on to the next', async () => {
    const address = await matched();
    const first = await get(`${address}/review?by=Ada&row=1`);
    expect(first.text).toContain('data-row-name>Berlin</strong>');
    expect(first.text).toMatch(/This row alone; 1 other row has the same values/);
    expect(first.text).toMatch(/data-key="1"[^>]*>Accept <kbd>1<\/kbd>/);
    expect(first.text).toMatch(/data-key="n"/);
    const [row, version, tab] = ['row', 'version', 'tab'].map((name) => field(first.text, name));
    const judged = await post(`${address}/judge?id=B`, {
      row: row ?? '',
      version: version ?? '',
      tab: tab ?? '',
      by: 'Ada',
      state: 'open',
      decision: 'match',
    });
    expect(judged.status).toBe(303);
    const csv = (await get(`${address}/file?as=csv`)).text.split('\n');
    expect(csv[0]).toBe(
      'place,country,shelf,matched id,matched name,judgment,judged by,judged at,candidate id,candidate name,score,probability',
    );
    expect(csv[2]).toMatch(/^Berlin,,2,B,Berlin,matched,Ada,\d{4}-\d\d-\d\dT/);
    expect(csv[3]).toMatch(/^Berlin,,3,B,Berlin,matched,Ada,/);
    expect(csv[1]).toMatch(/^Munchen,Germany,1,M,München,automatic,sameas,/);
    const undone = await post(`${address}/judge`, { tab: tab ?? '', decision: 'undo', state: 'open' });
    expect(pathOf(undone)).toContain(`row=${row ?? ''}`);
    expect((await get(`${address}/file?as=csv`)).text.split('\n')[2]).toMatch(/^Berlin,,2,,,,,,/);
    const none = await get(`${address}/review?row=1`);
    const sent = { tab: field(none.text, 'tab') ?? '', state: 'open', part: 'review' };
    const [seen, decision] = [field(none.text, 'version') ?? '', 'none'];
    await post(`${address}/judge`, { ...sent, row: '1', version: seen, decision });
    expect((await post(`${address}/judge`, { ...sent, decision: 'undo' })).text).toContain(
      '<p data-said>Taken back: <bdi>Berlin</bdi> is not in the dataset</p>',
    );
  });

  it('loses no decision of two windows: the second is told, and nothing of the first is overwritten', async () => {
    const address = await matched();
    const [one, other] = [await get(`${address}/review?row=1`), await get(`${address}/review?row=1`)];
    const sent = (page: request.Response, id: string): request.Test =>
      post(`${address}/judge?id=${id}`, {
        row: field(page.text, 'row'),
        version: field(page.text, 'version'),
        tab: field(page.text, 'tab'),
        state: 'open',
        decision: 'match',
      });
    expect((await sent(one, 'B')).status).toBe(303);
    const late = await sent(other, 'BNH');
    expect([late.status, late.text.includes('Another person has judged this row')]).toEqual([409, true]);
    expect(late.text).toMatch(/Decided, <time[^>]*>[^<]*<\/time>: <bdi>Berlin<\/bdi>/);
    expect((await get(`${address}/file?as=csv`)).text.split('\n')[2]).toMatch(/^Berlin,,2,B,/);
    // Seen and decided again, it counts.
    expect(
      (
        await post(`${address}/judge?id=BNH`, {
          row: field(late.text, 'row'),
          version: field(late.text, 'version'),
          tab: field(late.text, 'tab'),
          decision: 'match',
        })
      ).status,
    ).toBe(303);
    expect((await get(`${address}/file?as=csv`)).text.split('\n')[2]).toMatch(/^Berlin,,2,BNH,/);
  });

  it('says which values differ, and when nothing is plausible', async () => {
    const address = await matched('place,country\nParis,Germany\nQwxyzzy,\n');
    expect((await get(`${address}/review?row=0`)).text).toMatch(
      />Germany<\/a><\/dd>.*<span class="unseen">different: <\/span><mark><bdi>France<\/bdi><\/mark>/s,
    );
    expect((await get(`${address}/review?row=1`)).text).toMatch(
      /No plausible candidate|Nothing in the dataset is similar to this/,
    );
  });

  it('shows probable candidates, each value on the line of its column, and folds the others away', async () => {
    const address = await matched('place,shelf,country\nParis upon Seine,7,France\n');
    const { text } = await get(`${address}/review?row=0`);
    const [shown = '', folded = ''] = text.split(/<details><summary>\d+ less probable candidates?<\/summary>/);
    // Columns that are compared come first, in the row as well as in each candidate.
    expect(shown).toMatch(/<dt dir="auto">country<\/dt>.*<dt dir="auto">shelf<\/dt>/s);
    const sides = shown.split('<li class="offered">').slice(1);
    expect(sides.length).toBeGreaterThan(1);
    for (const side of sides) expect(side.match(/<span class="label"><bdi>country<\/bdi>/g)).toHaveLength(1);
    expect(sides.map((side) => /<span class="figures">([^<]*)/.exec(side)?.[1])).not.toContain('< 1 %');
    expect(folded).toMatch(/<span class="figures">&lt; 1/);
  });

  it('is matched again with other columns, and what a person has judged stays', async () => {
    const address = await matched();
    expect((await get(address)).text).toMatch(/<bdi>country<\/bdi> = <bdi>\w+<\/bdi>/i);
    const page = await get(`${address}/review?row=3&by=Ada`);
    await post(`${address}/judge`, {
      row: '3',
      decision: 'match',
      id: 'P',
      by: 'Ada',
      version: field(page.text, 'version'),
    });
    const saved = async (): Promise<string> => (await get(`${address}/file?as=csv`)).text;
    const before = await saved();
    expect(pathOf(await post(`${address}/reopen`, {}))).toBe(address);
    expect((await get(address)).text).toContain('name="column:1"');
    await post(`${address}/columns`, { 'column:0': 'name', 'column:1': '', 'column:2': '', then: 'start' });
    await until(async () => (await get(address)).text.includes('rows are matched'));
    expect((await get(address)).text).not.toMatch(/<bdi>country<\/bdi> =/i);
    expect(await saved()).toMatch(/\nQwxyzzy,,4,P,Paris,matched,Ada,/);
    // Once more as it was at first: the same answers come again.
    await post(`${address}/reopen`, {});
    await post(`${address}/columns`, {
      'column:0': 'name',
      'column:1': 'property:country',
      'column:2': '',
      then: 'start',
    });
    await until(async () => (await get(address)).text.includes('rows are matched'));
    const withoutTimes = (text: string): string => text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '');
    expect(withoutTimes(await saved())).toBe(withoutTimes(before));
  });

  it('gives every output with who decided and when', async () => {
    const address = await matched();
    const page = await get(`${address}/review?row=4&by=Ada`);
    await post(`${address}/judge?id=P`, {
      row: '4',
      version: field(page.text, 'version'),
      tab: 'aaaaaaaa',
      by: 'Ada',
      decision: 'match',
    });
    await post(`${address}/judge`, { row: '3', version: '-1', tab: 'aaaaaaaa', decision: 'none' });
    const lines = (await get(`${address}/file?as=jsonl`)).text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly judgment: unknown });
    expect(lines.map(({ judgment }) => judgment)).toMatchObject([
      { decision: 'match', id: 'M', by: 'sameas', automatic: true },
      null,
      null,
      { decision: 'none', by: 'person', automatic: false },
      { decision: 'match', id: 'P', by: 'Ada' },
    ]);
    const sssom = (await get(`${address}/file?as=sssom`)).text;
    expect(sssom).toMatch(
      /\tParis upon Seine\tskos:exactMatch\t[^\t]*P\tParis\t[^\t]*\tsemapv:ManualMappingCuration\tAda\t\d{4}-/,
    );
    expect(sssom).toMatch(/\tQwxyzzy\tskos:exactMatch\tsssom:NoTermFound\t.*semapv:ManualMappingCuration\tperson/);
    const xlsx = await get(`${address}/file?as=xlsx`)
      .buffer(true)
      .parse((response, done) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () => done(null, Buffer.concat(pieces)));
      });
    expect((xlsx.body as Buffer).subarray(0, 2).toString()).toBe('PK');
    const file = folder.write('judged.json', (await get(`${address}/file?as=openrefine`)).text);
    expect(await readOperations(file)).toEqual([
      ['Qwxyzzy', undefined],
      ['Paris upon Seine', 'P'],
    ]);
    expect((await get(`${address}/file?as=pdf`)).status).toBe(400);
    // Each was written to a file of its own, which is removed with the last byte.
    await until(() =>
      Promise.resolve(!readdirSync(folder.path, { recursive: true }).some((name) => String(name).includes('saving-'))),
    );
  });

  it('measures what the judgments say', async () => {
    const address = await matched();
    expect((await get(`${address}/measure`)).text).toContain('No row has been judged yet.');
    await post(`${address}/judge?id=M`, { row: '0', version: '-1', tab: 'aaaaaaaa', decision: 'match' });
    const { text } = await get(`${address}/measure`);
    expect(text).toMatch(/<dt>Precision of automatic matches<\/dt><dd>[^<]*%[^<]*\([^<]* to [^<]*\)<\/dd>/);
    expect(text.match(/<svg /g)).toHaveLength(2);
    expect(text).toMatch(/<td dir="auto">country<\/td><td class="number">100\u202f%<\/td><td class="number">1<\/td>/);
  });

  it('teaches the dataset what persons have decided one by one, in a file of its own', async () => {
    const address = await matched();
    await post(`${address}/bulk`, { atLeast: '5' });
    expect((await get(address)).text).toContain('There are none so far.');
    await post(`${address}/judge?id=P`, {
      row: '4',
      version: field((await get(`${address}/review?row=4`)).text, 'version'),
      tab: 'aaaaaaaa',
      by: 'Ada, B.',
      decision: 'match',
    });
    expect((await get(address)).text).toContain('1 name that was matched by a person is not in the dataset yet.');
    const done = await post(`${address}/teach`, {});
    expect((await get(pathOf(done))).text).toContain('Added 1 alias to the dataset.');
    expect(reloads).toBe(1);
    expect(readFileSync(taught, 'utf8')).toMatch(/^name,id,judged by,judged at\nParis upon Seine,P,"Ada, B\.",\d{4}-/);
    await post(`${address}/teach`, {});
    expect([readFileSync(taught, 'utf8').trimEnd().split('\n').length, reloads]).toEqual([2, 1]);
    const shown = (await get(address)).text;
    expect(shown).toContain('1 alias came from this table.');
    expect(shown).toContain('<bdi>Paris upon Seine</bdi> becomes an alias of <bdi>Paris</bdi>');
    // What a person has written into the file stays when the names of the table are taken back.
    writeFileSync(taught, `${readFileSync(taught, 'utf8')}Lutetia,P,,\n`);
    const back = await post(`${address}/teach`, { decision: 'clear' });
    expect((await get(pathOf(back))).text).toContain('Took back 1 alias.');
    expect([readFileSync(taught, 'utf8'), reloads]).toEqual(['name,id,judged by,judged at\nLutetia,P,,\n', 2]);
    expect((await get(address)).text).not.toContain('came from this table');
  });

  it('draws matched rows by chance to check, the same ones until they are judged', async () => {
    const address = await matched();
    const measure = await get(`${address}/measure`);
    expect(measure.text).toMatch(/According to the probabilities; no automatic match was judged yet\./);
    const [, link = ''] =
      /href="[^"]*?(\/review\?state=automatic&amp;drawn=yes)">Check \d+ matched rows?</.exec(measure.text) ?? [];
    const drawn = `${address}${link.replace('&amp;', '&')}`;
    const first = await get(drawn);
    const row = field(first.text, 'row') ?? '';
    expect(field((await get(drawn)).text, 'row')).toBe(row);
    expect(field(first.text, 'drawn')).toBe('yes');
    await post(`${address}/judge`, {
      ...{ row, state: 'automatic', drawn: 'yes', decision: 'none', tab: 'aaaaaaaa' },
      version: field(first.text, 'version') ?? '',
    });
    expect(field((await get(drawn)).text, 'row')).not.toBe(row);
    expect((await get(`${address}/measure`)).text).not.toContain('no automatic match was judged yet');
  });

  it('deletes a table when somebody is sure', async () => {
    const address = await matched('Berlin\n');
    await post(`${address}/delete`, {});
    expect((await get(address)).status).toBe(200);
    expect(pathOf(await post(`${address}/delete`, { sure: 'yes' }))).toBe('/runs');
    const gone = await get(address);
    expect([
      gone.status,
      gone.text.includes('There is no such table here.'),
      gone.text.includes('aria-label="Main"'),
    ]).toEqual([404, true, true]);
    expect(existsSync(`${folder.path}/reviews/${address.replace('/runs/', '')}`)).toBe(false);
  });

  it('belongs to the service alone: pages of other sites may not read, send or frame it', async () => {
    const own = await get('/runs');
    expect([
      own.headers['access-control-allow-origin'],
      own.headers['x-frame-options'],
      own.headers['cross-origin-resource-policy'],
      own.headers['cache-control'],
    ]).toEqual([undefined, 'DENY', 'same-origin', 'no-store']);
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors' };
    expect((await get('/runs').set(foreign)).status).toBe(403);
    expect((await post('/runs', { names: 'Berlin' }).set(foreign)).status).toBe(403);
    expect((await get('/runs').set('Host', 'evil.example')).status).toBe(403);
    expect(
      (await agent.options('/runs').set({ ...foreign, 'Access-Control-Request-Method': 'POST' })).headers[
        'access-control-allow-origin'
      ],
    ).toBeUndefined();
  });
});

describe('a long table', () => {
  const long = `place,note\n${`Berlin,${'x'.repeat(200)}\n`.repeat(6_000)}`;
  const upload = (limits: object, text: string, name = 'places.csv'): request.Test => {
    const { app: other } = smallApp({
      snapshot: SMALL_SERVED.snapshot,
      review: { runs, softwareVersion: '1' },
      limits: { maxBodyBytes: 10_000, maxBatchQueries: 10, batchSize: 5, ...limits },
    });
    return request(other)
      .post('/runs')
      .set('Accept', 'text/html')
      .set('Host', 'localhost')
      .field('type', 'City')
      .attach('file', Buffer.from(text), name);
  };
  // Other processes have uploads of their own in the folder of the machine.
  const machine = process.env['TMPDIR'];
  beforeAll(() => {
    process.env['TMPDIR'] = folder.path;
  });
  afterAll(() => {
    if (machine === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = machine;
  });

  it('goes to the disk while it comes, and leaves nothing there', async () => {
    const answer = await upload({}, long);
    expect(answer.status).toBe(303);
    const { text } = await get(pathOf(answer));
    expect(text).toContain('Match 6\u202f000 rows');
    expect(text).toContain('<option value="City" selected>');
    expect(tmpdir()).toBe(folder.path);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('sameas-upload-'))).toEqual([]);
  });

  it('is refused in the form when it has too many bytes or rows', async () => {
    const [bytes, rows] = await Promise.all([
      upload({ maxTableBytes: 1_100_000 }, long),
      upload({ maxTableRows: 5_000 }, long),
    ]);
    expect([
      bytes.status,
      /<p class="fault" id="fault" role="alert">The table is longer than 1 MB\./.test(bytes.text),
    ]).toEqual([413, true]);
    expect([
      rows.status,
      /<p class="fault" id="fault" role="alert">places\.csv has more than 5,000 rows/.test(rows.text),
    ]).toEqual([413, true]);
    expect(rows.text).toContain('At most 5\u202f000 rows');
  });
});
