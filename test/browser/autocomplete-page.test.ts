import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ROOT } from '../architecture/source-tree.js';
import { fencedBlocks } from '../documentation/markdown-blocks.js';
import { servePage, type ForeignSite } from '../support/serve-page.js';
import { startChromium, type SharedBrowser } from '../support/start-chromium.js';
import { startService, type RunningService } from '../support/start-service.js';

/* The pages that docs/autocomplete.md shows, each on an origin of its own, do what it says. */

const INSIDE = join(ROOT, 'src', 'web', 'suggest-element', 'inside');
const PAGE = readFileSync(join(ROOT, 'docs', 'autocomplete.md'), 'utf8');
const EXAMPLES = new Map(
  fencedBlocks(PAGE)
    .filter(({ language }) => language === 'html')
    .map(({ info, text }) => [info, text]),
);
const TRIED = ['shortest.html', 'events.html', 'looks.html', 'strict.html'];

let service: RunningService;
let browser: SharedBrowser;
let site: ForeignSite | undefined;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), startChromium()]);
});

afterEach(async () => {
  await page?.close();
  await site?.stop();
});

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

async function open(name: string): Promise<void> {
  const html = EXAMPLES.get(name) ?? '';
  expect(html).toContain('127.0.0.1:8000');
  site = await servePage(html.replaceAll('http://127.0.0.1:8000', service.origin));
  page = await browser.newPage();
  page.setDefaultTimeout(20_000);
  complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // No page of the examples has a mark of its own.
    if (message.type() === 'error' && !message.text().includes('favicon')) complaints.push(message.text());
  });
  await page.goto(site.url);
}

it('every example is tried', () => {
  expect([...EXAMPLES.keys()]).toEqual(TRIED);
});

describe('docs/autocomplete.md', () => {
  it('shortest.html sends what it says', async () => {
    await open('shortest.html');
    await page.getByRole('button', { name: 'Send' }).click();
    expect(page.url()).not.toContain('place=');
    await page.getByLabel('Place of birth').fill('reykj');
    await page.getByRole('option').first().click();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForURL(/place=/);
    const sent = decodeURIComponent(new URL(page.url()).search.slice(1));
    expect(PAGE).toContain(`\`${sent}\``);
    expect(complaints).toEqual([]);
  });

  it('events.html tells what is chosen and what is not, in German', async () => {
    await open('events.html');
    const field = page.getByRole('combobox', { name: 'Ort' });
    await page.waitForFunction("document.getElementById('place').text === 'Berlin'");
    expect(await page.getByRole('status').count()).toBe(2);
    await field.fill('Reykja');
    await page.getByRole('option').first().waitFor();
    expect(await page.locator('sameas-suggest').getByRole('status').innerText()).toMatch(/^\d+ Vorschl[aä]ge?$/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await page.locator('output').innerText()).toMatch(/^Reykjav.k: 3413829$/);
    await field.fill('Nirgendwo');
    await page.keyboard.press('Tab');
    expect(await page.locator('output').innerText()).toBe('Nirgendwo: nicht in der Liste');
    expect(complaints).toEqual([]);
  });

  it('looks.html looks so', async () => {
    await open('looks.html');
    const field = page.getByRole('combobox', { name: 'Country' });
    await field.fill('icel');
    await page.getByRole('option').first().waitFor();
    expect(await page.locator('[part=option-id]').first().isVisible()).toBe(false);
    const box = () =>
      page.evaluate<readonly string[]>(
        "(({ borderTopColor, borderTopLeftRadius, width }) => [borderTopColor, borderTopLeftRadius, width])(getComputedStyle(document.querySelector('sameas-suggest').shadowRoot.querySelector('.box')))",
      );
    const [before, radius, width] = await box();
    expect([radius, width]).toEqual(['0px', '480px']);
    await page.getByRole('option').first().click();
    expect(before).not.toBe('rgb(122, 31, 92)');
    expect((await box())[0]).toBe('rgb(122, 31, 92)');
  });

  it('strict.html lacks nothing', async () => {
    await open('strict.html');
    await page.getByRole('combobox', { name: 'Airport' }).fill('keflav');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.locator('[part=card] p').first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('names all parts, custom properties, attributes and messages, and no others', async () => {
    await open('shortest.html');
    const script = readdirSync(INSIDE)
      .map((name) => readFileSync(join(INSIDE, name), 'utf8'))
      .join('\n');
    const named = (pattern: RegExp, text: string): readonly string[] =>
      [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].sort();
    expect(named(/`(--sameas-[a-z]+)`/g, PAGE)).toEqual(named(/var\((--sameas-[a-z]+)/g, script));
    const parts = /^Parts: (.*)$/m.exec(PAGE)?.[1] ?? '';
    await page.getByLabel('Place of birth').fill('reykj');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    const used = await page.evaluate<readonly string[]>(
      "[...document.querySelector('sameas-suggest').shadowRoot.querySelectorAll('[part]')].flatMap((one) => [...one.part])",
    );
    expect(named(/`([a-z-]+)`/g, parts)).toEqual([...new Set(used)].sort());
    const attributes = named(
      /^\| ((?:`[a-z-]+`(?:, )?)+) \|/gm,
      PAGE.slice(PAGE.indexOf('## Attributes'), PAGE.indexOf('## Events')),
    ).flatMap((cell) => named(/`([a-z-]+)`/g, cell));
    // `disabled` is the browser's: it tells the element by itself.
    const read = new Set([...named(/(?:get|has)Attribute\('([a-z-]+)'\)/g, script), 'disabled']);
    expect(attributes.filter((name) => !read.has(name))).toEqual([]);
    const events = named(/^\| `(sameas-[a-z-]+)`/gm, PAGE);
    expect(events).toEqual(named(/#tell\('(sameas-[a-z-]+)'/g, script));
    const messages = /place\.messages = \{([\s\S]*?)\n {2}\};/.exec(PAGE)?.[1] ?? '';
    expect(named(/^\s+(\w+): /gm, messages)).toEqual(
      named(/^ {2}(\w+): /gm, /const ENGLISH = \{([\s\S]*?)\n\};/.exec(script)?.[1] ?? ''),
    );
  });
});
