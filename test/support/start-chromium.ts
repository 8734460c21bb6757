import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { keptForAllSuites } from './kept-for-all-suites.js';

/** The part of a browser that one suite opens. */
export interface SharedBrowser extends Pick<Browser, 'newContext' | 'newPage'> {
  /** Closes the contexts and pages that were opened through this; the browser goes on for other suites. */
  readonly close: () => Promise<void>;
}

const kept = keptForAllSuites(launchChromium, (browser) => browser.close());

/** The Chromium of all suites; whatever is opened through it begins without cookies and without a cache. */
export async function startChromium(): Promise<SharedBrowser> {
  const browser = await kept();
  const opened: Pick<BrowserContext, 'close'>[] = [];
  return {
    newContext: async (options) => {
      const context = await browser.newContext(options);
      opened.push(context);
      return context;
    },
    newPage: async (options) => {
      const page = await browser.newPage(options);
      opened.push(page);
      return page;
    },
    close: async () => {
      await Promise.all(opened.splice(0).map((each) => each.close()));
    },
  };
}

/**
 * Starts the Chromium that is installed on this machine, without a window and without any traffic of its own.
 * `TEST_CHROMIUM` names another executable than `/usr/bin/chromium`. Rejects when there is none.
 */
function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['TEST_CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
