import { createServer, type Server } from 'node:http';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { createApiKey } from '../../src/access/api-key.js';
import { changeKeyFile } from '../../src/access/key-file.js';
import { startChromium, type SharedBrowser } from '../support/start-chromium.js';
import { startService, type RunningService } from '../support/start-service.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { until } from '../support/until.js';

/* A person with a key in a real browser, and the page of another site in the same browser that would like to use what the person may do. */

const folder = temporaryFolder();
const [anna, reader] = [
  createApiKey({ name: 'anna', role: 'judge', datasets: ['authors'] }),
  createApiKey({ name: 'reader', role: 'ask', datasets: 'all' }),
];
const auditLog = join(folder.path, 'audit.log');
let service: RunningService;
let browser: SharedBrowser;
let page: Page;
let elsewhere: Server;

beforeAll(async () => {
  const keysFile = join(folder.path, 'keys.json');
  await changeKeyFile(keysFile, () => [anna.kept, reader.kept]);
  const list = folder.write('authors.csv', 'id,name\n1,Virginia Woolf\n2,Chinua Achebe\n3,Clarice Lispector\n');
  [service, browser] = await Promise.all([
    startService([list, '--keys-file', keysFile, '--require-keys', 'everything', '--audit-log', auditLog]),
    startChromium(),
  ]);
  page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  page.setDefaultTimeout(20_000);
});

afterAll(async () => {
  elsewhere?.close();
  await browser?.close();
  await service?.stop();
  folder.remove();
});

const sent = (): readonly { readonly action: string; readonly who: unknown }[] =>
  readFileSync(auditLog, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly action: string; readonly who: unknown })
    .filter(({ action }) => action !== 'load dataset');

describe('a person with a key', () => {
  it('is asked for it on a page, told when it is wrong, and led back to the page with the right one', async () => {
    await page.goto(`${service.origin}/try?query=Woolf`);
    expect(await page.locator('main').innerText()).toContain('This needs a key.');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Key').fill(anna.text.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')));
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await page.getByRole('alert').innerText()).toBe('This key is not valid.');
    await page.getByLabel('Key').fill(anna.text);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${service.origin}/try?query=Woolf`);
    expect(await page.locator('main').innerText()).toContain('Virginia Woolf');
    expect(await page.evaluate<string>('document.cookie')).not.toContain('session');
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'sameas-session');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    expect(cookie?.value).not.toContain(anna.text.slice(20));
  });

  it('matches and judges a table, which the audit log has by the name of the key', async () => {
    await page.goto(`${service.origin}/runs`);
    await page.getByRole('textbox', { name: /Names, one a line/ }).fill('name\tborn\nZorgville on the Hill\t1930\n');
    await page.getByRole('button', { name: 'Show columns and preview' }).click();
    await page.getByRole('button', { name: 'Match 1 row' }).click();
    await page.getByText('All 1 rows are matched').waitFor();
    await page
      .getByRole('link', { name: /^Review/ })
      .first()
      .click();
    await page.getByRole('link', { name: '1 row is probably not in the dataset' }).click();
    await page.waitForURL(/\/review\?state=unlikely/);
    await page.keyboard.press('n');
    await until(() => sent().length > 1);
    expect(sent().map(({ action, who }) => [action, who])).toEqual([
      ['send table', { address: '127.0.0.1', key: 'anna' }],
      ['judge rows', { address: '127.0.0.1', key: 'anna' }],
    ]);
  });

  it('lends nothing to the page of another site, not even to one of the same computer', async () => {
    const tried = `
      const results = {};
      const note = (name, what) => { results[name] = what; };
      const origin = ${JSON.stringify(service.origin)};
      const asked = fetch(origin + '/explain?query=Woolf', { credentials: 'include' }).then((answer) => note('fetch', answer.status), () => note('fetch', 'refused'));
      const posted = fetch(origin + '/runs', { method: 'POST', mode: 'no-cors', credentials: 'include', body: new URLSearchParams({ names: 'Forged' }) }).catch(() => undefined);
      window.taken = (answer) => note('script', answer);
      const script = new Promise((done) => { const element = document.createElement('script'); element.onload = element.onerror = done; element.src = origin + '/explain?query=Woolf&callback=taken'; document.head.append(element); });
      window.done = Promise.all([asked, posted, script]).then(() => results);`;
    elsewhere = createServer((_request, response) =>
      response
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end(
          `<!doctype html><title>elsewhere</title><form method="post" action="${service.origin}/runs"><input name="names" value="Forged"><button>Win</button></form><script>${tried}</script>`,
        ),
    );
    await new Promise<void>((resolve) => void elsewhere.listen(0, '127.0.0.1', resolve));
    const address = elsewhere.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const before = sent().length;
    const other = await page.context().newPage();
    await other.goto(`http://127.0.0.1:${String(port)}/`);
    const results = await other.evaluate<Record<string, unknown>>('window.done');
    expect(results['fetch']).not.toBe(200);
    expect(results['script']).toBeUndefined();
    await other.getByRole('button', { name: 'Win' }).click();
    await other.waitForURL(`${service.origin}/runs`);
    expect(await other.locator('main').innerText()).toContain(
      'A page of another site may not give commands to this service.',
    );
    await other.close();
    expect(sent()).toHaveLength(before);
    await page.goto(`${service.origin}/runs`);
    expect(await page.locator('main').innerText()).not.toContain('Forged');
  });

  it('is refused what the key does not allow, and signs out', async () => {
    await page.goto(`${service.origin}/sign-in`);
    expect(await page.locator('main').innerText()).toContain('Signed in as anna.');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.goto(`${service.origin}/try`);
    expect(await page.locator('main').innerText()).toContain('This needs a key.');
    await page.goto(`${service.origin}/sign-in?to=/runs`);
    await page.getByLabel('Key').fill(reader.text);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${service.origin}/runs`);
    expect(await page.locator('main').innerText()).toContain('This key does not allow that.');
  });
});
