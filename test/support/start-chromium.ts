import { chromium, type Browser } from 'playwright-core';

/**
 * Starts the Chromium that is installed on this machine, without a window and without any traffic of its own.
 * `TEST_CHROMIUM` names another executable than `/usr/bin/chromium`. Rejects when there is none.
 */
export function startChromium(): Promise<Browser> {
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
