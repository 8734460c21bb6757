import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { BrowserContext, Page } from 'playwright-core';
import { runInProcess } from '../cli/run-in-process.js';
import { startChromium, type SharedBrowser } from '../support/start-chromium.js';
import { startService } from '../support/start-service.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { TWO_TABLES, type TwoTables } from '../support/two-tables.js';

/* The page that works without a service, in a real browser and from the disk: two files, columns, matching, review, saving; and nothing leaves it. */

const ROOT = join(import.meta.dirname, '..', '..');
const PAGE = join(ROOT, 'dist', 'sameas.html');
const folder = temporaryFolder();
let browser: SharedBrowser;
let context: BrowserContext;
let page: Page;
const complaints: string[] = [];
const requested: string[] = [];

beforeAll(async () => {
  browser = await startChromium();
  context = await browser.newContext({
    viewport: { width: 1100, height: 900 },
    locale: 'en-GB',
    acceptDownloads: true,
  });
  page = await openPage(pathToFileURL(PAGE).href);
});

afterAll(async () => {
  await browser?.close();
  folder.remove();
});

async function openPage(address: string): Promise<Page> {
  const opened = await context.newPage();
  opened.setDefaultTimeout(20_000);
  opened.on('pageerror', (error) => complaints.push(error.message));
  opened.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  opened.on('request', (request) => requested.push(request.url()));
  await opened.goto(address);
  await opened.getByRole('button', { name: 'Read the files' }).waitFor();
  return opened;
}

const axe = async (): Promise<readonly string[]> => {
  const source = await readFile(join(ROOT, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');
  return page.evaluate<readonly string[]>(
    `${source};axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ': ' + node.html.slice(0, 160))))`,
  );
};

/** Puts a file where it would be dropped. */
async function drop(name: 'table' | 'list', { name: file, content }: TwoTables['table']): Promise<void> {
  const data = await page.evaluateHandle(
    `(() => { const data = new DataTransfer(); data.items.add(new File([Uint8Array.from(atob('${content.toString('base64')}'), (sign) => sign.charCodeAt(0))], '${file}')); return data; })()`,
  );
  await page.dispatchEvent(`[data-drop=${name}]`, 'drop', { dataTransfer: data });
}

async function readFiles({ table, list }: Pick<TwoTables, 'table' | 'list'>): Promise<void> {
  await drop('table', table);
  await drop('list', list);
  await page.getByRole('button', { name: 'Read the files' }).click();
  await page.getByRole('button', { name: /^Match [\d\s]+ rows?$/ }).waitFor();
}

async function match(): Promise<void> {
  await page.getByRole('button', { name: /^Match [\d\s]+ rows?$/ }).click();
  await page.getByRole('heading', { name: 'Review' }).waitFor();
}

async function save(): Promise<{ readonly name: string; readonly text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the table' }).click(),
  ]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

type Row = Readonly<Record<string, string>>;
const rowsOf = (text: string): readonly Row[] => parse<Row>(text, { columns: true, bom: true, delimiter: [',', ';'] });
const written = ({ name, content }: TwoTables['table']): string => {
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return path;
};

describe('the page without a service', () => {
  it.each(TWO_TABLES)('answers as the command and as a service do: $title', async ({ table, list }) => {
    await readFiles({ table, list });
    await match();
    const saved = await save();
    await page.getByRole('button', { name: 'Choose other files' }).click();
    const [tablePath, listPath] = [written(table), written(list)];
    const out = join(folder.path, `${table.name}.csv`);
    await runInProcess(['match', tablePath, listPath, '--out', out, '--workers', '0', '--no-review']);
    expect(saved.text).toBe(readFileSync(out, 'utf8'));
    const service = await startService([listPath]);
    try {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(table.content)]), table.name);
      form.set('as', 'csv');
      const answer = await fetch(`${service.origin}/table`, { method: 'POST', body: form });
      const answered = (rows: readonly Row[]) =>
        rows.map((row) => [row['matched id'], row['candidate id'], row['probability']]);
      expect(answered(rowsOf(saved.text))).toEqual(answered(rowsOf(await answer.text())));
      expect(rowsOf(saved.text).filter((row) => row['matched id'] !== '').length).toBeGreaterThan(20);
    } finally {
      await service.stop();
    }
  });

  it('is reviewed by keys, taken back, and saved with the judgments', async () => {
    const [people] = TWO_TABLES;
    if (people === undefined) throw new Error('there are no tables');
    await readFiles(people);
    expect(await page.getByRole('combobox', { name: 'year of birth' }).inputValue()).toBe('property:born');
    expect(await axe()).toEqual([]);
    await match();
    expect(await axe()).toEqual([]);
    const row = page.locator('#review input[name=row]');
    const judged = page.locator('dt', { hasText: 'Decided by a person' }).locator('+ dd');
    const first = await row.inputValue();
    await page.keyboard.press('1');
    await page.locator(`#review input[name=row]:not([value="${first}"])`).waitFor({ state: 'attached' });
    expect(Number(await judged.innerText())).toBeGreaterThan(0);
    await page.keyboard.press('u');
    await page.locator(`#review input[name=row][value="${first}"]`).waitFor({ state: 'attached' });
    expect(await judged.innerText()).toBe('0');
    const id = await page.locator('#review [data-key="1"]').getAttribute('data-id');
    await page.keyboard.press('1');
    await page.locator(`#review input[name=row]:not([value="${first}"])`).waitFor({ state: 'attached' });
    const { name, text } = await save();
    expect(name).toBe('loans-matched.csv');
    expect(rowsOf(text)[Number(first)]).toMatchObject({ 'matched id': id, 'matched by': '', judgment: 'matched' });
  });

  it('matches a long table with further workers, with the same answers', async () => {
    const [people] = TWO_TABLES;
    if (people === undefined) throw new Error('there are no tables');
    await page.getByRole('button', { name: 'Choose other files' }).click();
    const [head = '', ...rows] = people.table.content.toString('utf8').trimEnd().split('\n');
    const long = Array.from({ length: 2_100 }, (_, i) => rows[i % rows.length] ?? '');
    const table = { name: 'long.csv', content: Buffer.from(`${[head, ...long].join('\n')}\n`) };
    const workers = page.workers().length;
    let most = workers;
    page.on('worker', () => (most = Math.max(most, page.workers().length)));
    await readFiles({ table, list: people.list });
    await match();
    expect(most).toBeGreaterThan(workers);
    const out = join(folder.path, 'long-joined.csv');
    await runInProcess(['match', written(table), written(people.list), '--out', out, '--workers', '0', '--no-review']);
    expect((await save()).text).toBe(readFileSync(out, 'utf8'));
  });

  it('fits a telephone', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await axe()).toEqual([]);
    await page.setViewportSize({ width: 1100, height: 900 });
  });

  it('asks for nothing, and may not: neither the page nor what it has read leaves the tab', async () => {
    expect(requested.filter((address) => !/^(?:file|blob):/.test(address))).toEqual([]);
    expect(complaints.splice(0)).toEqual([]);
    const tried = await page.evaluate(
      `Promise.all([fetch('http://127.0.0.1:9/').then(() => 'sent', () => 'refused'), new Promise((resolve) => { document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => resolve(violatedDirective), { once: true }); new Image().src = 'http://127.0.0.1:9/x.png'; })])`,
    );
    expect(tried).toEqual(['refused', expect.stringMatching(/^(?:connect|img)-src$/)]);
    expect(complaints.splice(0).every((complaint) => complaint.includes('Content Security Policy'))).toBe(true);
  });

  it('is served by every service, and asks that for nothing more', async () => {
    const [, , works] = TWO_TABLES;
    if (works === undefined) throw new Error('there are no tables');
    const service = await startService([written(works.list)]);
    try {
      requested.length = 0;
      page = await openPage(`${service.origin}/offline`);
      expect(await (await fetch(`${service.origin}/offline`)).text()).toBe(readFileSync(PAGE, 'utf8'));
      await readFiles(works);
      await match();
      expect(requested.filter((address) => !address.startsWith('blob:'))).toEqual([`${service.origin}/offline`]);
      expect(complaints).toEqual([]);
    } finally {
      await service.stop();
    }
  });
});
