import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { openRefineClient, type OpenRefineClient } from '../support/openrefine-client.js';
import { readManifest } from '../support/read-manifest.js';
import { startChromium, type SharedBrowser } from '../support/start-chromium.js';
import { startOpenRefine, type RunningOpenRefine } from '../support/start-openrefine.js';
import { startService, type RunningService } from '../support/start-service.js';

/*
 * What a person does with the mouse, in the order in which a person does it: every test goes on where the one before stopped.
 * Pictures of the steps go to the folder that TEST_PICTURES names (docs/pictures holds a set), otherwise to a temporary one.
 */

const messyRows = [
  ['Wien', 'Austria'],
  ['London', 'Canada'],
  ['Sankt Petersburg', 'Russia'],
  ['Springfield', 'United States'],
  ['Sao Paolo', 'Brazil'],
  ['Franfurt', 'Germany'],
  ['San José', ''],
  ['Cambrige', 'United Kingdom'],
] as const;
const places: readonly string[] = messyRows.map(([place]) => place);
const messyCsv = ['place,country', ...messyRows.map((cells) => cells.join(',')), ''].join('\n');

describe('the pages of OpenRefine with our service', () => {
  let service: RunningService;
  let openRefine: RunningOpenRefine;
  let client: OpenRefineClient;
  let browser: SharedBrowser;
  let context: BrowserContext;
  let page: Page;
  let project: string;
  let pictures: string;
  const alerts: string[] = [];
  const scriptErrors: string[] = [];
  const failedRequests: string[] = [];

  beforeAll(async () => {
    const wanted = process.env['TEST_PICTURES'];
    pictures = wanted ?? (await mkdtemp(join(tmpdir(), 'sameas-pictures-')));
    await mkdir(pictures, { recursive: true });
    // Pictures for readers show the address that readers see.
    const onPort = wanted === undefined ? {} : { port: 8000 };
    [service, openRefine, browser] = await Promise.all([startService([], onPort), startOpenRefine(), startChromium()]);
    client = openRefineClient(openRefine.origin);
    project = await client.createProject('Places of a letter collection', messyCsv);
    context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
    page = await context.newPage();
    // OpenRefine tells of faults by `alert`.
    page.on('dialog', (dialog) => {
      alerts.push(dialog.message());
      void dialog.dismiss();
    });
    page.on('pageerror', (error) => scriptErrors.push(error.message));
    page.on('response', (response) => {
      if (response.url().startsWith(service.origin) && response.status() >= 400)
        failedRequests.push(`${response.status()} ${response.url()}`);
    });
    page.setDefaultTimeout(20_000);
    await page.goto(`${openRefine.origin}/project?project=${project}`);
  });

  afterAll(async () => {
    await browser?.close();
    await openRefine?.stop();
    await service?.stop();
  });

  /** Since 3.8 the service is chosen in a dialog of its own, before in a list beside the settings; columns need no tick. */
  const isRelease38 = (): boolean => Number(openRefine.version.split('.')[1]) >= 8;
  const picture = async (name: string): Promise<void> => {
    for (const sign of [
      page.locator('.dialog-busy-body'),
      page.getByText('Refreshing facets'),
      page.getByText('Loading...'),
    ]) {
      await sign.first().waitFor({ state: 'hidden' });
    }
    await page.screenshot({ path: join(pictures, `${name}.png`) });
  };
  const row = (place: string): Locator =>
    page.locator('.data-table-container .data-table tbody tr').nth(places.indexOf(place));
  const suggestion = (nameOrId: string): Locator =>
    page.locator('.fbs-pane:visible .fbs-item').filter({ hasText: nameOrId });
  const expectNoComplaint = (): void => {
    expect(alerts).toEqual([]);
    expect(scriptErrors).toEqual([]);
    expect(failedRequests).toEqual([]);
  };

  it('takes the service by its address', async () => {
    const header = page.locator('.column-header').filter({ hasText: 'place' });
    await header.locator('.column-header-menu').click();
    await page.locator('.menu-item', { hasText: /^Reconcile$/ }).hover();
    await page.locator('.menu-item', { hasText: 'Start reconciling' }).click();
    await page.getByRole('button', { name: /Add standard service/ }).click();
    const address = page.locator('.dialog-frame', { hasText: 'Enter the service' }).locator('input');
    await address.fill(service.url);
    await picture('openrefine-register');
    await page.getByRole('button', { name: 'Add service' }).click();

    const manifest = await readManifest(service.url);
    const list = page.locator('.recon-dialog-service-list');
    const registered = list.getByText(manifest.name);
    await registered.waitFor();
    if (isRelease38()) {
      await page.getByRole('button', { name: 'Next' }).click();
    } else {
      // The list lies over the panel until one is clicked.
      await registered.click();
      await list.waitFor({ state: 'hidden' });
    }
    await page.locator('.recon-dialog-standard-service-panel').waitFor();
    expectNoComplaint();
  });

  it('shows what kind of thing the column holds', async () => {
    const panel = page.locator('.recon-dialog-standard-service-panel');
    const types = panel.locator('input[name="type-choice"][typeName]');
    await types.first().waitFor();
    expect(await types.first().getAttribute('value')).toBe('City');
    expect(await types.first().isChecked()).toBe(true);
    expectNoComplaint();
  });

  it('offers the properties of the service for another column', async () => {
    const line = page
      .locator('.recon-dialog-standard-service-panel .detail-container tr')
      .filter({ hasText: 'country' });
    const property = line.locator('input[name="property"]');
    if (!isRelease38()) await line.locator('input[name="include"]').check();
    await property.click();
    await property.pressSequentially('coun', { delay: 30 });
    await suggestion('country').first().waitFor();
    await picture('openrefine-types');
    await suggestion('country').first().click();
    expect(await (isRelease38() ? line.locator('.mapped-value').innerText() : property.inputValue())).toMatch(
      /country/i,
    );
    expectNoComplaint();
  });

  it('reconciles and shows matches and candidates', async () => {
    await page.getByRole('button', { name: /Start reconciling/ }).click();
    await row('Springfield').locator('.data-table-recon-topic').first().waitFor();
    await client.waitForProcesses(project);
    const cells = await client.cells(project, 'place');
    expect(cells.map((cell) => cell?.value)).toContain('Springfield');
    for (const cell of cells) if (cell !== null) expect(cell.recon).toBeDefined();
    expect(cells.find((cell) => cell?.value === 'Wien')?.recon?.m?.id).toBe('2761369');
    // The link of a match leads to our page about it.
    expect(
      await row('Wien').locator('.data-table-cell-content a[target="_blank"]').first().getAttribute('href'),
    ).toContain(`${service.origin}/`);
    await page.mouse.move(640, 790);
    await picture('openrefine-candidates');
    expectNoComplaint();
  });

  it('shows our preview of a candidate under the mouse', async () => {
    const candidate = row('Springfield').locator('.data-table-recon-candidate').first();
    await candidate.locator('.data-table-recon-topic').hover();
    const frame = page.locator('.data-table-topic-popup iframe');
    await frame.waitFor();
    const content = page.frameLocator('.data-table-topic-popup iframe');
    await content.getByText('Springfield').first().waitFor();
    const handle = await frame.elementHandle();
    const inner = await handle?.contentFrame();
    expect(inner?.url()).toContain(service.origin);
    await picture('openrefine-preview');
    await page.mouse.move(640, 790);
    await frame.waitFor({ state: 'detached' });
    expectNoComplaint();
  });

  it('takes the candidate that is clicked', async () => {
    const candidates = row('Springfield')
      .locator('.data-table-recon-candidate')
      .filter({ has: page.locator('.data-table-recon-topic') });
    const before = await client.cells(project, 'place');
    const wanted = before.find((cell) => cell?.value === 'Springfield')?.recon?.c?.[0];
    expect(wanted).toBeDefined();
    await candidates.first().locator('.data-table-recon-match').click();
    await row('Springfield').locator('.data-table-recon-candidate').first().waitFor({ state: 'detached' });
    await client.waitForProcesses(project);
    const after = await client.cells(project, 'place');
    expect(after[3]?.recon).toMatchObject({ j: 'matched', m: { id: wanted?.id } });
    expectNoComplaint();
  });

  it('finds another match by “Search for match”, with a card of each suggestion', async () => {
    await row('Wien').getByText('Choose new match').click();
    await row('Wien').getByText('Search for match').click();
    const input = page.locator('.dialog-frame', { hasText: 'Search for' }).locator('input:not([type="radio"])');
    await input.waitFor();
    // The cell's own text is searched at once, and the first suggestion has its card.
    await suggestion('2761369').waitFor();
    await suggestion('2761369').hover();
    await page.locator('.fbs-flyout-pane:visible').getByText('Austria').first().waitFor();
    await picture('openrefine-search-for-match');

    await input.fill('');
    await input.pressSequentially('Wiener Neust', { delay: 30 });
    await suggestion('2761353').click();
    await row('Wien').getByText('Choose new match').waitFor();
    await client.waitForProcesses(project);
    // The types come from `notable` of the suggestion.
    expect((await client.cells(project, 'place'))[0]?.recon).toMatchObject({
      j: 'matched',
      m: { id: '2761353', types: ['City'] },
    });
    expectNoComplaint();
  });

  it('adds columns from the matched things', async () => {
    const header = page.locator('.column-header').filter({ hasText: 'place' });
    await header.locator('.column-header-menu').click();
    await page.locator('.menu-item', { hasText: /^Edit column$/ }).hover();
    await page.locator('.menu-item', { hasText: 'Add columns from reconciled values' }).click();
    const proposal = page.locator('.suggested-property a', { hasText: /^population$/i });
    await proposal.waitFor();
    await proposal.click();
    const preview = page.locator('.extend-data-preview-container table, [bind="previewContainer"] table').first();
    await preview
      .getByText(/^\d{4,}$/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'OK' }).click();
    await page
      .locator('.column-header')
      .filter({ hasText: /population/i })
      .waitFor();
    await client.waitForProcesses(project);
    const names = (await client.columns(project)).map((column) => column.name);
    const populations = await client.cells(project, names.find((name) => /population/i.test(name)) ?? '');
    expect(populations[0]?.value).toBeGreaterThan(30_000);
    expectNoComplaint();
  });
});
