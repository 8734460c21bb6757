import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { serveApp, type ServedApp } from './serve-app.js';
import { servePage, type ForeignSite } from './serve-page.js';
import { smallApp } from './small-app.js';
import { startChromium, type SharedBrowser } from './start-chromium.js';

/** What a page of somebody else, with `<sameas-suggest>` in it, was told by the element. */
export interface Told {
  readonly type: string;
  readonly detail: unknown;
}

/** A browser and a service over the small dataset, for pages that hold the element. */
export interface ElementBench {
  readonly service: ServedApp;
  /** Opens a page on an origin of its own, and waits until the element is there. */
  readonly open: (html: string, options?: OpenOptions) => Promise<ElementPage>;
  readonly closePages: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** How a page is opened. */
export interface OpenOptions {
  /** In the head, in place of the line that loads the script. */
  readonly head?: string;
  readonly context?: BrowserContextOptions;
  /** Runs before the page is loaded. */
  readonly before?: (page: Page) => Promise<unknown>;
}

/** One such page. */
export interface ElementPage {
  readonly page: Page;
  /** The text field of the first element. */
  readonly input: Locator;
  readonly options: Locator;
  /** The value of an expression about the first `element` and its text `field`. */
  readonly look: <T>(expression: string) => Promise<T>;
  /** Events of the element so far, of the kinds that pages listen for. */
  readonly told: () => Promise<readonly Told[]>;
  /** What a form would send now. */
  readonly sent: () => Promise<readonly (readonly [string, string])[]>;
  /** Errors of scripts, refused resources, breaches of the security policy. */
  readonly complaints: readonly string[];
  /** Addresses that were asked for. */
  readonly requested: readonly string[];
}

const LISTENER = `<script>
  window.told = [];
  for (const type of ['sameas-select', 'sameas-clear', 'sameas-free-text', 'sameas-error', 'change'])
    document.addEventListener(type, (event) => told.push({ type, detail: event.detail }));
</script>`;

/** Starts both; to be stopped. */
export async function startElementBench(): Promise<ElementBench> {
  const [service, browser] = await Promise.all([serveApp(smallApp().app), startChromium()]);
  const open: (BrowserContext | ForeignSite)[] = [];
  const closePages = async (): Promise<void> => {
    for (const one of open.splice(0)) await ('stop' in one ? one.stop() : one.close());
  };
  return {
    service,
    open: (html, options = {}) => openPage(browser, service, html, options, (one) => open.push(one)),
    closePages,
    stop: async () => {
      await closePages();
      await browser.close();
      await service.stop();
    },
  };
}

async function openPage(
  browser: SharedBrowser,
  service: ServedApp,
  html: string,
  {
    head = `<script type="module" src="${service.origin}/sameas-suggest.js"></script>`,
    context: contextOptions = {},
    before,
  }: OpenOptions,
  opened: (one: BrowserContext | ForeignSite) => void,
): Promise<ElementPage> {
  const site = await servePage(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Somebody else</title>${head}${LISTENER}<body>${html}`,
  );
  opened(site);
  const context = await browser.newContext({
    viewport: { width: 1024, height: 768 },
    locale: 'en-GB',
    ...contextOptions,
  });
  opened(context);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const complaints: string[] = [];
  const requested: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => {
    complaints.push(`A dialog says ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('request', (request) => requested.push(request.url()));
  await before?.(page);
  await page.goto(site.url);
  await page.evaluate("customElements.whenDefined('sameas-suggest').then(() => true)");
  return {
    page,
    input: page.getByRole('combobox').first(),
    options: page.getByRole('option'),
    look: <T>(expression: string) =>
      page.evaluate<T>(
        `(() => { const element = document.querySelector('sameas-suggest'); const field = element.shadowRoot.querySelector('input'); return ${expression}; })()`,
      ),
    told: () => page.evaluate<readonly Told[]>('told'),
    sent: () => page.evaluate<readonly (readonly [string, string])[]>('[...new FormData(document.forms[0])]'),
    complaints,
    requested,
  };
}
