import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startChromium, type SharedBrowser } from '../support/start-chromium.js';
import { startService, type RunningService } from '../support/start-service.js';
import { temporaryFolder } from '../support/temporary-files.js';

/* A project in a real browser: rows, facets, reconciling a column with the service itself, history. And pages of a dataset that is written from right to left. */

const folder = temporaryFolder();
const PLACES = ['القاهرة', 'بيروت', 'دمشق', 'ירושלים', 'חיפה', 'بغداد'];
let service: RunningService;
let browser: SharedBrowser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  const list = folder.write(
    'places.csv',
    `id,name,country\n${[...PLACES, 'Cairo', 'Beirut'].map((name, i) => `P${String(i)},${name},${i < 3 ? 'مصر' : 'بلد'}`).join('\n')}\n`,
  );
  [service, browser] = await Promise.all([
    startService([list, '--data-dir', join(folder.path, 'data'), '--url-access', 'all']),
    startChromium(),
  ]);
  const context = await browser.newContext({ viewport: { width: 1100, height: 900 }, locale: 'en-GB' });
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

const axe = async (): Promise<readonly string[]> => {
  const source = await readFile(
    join(import.meta.dirname, '..', '..', 'node_modules', 'axe-core', 'axe.min.js'),
    'utf8',
  );
  return page.evaluate<readonly string[]>(
    `${source};axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ': ' + node.html.slice(0, 160))))`,
  );
};
const sidewaysPixels = (): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

describe('the page of a project', () => {
  it('is made from a file, and axe finds nothing on its rows and facets, on light and on dark', async () => {
    await page.goto(`${service.url}projects`);
    await page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'shelf.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `place,shelf\n${[...PLACES, 'Cairo', 'Beirut', 'Nowhere'].map((name, i) => `${name},${i % 2 === 0 ? 'A' : 'B'}`).join('\n')}\n`,
      ),
    });
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.getByRole('region', { name: 'Rows' }).waitFor();
    expect(await page.getByRole('region', { name: 'Rows' }).getByRole('row').count()).toBe(10);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect([colorScheme, await axe()]).toEqual([colorScheme, []]);
    }
    expect(complaints).toEqual([]);
  });

  it('reconciles a column with the service itself, shows what it found, and takes it back', async () => {
    await page.getByRole('combobox', { name: 'Column' }).last().selectOption('place');
    await page.getByRole('button', { name: 'Reconcile' }).click();
    // The page follows the work by itself, without being loaded again.
    expect(await page.locator('meta[http-equiv]').count()).toBe(0);
    await page.getByText('= Cairo').waitFor({ timeout: 60_000 });
    expect(await page.getByText(/^= /).count()).toBeGreaterThanOrEqual(6);
    expect(await page.getByRole('heading', { name: 'History' }).count()).toBe(1);
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'Undo everything' }).click();
    await page.getByText('= Cairo').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Redo up to here' }).click();
    await page.getByText('= Cairo').waitFor();
    expect(complaints).toEqual([]);
  });

  it('counts the decisions of the column, shows cells without one, and takes one back and makes another', async () => {
    await page.getByText('place: 8 matched, 0 new, 1 without a decision').waitFor();
    await page.getByRole('link', { name: '1 without a decision' }).click();
    await page.getByRole('link', { name: 'Show all rows' }).waitFor();
    expect(await page.getByRole('region', { name: 'Rows' }).getByRole('row').count()).toBe(2);
    await page
      .getByRole('row', { name: /Nowhere/ })
      .getByRole('button', { name: 'New' })
      .click();
    await page.getByText('place: 8 matched, 1 new, 0 without a decision').waitFor();
    expect(page.url()).toContain('undecided=place');
    await page.getByRole('link', { name: 'Show all rows' }).click();
    await page.getByRole('row', { name: /Cairo/ }).getByRole('button', { name: 'Take back' }).click();
    await page.getByText('place: 7 matched, 1 new, 1 without a decision').waitFor();
    expect(await axe()).toEqual([]);
    await page
      .getByRole('row', { name: /Cairo/ })
      .getByRole('button', { name: /= Cairo/ })
      .click();
    await page.getByText('place: 8 matched, 1 new, 0 without a decision').waitFor();
    expect(complaints).toEqual([]);
  });

  it('exports the texts as they stand, with the ids beside them', async () => {
    const address = await page.getByRole('link', { name: 'csv', exact: true }).getAttribute('href');
    const lines = (await (await fetch(address ?? '')).text()).split('\n');
    expect(lines.slice(0, 2)).toEqual(['place,place id,shelf', `${PLACES[0] ?? ''},P0,A`]);
    expect(lines.slice(-4)).toEqual(['Cairo,P6,A', 'Beirut,P7,B', 'Nowhere,,A', '']);
    const archive = await page.getByRole('link', { name: 'OpenRefine project, with its history' }).getAttribute('href');
    expect((await fetch(archive ?? '')).headers.get('content-type')).toBe('application/x-gzip');
  });
});

describe('writing from right to left', () => {
  it('stands in its own direction wherever values are shown', async () => {
    const directions = (selector: string): Promise<readonly string[]> =>
      page.evaluate<readonly string[]>(
        `[...document.querySelectorAll(${JSON.stringify(selector)})].filter((cell) => /[\\u0590-\\u06ff]/.test(cell.textContent)).map((cell) => getComputedStyle(cell).direction)`,
      );
    expect(await directions('tbody td')).toContain('rtl');
    await page.goto(`${service.url}runs`);
    await page
      .getByRole('textbox', { name: /Names, one a line/ })
      .fill(`place\tcountry\n${PLACES.map((name) => `${name}\tمصر`).join('\n')}\n`);
    await page.getByRole('button', { name: 'Show columns and preview' }).click();
    await page.getByRole('region', { name: 'Preview' }).waitFor();
    expect(new Set(await directions('tbody td[dir=auto]'))).toEqual(new Set(['rtl']));
    await page.getByRole('button', { name: 'Match 6 rows' }).click();
    await page.getByText('All 6 rows are matched').waitFor();
    const run = page.url();
    await page.goto(`${run}/table`);
    expect(new Set(await directions('tbody td[dir=auto]'))).toEqual(new Set(['rtl']));
    await page.goto(`${run}/review?state=all`);
    expect(await directions('.sides dl dd strong')).toEqual(['rtl']);
    expect(await directions('.candidate bdi')).toContain('rtl');
    expect(complaints).toEqual([]);
  });

  it.each(['ltr', 'rtl'])('fits a window of 320 pixels on pages that are laid out %s', async (direction) => {
    const run = page.url().replace(/\/review.*/, '');
    await page.setViewportSize({ width: 320, height: 700 });
    for (const address of [
      service.url,
      `${service.url}try?query=${encodeURIComponent(PLACES[0] ?? '')}`,
      `${service.url}view?id=P0`,
      `${service.url}runs`,
      run,
      `${run}/table`,
      `${run}/review?state=all&row=0`,
      `${run}/measure`,
      `${service.url}projects`,
    ]) {
      await page.goto(address);
      await page.evaluate(`document.documentElement.dir = '${direction}'`);
      expect([address, await sidewaysPixels()]).toEqual([address, 0]);
    }
    // What is at the beginning of a line in one direction is at its end in the other.
    await page.goto(`${run}/table`);
    await page.evaluate(`document.documentElement.dir = '${direction}'`);
    const start = await page.evaluate<number>(
      "(() => { const { left, right } = document.querySelector('header a').getBoundingClientRect(); return left + right < innerWidth ? -1 : 1; })()",
    );
    expect(start).toBe(direction === 'ltr' ? -1 : 1);
    await page.goto(`${run}/review?state=all&row=0`);
    await page.setViewportSize({ width: 1100, height: 900 });
  });
});
