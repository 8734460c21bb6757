import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startElementBench, type ElementBench } from '../support/element-page.js';
import { serveApp } from '../support/serve-app.js';
import { smallApp } from '../support/small-app.js';

/* `<sameas-suggest>` where things go wrong: slow and failing services, strict pages, hostile names, odd places. */

let bench: ElementBench;

beforeAll(async () => {
  bench = await startElementBench();
});

afterEach(() => bench.closePages());

afterAll(() => bench?.stop());

const ONE = '<form><sameas-suggest name="place" label="Place"></sameas-suggest></form>';
const script = (): string => `${bench.service.origin}/sameas-suggest.js`;

describe('a slow service', () => {
  it('is asked once for somebody who types fast', async () => {
    const { options, look, requested } = await bench.open(ONE);
    await look(
      "[...'berlin'].forEach((letter) => { field.value += letter; field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true })); })",
    );
    await options.first().waitFor();
    expect(
      requested.filter((url) => url.includes('/private/suggest')).map((url) => new URL(url).searchParams.get('prefix')),
    ).toEqual(['berlin']);
  });

  it('never has an old answer put over a newer one, and is told that nobody waits any more', async () => {
    const aborted: string[] = [];
    const { page, input, options } = await bench.open(ONE, {
      before: async (opened) => {
        opened.on('requestfailed', (request) => aborted.push(request.url()));
        await opened.route(/prefix=berl&/, async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 1_500));
          await route.continue().catch(() => undefined);
        });
      },
    });
    const asked = page.waitForRequest(/prefix=berl&/);
    await input.fill('berl');
    await asked;
    await input.fill('tok');
    await options.getByText('Tokyo').waitFor();
    expect(aborted.filter((url) => url.includes('prefix=berl&'))).toHaveLength(1);
    await page.waitForTimeout(2_000);
    expect(await options.locator('.name').allInnerTexts()).toEqual(['Tokyo']);
  });

  it('says that it is searching, when that takes long', async () => {
    const { page, input, options } = await bench.open(ONE, {
      before: (opened) =>
        opened.route(/private\/suggest/, async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 1_500));
          await route.continue();
        }),
    });
    await input.fill('berl');
    await page.locator('[part=message]').getByText('Searching …').waitFor();
    expect(await page.getByRole('status').innerText()).toBe('Searching …');
    await options.first().waitFor();
    expect(await page.locator('[part=message]').innerText()).toBe('');
  });

  it('takes keys that come before the list as meant for the list', async () => {
    const { page, input, options, sent } = await bench.open(ONE, {
      before: (opened) =>
        opened.route(/prefix=(?:berl|tok)&/, async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 1_500));
          await route.continue().catch(() => undefined);
        }),
    });
    const address = page.url();
    await input.fill('berl');
    await page.keyboard.press('ArrowDown');
    // Too early: it must not send the form.
    await page.keyboard.press('Enter');
    await options.first().waitFor();
    expect(await options.first().getAttribute('aria-selected')).toBe('true');
    // The list is that of the text before.
    await input.fill('tok');
    await page.keyboard.press('ArrowDown');
    expect(await page.locator('[role=option][aria-selected=true]').count()).toBe(0);
    await options.getByText('Tokyo').waitFor();
    await page.keyboard.press('Enter');
    expect(await sent()).toEqual([
      ['place', 'T'],
      ['place-text', 'Tokyo'],
    ]);
    expect(page.url()).toBe(address);
  });

  it('shows no card of a list that is gone', async () => {
    const { page, input, options, look } = await bench.open(ONE, {
      before: (opened) =>
        opened.route(/flyout/, async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 800));
          await route.continue().catch(() => undefined);
        }),
    });
    await input.fill('berl');
    await options.first().waitFor();
    // The mouse moves over the old list while the new one is on its way.
    await look(`(field.value = 'tok', field.dispatchEvent(new InputEvent('input')),
      element.shadowRoot.querySelector('li').dispatchEvent(new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse' })))`);
    await options.getByText('Tokyo').waitFor();
    await page.waitForTimeout(1_500);
    expect(
      await page.evaluate("document.querySelector('sameas-suggest').shadowRoot.querySelector('#card').textContent"),
    ).toBe('');
  });

  it('opens nothing for somebody who has gone on', async () => {
    const { page, input, options } = await bench.open(`${ONE}<input aria-label="Next">`, {
      before: (opened) =>
        opened.route(/private\/suggest/, async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 500));
          await route.continue().catch(() => undefined);
        }),
    });
    const asked = page.waitForRequest(/private\/suggest/);
    await input.fill('berl');
    await asked;
    await page.getByLabel('Next').focus();
    await page.waitForTimeout(900);
    expect(await options.count()).toBe(0);
  });
});

describe('a service that fails', () => {
  it('is said not to be there, what was typed is kept, and it is found again', async () => {
    const app = smallApp().app;
    const other = await serveApp(app);
    const { page, input, options, sent, told } = await bench.open(
      ONE.replace('name=', `service="${other.origin}" name=`),
    );
    await input.fill('berl');
    await options.first().waitFor();
    await other.stop();
    await input.fill('tok');
    const message = page.locator('[part=message]');
    await message.getByText('The service cannot be reached. What you typed is kept.').waitFor();
    expect(await page.getByRole('status').innerText()).toBe('The service cannot be reached. What you typed is kept.');
    expect(await options.count()).toBe(0);
    expect(await sent()).toEqual([
      ['place', ''],
      ['place-text', 'tok'],
    ]);
    expect((await told()).at(-1)).toMatchObject({ type: 'sameas-error', detail: { reason: 'unreachable' } });
    const again = createServer(app).listen(Number(new URL(other.origin).port), '127.0.0.1');
    await input.press('ArrowDown');
    await options.getByText('Tokyo').waitFor();
    again.close();
    again.closeAllConnections();
  });

  it.each([
    ['an error', { status: 503, body: '{"code":"/api/status/error"}' }],
    ['no JSON', { status: 200, body: '<html>Log in' }],
    ['something else', { status: 200, body: '{"result":"none"}' }],
  ])('with %s is said to be unable to answer', async (_what, answer) => {
    const { page, input, told } = await bench.open(ONE, {
      before: (opened) =>
        opened.route(/private\/suggest/, (route) =>
          route.fulfill({ ...answer, headers: { 'Access-Control-Allow-Origin': '*' } }),
        ),
    });
    await input.fill('berl');
    await page.locator('[part=message]').getByText('The service cannot answer just now.').waitFor();
    expect((await told()).at(-1)).toMatchObject({ type: 'sameas-error', detail: { reason: 'refused' } });
  });

  it('with cards alone still has its list', async () => {
    const { page, input, options, complaints } = await bench.open(ONE, {
      before: (opened) =>
        opened.route(/private\/flyout/, (route) =>
          route.fulfill({ status: 200, body: '[]', headers: { 'Access-Control-Allow-Origin': '*' } }),
        ),
    });
    await input.fill('berl');
    await options.first().waitFor();
    const answered = page.waitForResponse(/flyout/);
    await page.keyboard.press('ArrowDown');
    await answered;
    await page.keyboard.press('Enter');
    expect(await input.inputValue()).toBe('Berlin');
    expect(complaints).toEqual([]);
  });

  it('is said not to be there when its address is none', async () => {
    const { page, input } = await bench.open('<sameas-suggest label="Place" service="http://"></sameas-suggest>');
    await input.fill('berl');
    await page.locator('[part=message]').getByText('The service cannot be reached.').waitFor();
  });
});

describe('hostile texts', () => {
  it('of names and descriptions are shown as they are', async () => {
    const { page, input, options, complaints } = await bench.open(ONE);
    await input.fill('<script>');
    await options.first().waitFor();
    expect(await options.locator('.name').first().innerText()).toBe('<script>alert("x")</script> & Sons');
    expect(await options.locator('.description').first().innerText()).toContain('<img src=x onerror=alert(1)>');
    await page.keyboard.press('ArrowDown');
    const card = page.locator('[part=card]');
    await card.locator('p').first().waitFor();
    expect(await card.innerText()).toContain('<script>alert("x")</script> & Sons');
    await page.keyboard.press('Enter');
    expect(await input.inputValue()).toBe('<script>alert("x")</script> & Sons');
    expect(await page.getByRole('status').innerText()).toBe(
      '<script>alert("x")</script> & Sons is chosen, identifier XSS',
    );
    expect(complaints).toEqual([]);
  });

  it('of cards lose everything but text and plain elements', async () => {
    const html = `<div onclick="alert(1)" style="position:fixed" id="list" class="x"><h1>Title</h1><img src="/picture" onerror="alert(2)"><script>alert(3)</script>
      <a href="javascript:alert(4)">link</a><svg><script>alert(5)</script></svg><iframe srcdoc="<script>alert(6)</script>"></iframe><form><input autofocus onfocus="alert(7)"></form>
      <style>*{display:none}</style><strong>kept</strong><template><p>hidden</p></template><p part="card" slot="x">end</p></div>`;
    const { page, input, options, complaints, requested, look } = await bench.open(ONE, {
      before: (opened) =>
        opened.route(/private\/flyout/, (route) =>
          route.fulfill({ json: { id: 'B', html }, headers: { 'Access-Control-Allow-Origin': '*' } }),
        ),
    });
    await input.fill('berl');
    await options.first().waitFor();
    await page.keyboard.press('ArrowDown');
    const card = page.locator('[part=card]').first();
    await card.getByText('end').waitFor();
    expect((await card.innerText()).split(/\s+/)).toEqual(['Title', 'link', 'kept', 'end']);
    const kept = await look<readonly string[]>(
      `[...element.shadowRoot.querySelectorAll('#card *')].map((one) => [one.localName, ...one.getAttributeNames()].join(' '))`,
    );
    expect(kept).toEqual(['div', 'p class', 'strong', 'p']);
    expect(requested.some((url) => url.includes('/picture'))).toBe(false);
    expect(complaints).toEqual([]);
  });
});

describe('a strict page', () => {
  const policy = (more = ''): string =>
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${bench.service.origin} 'unsafe-inline'; connect-src ${bench.service.origin}; base-uri 'none'; ${more}"><script type="module" src="${script()}"></script>`;

  it.each([
    ['styles and everything else', ''],
    ['and parses HTML by named rules alone', "require-trusted-types-for 'script'; trusted-types sameas-suggest"],
  ])('forbids %s: nothing is missing', async (_what, more) => {
    const { page, input, options, look, complaints } = await bench.open(ONE, { head: policy(more) });
    await input.fill('berl');
    await options.first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.locator('[part=card]').getByText('Germany').first().waitFor();
    expect((await page.getByRole('listbox').boundingBox())?.width).toBe(
      (await page.locator('[part=box]').boundingBox())?.width,
    );
    expect(await look('getComputedStyle(element).display')).toBe('inline-block');
    expect(complaints).toEqual([]);
  });

  it('forbids to parse any HTML: only the cards are missing', async () => {
    const { page, input, options, sent } = await bench.open(ONE, {
      head: policy("require-trusted-types-for 'script'; trusted-types 'none'"),
    });
    await input.fill('berl');
    await options.first().waitFor();
    const answered = page.waitForResponse(/flyout/);
    await page.keyboard.press('ArrowDown');
    await answered;
    expect(await page.locator('[part=card] *').count()).toBe(0);
    await page.keyboard.press('Enter');
    expect(await sent()).toEqual([
      ['place', 'B'],
      ['place-text', 'Berlin'],
    ]);
  });
});

describe('odd places', () => {
  it('do not cut the list off, and it opens where there is room', async () => {
    const { page, input, options } = await bench.open(
      `<div style="margin-top:600px;height:3rem;overflow:hidden;transform:translateX(0)">${ONE}</div>`,
    );
    await input.fill('newt');
    await options.first().waitFor();
    const [list, box] = [await page.getByRole('listbox').boundingBox(), await page.locator('[part=box]').boundingBox()];
    expect((list?.y ?? 0) + (list?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);
    expect(list?.y).toBeGreaterThanOrEqual(0);
    expect(list?.x).toBe(box?.x);
    await options.first().click();
    expect(await input.inputValue()).toBe('Newtown 00');
  });

  it('may be wide: the list is not, so that the card is beside it', async () => {
    for (const dir of ['ltr', 'rtl']) {
      const { page, input, options } = await bench.open(
        `<div dir="${dir}"><sameas-suggest label="Place" style="inline-size:60rem"></sameas-suggest></div>`,
      );
      await input.fill('berl');
      await options.first().waitFor();
      await page.keyboard.press('ArrowDown');
      const card = page.locator('[part=card]');
      await card.locator('p').first().waitFor();
      const [box, list, beside] = [
        await page.locator('[part=box]').boundingBox(),
        await page.getByRole('listbox').boundingBox(),
        await card.boundingBox(),
      ];
      const right = (one: typeof box): number => (one?.x ?? 0) + (one?.width ?? 0);
      if (dir === 'ltr') expect([list?.x, (beside?.x ?? 0) > right(list)]).toEqual([box?.x, true]);
      else expect([right(list), right(beside) < (list?.x ?? 0)]).toEqual([right(box), true]);
    }
  });

  it('are followed when the page scrolls', async () => {
    const { page, input, options } = await bench.open(`<div style="height:2000px;padding-top:300px">${ONE}</div>`);
    await input.fill('newt');
    await options.first().waitFor();
    await page.evaluate('scrollTo(0, 150)');
    await page.waitForFunction(`(() => { const { shadowRoot } = document.querySelector('sameas-suggest');
      return Math.abs(shadowRoot.querySelector('ul').getBoundingClientRect().top - shadowRoot.querySelector('.box').getBoundingClientRect().bottom) < 8; })()`);
  });

  it('may be small: the card goes below the list, and nothing is wider than the screen', async () => {
    const { page, input, options } = await bench.open(ONE, { context: { viewport: { width: 340, height: 900 } } });
    await input.fill('berl');
    await options.first().waitFor();
    await page.keyboard.press('ArrowDown');
    const card = page.locator('[part=card]');
    await card.getByText('Germany').first().waitFor();
    const [list, below] = [await page.getByRole('listbox').boundingBox(), await card.boundingBox()];
    expect(below?.y).toBeGreaterThanOrEqual((list?.y ?? 0) + (list?.height ?? 0));
    expect(
      await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
    ).toBeLessThanOrEqual(0);
  });

  it('may be written from right to left: the list begins at the right, the card is at its left', async () => {
    const { page, input, options, look } = await bench.open(`<div dir="rtl">${ONE}</div>`);
    await input.fill('Берл');
    await options.first().waitFor();
    expect(await look('getComputedStyle(field).direction')).toBe('ltr');
    await page.keyboard.press('ArrowDown');
    const card = page.locator('[part=card]');
    await card.locator('p').first().waitFor();
    const [list, beside] = [await page.getByRole('listbox').boundingBox(), await card.boundingBox()];
    expect((beside?.x ?? 0) + (beside?.width ?? 0)).toBeLessThanOrEqual(list?.x ?? 0);
    await input.fill('عربي');
    expect(await look('getComputedStyle(field).direction')).toBe('rtl');
  });

  it('may be dark, or have colours of their own', async () => {
    const style =
      '<style>:root{color-scheme:light dark} .own{--sameas-paper:#fee;--sameas-ink:#300} .own::part(box){border-width:3px}</style>';
    const colour = "getComputedStyle(element.shadowRoot.querySelector('.box')).backgroundColor";
    for (const [colorScheme, expected] of [
      ['light', 'rgb(255, 255, 255)'],
      ['dark', 'rgb(22, 28, 34)'],
    ] as const) {
      const { look } = await bench.open(`${style}${ONE}`, { context: { colorScheme } });
      expect(await look(colour)).toBe(expected);
    }
    const { look } = await bench.open(`${style}${ONE.replace('name=', 'class="own" name=')}`);
    expect(await look(colour)).toBe('rgb(255, 238, 238)');
    expect(await look("getComputedStyle(element.shadowRoot.querySelector('.box')).borderTopWidth")).toBe('3px');
  });

  it('may move it about, load it twice, and take it away while it waits', async () => {
    const { page, input, options, complaints } = await bench.open(`${ONE}<p id="other"></p>`, {
      head: `<script type="module" src="${script()}"></script><script type="module" src="${script()}?again"></script>`,
    });
    await input.fill('berl');
    await options.first().waitFor();
    await page.evaluate("document.querySelector('#other').append(document.querySelector('form'))");
    expect(await options.count()).toBe(0);
    await input.fill('tok');
    await options.first().waitFor();
    await input.fill('berl');
    await page.evaluate("document.querySelector('form').remove()");
    await page.waitForTimeout(500);
    expect(complaints).toEqual([]);
  });
});
