import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { wordsIn } from '../../src/web/messages/words.js';
import { projectPage } from '../../src/web/pages/project-page.js';
import { projectsPage } from '../../src/web/pages/projects-page.js';
import { siteOf } from '../../src/web/exchange.js';
import { readManifest, type ClientManifest } from '../support/read-manifest.js';
import { serveApp } from '../support/serve-app.js';
import { servePage, type ForeignSite } from '../support/serve-page.js';
import { smallApp } from '../support/small-app.js';
import { smallSnapshot } from '../support/small-snapshot.js';
import { startChromium, type SharedBrowser } from '../support/start-chromium.js';
import { startService, type RunningService } from '../support/start-service.js';

/* Our own pages, and pages of others that use the service, in a real browser with its real rules between origins. */

let service: RunningService;
let manifest: ClientManifest;
let browser: SharedBrowser;
let context: BrowserContext;
let page: Page;
let complaints: string[];
let requested: string[];
let sites: ForeignSite[];

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), startChromium()]);
  manifest = await readManifest(service.url);
  // The index for browsing is made at the first look, which takes a while: beside the tests that need none.
  await (await fetch(`${service.url}browse`)).text();
});

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

beforeEach(async () => {
  complaints = [];
  requested = [];
  sites = [];
  context = await browser.newContext({ viewport: { width: 1024, height: 768 }, locale: 'en-GB' });
  page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // An error of the script, a refused resource, a breach of the content security policy.
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('request', (request) => requested.push(request.url()));
});

afterEach(async () => {
  await context.close();
  await Promise.all(sites.map((site) => site.stop()));
});

const pageOfSomebodyElse = async (html: string): Promise<void> => {
  const site = await servePage(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Somebody else</title>${html}`,
  );
  sites.push(site);
  await page.goto(site.url);
};

const expectOnlyOurOrigin = (): void => {
  expect(requested.filter((url) => !url.startsWith(`${service.origin}/`) && !url.startsWith('data:'))).toEqual([]);
};

/** By how much the page is wider than the window. */
const sidewaysPixels = (): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
const addressOf = (template: string, id: string): string => template.replace('{{id}}', encodeURIComponent(id));

describe('our own pages', () => {
  const ids = ['2950159', 'DE', 'DE-BY', 'deu', 'EUR', 'EDDF'];

  it.each(ids)('the page about %s shows itself without a complaint, from our origin alone', async (id) => {
    const response = await page.goto(addressOf(manifest.view.url, id));
    expect(response?.status()).toBe(200);
    expect((await page.title()).length).toBeGreaterThan(0);
    expect(await page.locator('html').getAttribute('lang')).not.toBeNull();
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.locator('body').innerText()).toContain(id);
    expect(complaints).toEqual([]);
    expectOnlyOurOrigin();
  });

  it.each([
    '',
    'try?query=Berlin',
    'about',
    'browse',
    'docs',
    'docs/reviewing',
    'api',
    'runs',
    'projects',
    'explain?query=Berln&id=2950159&type=City',
  ])('/%s opens in a browser without a complaint', async (path) => {
    const response = await page.goto(`${service.url}${path}`);
    expect(response?.status()).toBe(200);
    expect(await page.locator('body').innerText()).toMatch(/World places|Berlin|Projects/);
    expect(complaints).toEqual([]);
    expectOnlyOurOrigin();
  });

  it('the start page shows candidates while somebody types, follows with its address, and copies the address for OpenRefine', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.origin });
    await page.goto(service.url);
    await page.getByRole('searchbox', { name: 'Type a name' }).pressSequentially('Reykjavik', { delay: 15 });
    const first = page.getByRole('listitem').filter({ hasText: 'Probability' }).first();
    await first.getByText('Match', { exact: true }).waitFor();
    expect(await first.innerText()).toMatch(/Reykjav[ií]k[^]*Score \d+\.\d[^]*Probability/);
    await page.waitForURL(`${service.url}try?query=Reykjavik`);
    await page.getByRole('combobox', { name: 'Type' }).selectOption('Country');
    await page.waitForURL(/type=Country/);
    await page.getByRole('button', { name: 'Copy address' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(service.url);
    expect(complaints).toEqual([]);
    expectOnlyOurOrigin();
  });

  it('the start page finds candidates where no scripts run', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const quiet = await plain.newPage();
    await quiet.goto(service.url);
    await quiet.getByRole('searchbox', { name: 'Type a name' }).fill('Springfield');
    await quiet.getByRole('button', { name: 'Find candidates' }).click();
    await quiet.getByText(/^Ambiguous\./).waitFor();
    expect(await quiet.getByRole('button', { name: 'Copy address' }).count()).toBe(0);
    await plain.close();
  });

  it('/about finds an entity by its name, and shows it', async () => {
    await page.goto(`${service.url}about`);
    const field = page.getByRole('combobox', { name: 'Name or identifier' });
    await field.fill('Reykja');
    await page.getByRole('option').first().click();
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL(`${service.url}view?id=3413829`);
    expect(complaints).toEqual([]);
    expectOnlyOurOrigin();
  });

  it('/about has plain fields where no scripts run', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const quiet = await plain.newPage();
    await quiet.goto(`${service.url}about`);
    await quiet.getByRole('textbox', { name: 'Identifier', exact: true }).fill('DE');
    await quiet.getByRole('button', { name: 'Show' }).click();
    await quiet.waitForURL(`${service.url}view?id=DE`);
    await plain.close();
  });

  it('/api asks the service, and shows the answer', async () => {
    await page.goto(`${service.url}api`);
    const operation = page.locator('#suggestEntity');
    await operation.locator('summary').click();
    await operation.getByLabel('prefix').fill('Reykjav');
    await operation.getByRole('button', { name: 'Try it' }).click();
    await operation.getByText(/^200 OK · application\/json/).waitFor();
    expect(await operation.locator('pre').last().innerText()).toContain('3413829');
    expect(complaints).toEqual([]);
    expectOnlyOurOrigin();
  });

  it('leads from a town to its country', async () => {
    await page.goto(addressOf(manifest.view.url, '2950159'));
    await page.getByRole('link', { name: 'Germany' }).first().click();
    await page.waitForURL(addressOf(manifest.view.url, 'DE'));
    expect(await page.locator('h1').innerText()).toContain('Germany');
    expect(complaints).toEqual([]);
  });

  it.each(ids)('the preview of %s fits the size that the manifest promises', async (id) => {
    await page.setViewportSize({ width: manifest.preview.width, height: manifest.preview.height });
    const response = await page.goto(addressOf(manifest.preview.url, id));
    expect(response?.status()).toBe(200);
    expect(await sidewaysPixels()).toBe(0);
    expect(await page.locator('script').count()).toBe(0);
    expect(complaints).toEqual([]);
    expectOnlyOurOrigin();
    for (const width of [300, 360, 430]) {
      await page.setViewportSize({ width, height: manifest.preview.height });
      expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThanOrEqual(
        manifest.preview.height,
      );
    }
    await page.getByText('More', { exact: true }).click();
    expect(await page.locator('code', { hasText: id }).isVisible()).toBe(true);
  });

  it.each([
    '',
    'try?query=Springfield',
    'about',
    'browse',
    'docs',
    'docs/reviewing',
    'api',
    'runs',
    'projects',
    'nowhere',
    'view?id=DE',
    'explain?query=Berln&id=2950159&type=City',
  ])('/%s is read on a narrow screen without scrolling sideways', async (path) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(`${service.url}${path}`);
    expect(await sidewaysPixels()).toBe(0);
  });

  it('speaks another language when somebody chooses it, by the keyboard, and stays on its page', async () => {
    await page.goto(`${service.url}about`);
    await page.getByRole('button', { name: 'Deutsch' }).press('Enter');
    await page.getByRole('button', { name: 'Erklären' }).waitFor();
    expect([page.url(), await page.locator('html').getAttribute('lang')]).toEqual([`${service.url}about`, 'de']);
    await page.goto(service.url);
    await page.getByRole('searchbox', { name: 'Einen Namen eingeben' }).fill('Reykjavik');
    await page.getByText('Treffer', { exact: true }).first().waitFor();
    expect(complaints).toEqual([]);
  });

  it.each([320, 1024])(
    'a name without a space is no wider than a screen of %s pixels, where it is explained',
    async (width) => {
      const name = 'Llanfairpwllgwyngyll'.repeat(10);
      await page.setViewportSize({ width, height: 700 });
      await page.goto(`${service.url}explain?query=${name}&id=2950159`);
      expect(await sidewaysPixels()).toBe(0);
    },
  );

  it.each(['', 'preview?id=B'])('%j has the colours of a theme', async (path) => {
    const themed = await serveApp(smallApp({ look: { theme: ':root{--ink:rgb(1,2,3)}' } }).app);
    sites.push({ url: `${themed.origin}/`, stop: themed.stop });
    await page.goto(`${themed.origin}/${path}`);
    expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(1, 2, 3)');
    expect(complaints).toEqual([]);
  });

  it('keeps the paragraphs of a note, on the page of an entity', async () => {
    const entity = {
      id: 'a',
      name: 'Printing',
      aliases: [],
      types: [],
      properties: { motto: [{ kind: 'text' as const, text: 'For the trade.\n\nFor its products use Books.' }] },
      prominence: 1,
      description: 'Making of books.\nAlso of news.',
    };
    const terms = await serveApp(smallApp({ snapshot: smallSnapshot({}, [entity]) }).app);
    sites.push({ url: `${terms.origin}/`, stop: terms.stop });
    await page.goto(`${terms.origin}/view?id=a`);
    expect(await page.locator('p.summary').innerText()).toBe('Making of books.\nAlso of news.');
    expect(await page.locator('dd bdi').innerText()).toBe('For the trade.\n\nFor its products use Books.');
  });

  it('shows projects on a narrow screen, whatever their names are', async () => {
    const project = { id: '1795254576075', rowCount: 1_234_567, modified: '2026-11-21T10:00:00Z' };
    const projects = [
      { ...project, name: 'People of the parish' },
      { ...project, name: 'x'.repeat(5_000) },
    ];
    await page.setViewportSize({ width: 320, height: 700 });
    await page.setContent(
      String(
        projectsPage({
          baseUrl: service.origin,
          site: siteOf(service.origin, undefined),
          words: wordsIn('en'),
          projects,
          damaged: [],
          csrfToken: '',
        }),
      ),
    );
    expect(await sidewaysPixels()).toBe(0);
    const { height = 0 } = (await page.getByRole('row').nth(1).boundingBox()) ?? {};
    expect(height).toBeLessThan(100);
  });

  it('shows cells of a project from right to left on a narrow screen without scrolling to their beginning', async () => {
    const name = 'محفوظ، نجيب';
    const row = { starred: false, flagged: false };
    const rows = [name, 'Elizabeth II, Queen of Great Britain and Northern Ireland, 1926-2022'].map((text, index) => ({
      ...row,
      index,
      cells: [{ kind: 'value' as const, text }],
    }));
    await page.setViewportSize({ width: 360, height: 700 });
    await page.setContent(
      String(
        projectPage({
          baseUrl: service.origin,
          address: service.origin,
          site: siteOf(service.origin, undefined),
          services: [],
          words: wordsIn('en'),
          view: {
            project: '1795254576075',
            facets: [],
            choices: [],
            blanks: [],
            filter: undefined,
            undecided: undefined,
            sort: undefined,
            limit: 50,
          },
          name: 'Persons',
          columnNames: ['Heading'],
          cellIndexes: [0],
          reconciled: [],
          rows,
          totalRows: 2,
          filtered: 2,
          nextPageStart: undefined,
          previousPageEnd: undefined,
          facets: [],
          past: [],
          future: [],
          underWay: [],
          failures: [],
          fault: undefined,
          sent: { name: '', operations: '' },
          csrfToken: '',
          isStrict: false,
        }).html,
      ),
    );
    const right = await page.evaluate<number>(
      "(() => { const text = document.createRange(); text.selectNodeContents(document.querySelector('tbody td')); return text.getBoundingClientRect().right; })()",
    );
    expect(right).toBeLessThan(360);
  });

  it('says in a page that a thing is not there', async () => {
    const response = await page.goto(addressOf(manifest.preview.url, 'no such/thing#?'));
    expect(response?.status()).toBe(404);
    expect(response?.headers()['content-type']).toContain('text/html');
    expect(await page.locator('body').innerText()).toContain('no such/thing#?');
  });

  it.each([
    '',
    'try?query=Springfield',
    'about',
    'docs',
    'docs/reviewing',
    'api',
    'runs',
    'projects',
    'nowhere',
    'view?id=2950159',
    'explain?query=Berln&id=2950159',
    'feature?id=name',
    'browse?query=Springfield',
  ])('axe finds nothing on /%s, on light and on dark, and every page says its language', async (path) => {
    const source = await readFile(
      join(import.meta.dirname, '..', '..', 'node_modules', 'axe-core', 'axe.min.js'),
      'utf8',
    );
    await page.goto(`${service.url}${path}`);
    if (path.startsWith('browse')) await page.locator('#results').waitFor({ timeout: 120_000 });
    await page.evaluate(source);
    // Styles alone follow the scheme.
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const found = await page.evaluate<readonly string[]>(
        `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ': ' + node.html.slice(0, 160))))`,
      );
      expect([colorScheme, found]).toEqual([colorScheme, []]);
    }
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });

  it('/browse searches while somebody types, narrows down and leads to an entity and its map', async () => {
    await page.goto(`${service.url}browse`);
    // Until the index is made the page loads again by itself.
    const field = page.getByRole('searchbox', { name: 'Search names and records' });
    await field.waitFor({ timeout: 120_000 });
    await field.fill('Reykjav');
    await page
      .locator('#results')
      .getByRole('link', { name: /^Reykjav/ })
      .first()
      .waitFor();
    await page.waitForURL(`${service.url}browse?query=Reykjav`);
    await page.getByRole('complementary', { name: 'Narrow down' }).getByRole('link', { name: 'City' }).click();
    await page.waitForURL(/type=City/);
    await page
      .locator('#results')
      .getByRole('link', { name: /^Reykjav/ })
      .first()
      .click();
    await page.getByRole('img', { name: /on a map of the world$/ }).waitFor();
    expect(complaints).toEqual([]);
    expectOnlyOurOrigin();
  });
});

describe('pages of others', () => {
  it('may show the preview in a frame that allows nothing', async () => {
    await pageOfSomebodyElse(
      `<iframe sandbox="" width="${manifest.preview.width}" height="${manifest.preview.height}" src="${addressOf(manifest.preview.url, '2950159')}"></iframe>`,
    );
    const frame = page.frameLocator('iframe');
    await frame.getByText('Berlin').first().waitFor();
    const fonts = await frame.locator('body').evaluate('getComputedStyle(document.body).fontFamily');
    expect(fonts).toContain('system-ui');
    expect(complaints).toEqual([]);
  });

  it('may fetch the manifest, send a batch and read a refusal', async () => {
    await pageOfSomebodyElse('<p>fetch</p>');
    const queries = JSON.stringify({ a: { query: 'Wien', type: 'City' } });
    const seen = await page.evaluate<{ name: string; id: string; refusal: number }>(`(async () => {
      const service = ${JSON.stringify(service.url)};
      const manifest = await (await fetch(service)).json();
      const body = new URLSearchParams({ queries: ${JSON.stringify(queries)} });
      const answer = await (await fetch(service, { method: 'POST', body })).json();
      const refusal = await fetch(service + '?queries=' + encodeURIComponent('{"a":'));
      await refusal.text();
      return { name: manifest.name, id: answer.a.result[0].id, refusal: refusal.status };
    })()`);
    expect(seen).toEqual({ name: manifest.name, id: '2761369', refusal: 400 });
  });

  it('may send JSON, which a browser asks leave for first', async () => {
    await pageOfSomebodyElse('<p>preflight</p>');
    const status = await page.evaluate<number>(`(async () => {
      const answer = await fetch(${JSON.stringify(service.url)}, {
        method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ queries: { a: { query: 'Wien' } } }),
      });
      await answer.text();
      return answer.status;
    })()`);
    // Whether JSON is taken is the protocol's business; that the page can read the answer is the browser's.
    expect(status).toBeGreaterThanOrEqual(200);
    expect(complaints.filter((text) => text.includes('CORS'))).toEqual([]);
  });

  it('may load manifest, batch and suggestions as scripts', async () => {
    const { service_url: origin, service_path: path } = manifest.suggest.entity;
    const queries = encodeURIComponent(JSON.stringify({ a: { query: 'Wien', type: 'City' } }));
    await pageOfSomebodyElse(`<script>var seen = {}; function take(name) { return function (value) { seen[name] = value; }; }
      var takeManifest = take('manifest'), takeBatch = take('batch'), takeSuggestions = take('suggestions');</script>
      <script src="${service.url}?callback=takeManifest"></script>
      <script src="${service.url}?callback=takeBatch&queries=${queries}"></script>
      <script src="${origin}${path}?callback=takeSuggestions&prefix=Berl"></script>`);
    const seen = await page.evaluate<{ name: string; id: string; suggested: readonly string[] }>(
      '({ name: seen.manifest.name, id: seen.batch.a.result[0].id, suggested: seen.suggestions.result.map((one) => one.id) })',
    );
    expect(seen).toMatchObject({ name: manifest.name, id: '2761369' });
    expect(seen.suggested).toContain('2950159');
    expect(complaints).toEqual([]);
  });

  it('may complete what is typed', async () => {
    const { service_url: origin, service_path: path } = manifest.suggest.entity;
    await pageOfSomebodyElse(`<input aria-label="Place"><ul></ul><script>
      const list = document.querySelector('ul');
      let latest = 0;
      document.querySelector('input').addEventListener('input', async (event) => {
        const mine = ++latest;
        const answer = await (await fetch(${JSON.stringify(`${origin}${path}?prefix=`)} + encodeURIComponent(event.target.value))).json();
        if (mine !== latest) return;
        list.replaceChildren(...answer.result.map((one) => {
          const item = document.createElement('li');
          item.textContent = one.name + ' – ' + (one.description ?? '');
          item.dataset.id = one.id;
          return item;
        }));
      });</script>`);
    await page.getByLabel('Place').pressSequentially('Reykj', { delay: 20 });
    const item = page.locator('li[data-id="3413829"]');
    await item.waitFor();
    expect(await item.innerText()).toMatch(/Reykjav/);
    expect(complaints).toEqual([]);
  });
});
