import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { startChromium, type SharedBrowser } from '../support/start-chromium.js';
import { startService, type RunningService } from '../support/start-service.js';
import { temporaryFolder } from '../support/temporary-files.js';

/* A person with two files and nothing else: from the start page to the joined table, with the list sent in the browser. */

const folder = temporaryFolder();
let service: RunningService;
let browser: SharedBrowser;
let context: BrowserContext;
let page: Page;
const complaints: string[] = [];

const LIST = folder.write(
  'orchestras.csv',
  `code;ensemble;seat\n${['Wiener Symphoniker;Wien', 'Gewandhausorchester;Leipzig', 'Orchestre de Paris;Paris', 'Hallé;Manchester', 'Münchner Philharmoniker;München'].map((line, i) => `O${String(i)};${line}`).join('\n')}\n`,
);
const TABLE = folder.write(
  'concerts.csv',
  'orchestra,where\nMunchner Philharmoniker,München\nHalle,Manchester\nQwxz Band,Oslo\n',
);

beforeAll(async () => {
  const own = folder.write('places.csv', 'id,name\na,Cologne\nb,Munich\n');
  [service, browser] = await Promise.all([
    startService([own, '--data-dir', join(folder.path, 'data')]),
    startChromium(),
  ]);
  context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
  page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
});

afterAll(async () => {
  await browser?.close();
  await service?.stop();
  folder.remove();
});

describe('the start page', () => {
  it('has a place for the table and one for the list, which a file in the latter chooses', async () => {
    await page.goto(service.url);
    await page.getByRole('heading', { name: 'Match a table' }).waitFor();
    const chosen = (): Promise<string> => page.locator('input[type=radio]:checked').inputValue();
    expect(await chosen()).toBe('');
    await page.locator('input[name=list]').setInputFiles(LIST);
    expect(await chosen()).toBe('new');
    await page.getByRole('radio', { name: /Places/ }).check();
    expect(await page.locator('input[name=list]').inputValue()).toBe('');
  });

  it('takes a file that is dropped on each of them', async () => {
    await page.goto(service.url);
    for (const [place, name] of [
      ['file', 'concerts.csv'],
      ['list', 'orchestras.csv'],
    ] as const) {
      const transfer = await page.evaluateHandle(
        `(() => { const data = new DataTransfer(); data.items.add(new File(['name\\nHallé\\n'], '${name}')); return data; })()`,
      );
      await page.dispatchEvent(`fieldset[data-drop=${place}]`, 'drop', { dataTransfer: transfer });
      expect(await page.locator(`input[name=${place}]`).inputValue()).toContain(name);
    }
  });

  it('leads from two files to the joined table', async () => {
    await page.goto(service.url);
    await page.locator('input[name=file]').setInputFiles(TABLE);
    await page.locator('input[name=list]').setInputFiles(LIST);
    await page.getByRole('button', { name: 'Show columns and preview' }).click();
    await page.getByRole('heading', { name: 'orchestras.csv' }).waitFor();
    expect(await page.locator('select[name=name]').inputValue()).toBe('ensemble');
    await page.getByRole('button', { name: 'Match concerts.csv with this list' }).click();
    await page.getByRole('button', { name: 'Match 3 rows' }).click();
    await page.getByText('All 3 rows are matched').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV', exact: true }).click(),
    ]);
    const text = await (await download.createReadStream()).toArray();
    expect(Buffer.concat(text).toString()).toMatch(/\nHalle,Manchester,O3,Hallé,automatic,/);
  });

  it('offers the list from then on, on a telephone as well', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(service.url);
    await page.getByRole('radio', { name: /orchestras\.csv/ }).check();
    await page.getByText('or paste names').click();
    await page.locator('textarea').fill('Gewandhaus Orchester\nWiener Symphonker\n');
    await page.getByRole('button', { name: 'Show columns and preview' }).click();
    await page.getByRole('button', { name: 'Match 2 rows' }).waitFor();
    expect(page.url()).toContain('/datasets/orchestras/runs/');
    await page.goto(service.url);
    // Tables that were sent lately are there to go on with.
    await page
      .getByRole('row', { name: /concerts\.csv orchestras\.csv 3/ })
      .getByRole('link', { name: 'concerts.csv' })
      .waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(complaints).toEqual([]);
  });
});
