/*
 * Takes the pictures of the service's own pages for docs/pictures: each at 1,280 pixels, and as a telephone shows it; the start page dark on the telephone.
 *
 *   npm run build && npx tsx scripts/take-pictures.ts [FOLDER]
 *
 * Needs Chromium (TEST_CHROMIUM names it where it is not /usr/bin/chromium), and pngquant, which makes the files a quarter as large.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { startService } from '../test/support/start-service.js';
import { temporaryFolder } from '../test/support/temporary-files.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = process.argv[2] ?? join(root, 'docs', 'pictures');

const TABLE = `place,country,shelf
Munchen,Germany,A 1
Pariss,France,A 2
Saint Petersburg,,A 3
Springfeld,United States,A 4
Krakow,Poland,A 5
Newcastel,United Kingdom,B 1
Cordoba,,B 2
Santiago,Chile,B 3
Frankfurt,Germany,B 4
Valencia,,B 5
Birminghm,United Kingdom,C 1
Atlantis,,C 2
`;

const data = temporaryFolder();
const service = await startService(['--data-dir', data.path]);
const base = service.origin;
const browser = await chromium.launch({
  executablePath: process.env['TEST_CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const page = await browser.newPage();
  const run = await matchTable(page);
  const project = await makeProject();
  const places = {
    'front-door': '/',
    start: '/try?query=Springfeld',
    browse: '/browse?query=new',
    entity: '/view?id=2950159',
    match: '/runs',
    columns: await prepareTable(page),
    run,
    review: `${run}/review`,
    table: `${run}/table`,
    measure: `${run}/measure`,
    project,
    documentation: '/docs',
    api: '/api',
  };
  for (const [name, address] of Object.entries(places)) await take(browser, name, new URL(address, base).href);
} finally {
  await browser.close();
  await service.stop();
  data.remove();
}

/** Sends the table, and gives the address of its columns. */
async function prepareTable(page: Page): Promise<string> {
  await page.goto(`${base}/runs`);
  await page.locator('textarea[name=names]').fill(TABLE);
  await page.getByRole('button', { name: 'Show columns and preview' }).click();
  await page.getByRole('heading', { name: 'Preview' }).waitFor();
  return page.url();
}

/** Matches it, judges a row, and gives its address. */
async function matchTable(page: Page): Promise<string> {
  await prepareTable(page);
  await page.getByRole('button', { name: /^Match \d+ rows$/ }).click();
  await page
    .getByText(/rows are matched/)
    .first()
    .waitFor();
  const address = page.url();
  await page.goto(`${address}/review`, { waitUntil: 'networkidle' });
  await page.keyboard.press('1');
  await page.locator('[data-said]').waitFor();
  return address;
}

/** The address of a project with the same table. */
async function makeProject(): Promise<string> {
  const { token } = (await (await fetch(`${base}/command/core/get-csrf-token`)).json()) as { readonly token: string };
  const form = new FormData();
  form.append('project-file', new Blob([TABLE], { type: 'text/csv' }), 'places.csv');
  form.append('project-name', 'Places');
  const created = await fetch(`${base}/command/core/create-project-from-upload?csrf_token=${token}`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  });
  const id = new URL(created.headers.get('location') ?? '', base).searchParams.get('project') ?? '';
  return `/project?project=${id}`;
}

/** One picture: the page on a screen and on a telephone, side by side. */
async function take(browser: Browser, name: string, address: string): Promise<void> {
  const shots = [];
  for (const { width, height, shown } of [
    { width: 1280, height: 900, shown: 830 },
    { width: 390, height: 844, shown: 270 },
  ]) {
    const colorScheme = name === 'start' && width < 500 ? 'dark' : 'light';
    const page = await browser.newPage({ viewport: { width, height }, colorScheme, locale: 'en-GB' });
    await page.goto(address, { waitUntil: 'networkidle' });
    while ((await page.locator('main').innerText()).includes('are being prepared')) await page.waitForTimeout(500);
    shots.push(
      `<img src="data:image/png;base64,${(await page.screenshot()).toString('base64')}" width="${String(shown)}">`,
    );
    await page.close();
  }
  const page = await browser.newPage({ viewport: { width: 1130, height: 604 } });
  await page.setContent(
    `<body style="margin:0;padding:10px;background:#7f858c;display:flex;gap:10px;align-items:start">${shots.join('')}</body>`,
  );
  const file = join(folder, `page-${name}.png`);
  await page.screenshot({ path: file });
  execFileSync('pngquant', ['--quality', '60-90', '--speed', '1', '--strip', '--force', '--ext', '.png', file]);
  await page.close();
}
