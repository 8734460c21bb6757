import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startElementBench, type ElementBench } from '../support/element-page.js';

/* `<sameas-suggest>` as a field of a form. */

let bench: ElementBench;

beforeAll(async () => {
  bench = await startElementBench();
});

afterEach(() => bench.closePages());

afterAll(() => bench?.stop());

const form = (attributes: string, more = ''): string =>
  `<form><sameas-suggest label="Place" ${attributes}></sameas-suggest>${more}<button>Send</button></form>`;

describe('a form', () => {
  it('sends the id and the text, by the button and by Enter', async () => {
    for (const how of ['button', 'Enter']) {
      const { page, input, options } = await bench.open(
        form('name="place"', '<input type="hidden" name="more" value="1">'),
      );
      await input.fill('berl');
      await options.first().click();
      if (how === 'button') await page.getByRole('button', { name: 'Send' }).click();
      else await input.press('Enter');
      await page.waitForURL(/place=/);
      expect(new URL(page.url()).search).toBe('?place=B&place-text=Berlin&more=1');
    }
  });

  it('sends free text with an empty id', async () => {
    const { page, input } = await bench.open(form('name="place" text-name="typed"'));
    await input.fill('Nowhere & elsewhere');
    await input.press('Enter');
    await page.waitForURL(/place=/);
    expect([...new URL(page.url()).searchParams]).toEqual([
      ['place', ''],
      ['typed', 'Nowhere & elsewhere'],
    ]);
  });

  it('is sent by its first button, as by Enter in any field', async () => {
    const { page, input } = await bench.open(
      '<form><sameas-suggest label="Place" name="place"></sameas-suggest><button name="how" value="first">Send</button><button name="how" value="second">Other</button></form>',
    );
    await input.fill('x');
    await input.press('Enter');
    await page.waitForURL(/how=/);
    expect(new URL(page.url()).searchParams.getAll('how')).toEqual(['first']);
  });

  it('sends nothing of a field without a name, or of one that is disabled', async () => {
    const { page, sent } = await bench.open(
      form(
        'text="Oslo"',
        '<fieldset disabled><sameas-suggest name="other" value="B" text="Berlin"></sameas-suggest></fieldset>',
      ),
    );
    expect(await sent()).toEqual([]);
    expect(await page.getByRole('combobox').nth(1).isDisabled()).toBe(true);
    await page.evaluate("document.querySelector('fieldset').disabled = false");
    expect(await sent()).toEqual([
      ['other', 'B'],
      ['other-text', 'Berlin'],
    ]);
  });

  it('goes back to what it was at first', async () => {
    const { page, input, options, sent } = await bench.open(
      form('name="place" value="P" text="Paris"', '<button type="reset">Back</button>'),
    );
    await input.fill('berl');
    await options.first().click();
    expect(await sent()).toEqual([
      ['place', 'B'],
      ['place-text', 'Berlin'],
    ]);
    await page.getByRole('button', { name: 'Back' }).click();
    expect(await sent()).toEqual([
      ['place', 'P'],
      ['place-text', 'Paris'],
    ]);
  });

  it('has it as it was after a step back in the history', async () => {
    const { page, input, options, sent } = await bench.open(form('name="place"'));
    await input.fill('berl');
    await options.first().click();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForURL(/place=/);
    await page.goBack();
    await page.getByRole('combobox').waitFor();
    await page.waitForFunction("document.querySelector('sameas-suggest').value === 'B'");
    expect(await sent()).toEqual([
      ['place', 'B'],
      ['place-text', 'Berlin'],
    ]);
  });

  it('has one field when there is a plain one inside, for browsers without scripts', async () => {
    const html =
      '<form><sameas-suggest label="Place" name="place"><input name="place" value="plain"></sameas-suggest></form>';
    const { input, sent } = await bench.open(html);
    await input.fill('x');
    expect(await sent()).toEqual([
      ['place', ''],
      ['place-text', 'x'],
    ]);
    const { page } = await bench.open(html, {
      context: { javaScriptEnabled: true },
      head: '<script>customElements.whenDefined = () => Promise.resolve()</script>',
    });
    expect(await page.getByRole('textbox').isVisible()).toBe(true);
    expect(await page.evaluate('String(new URLSearchParams(new FormData(document.forms[0])))')).toBe('place=plain');
  });
});

describe('what is required', () => {
  it('is asked for before the form is sent, and may be free text', async () => {
    const { page, input, look } = await bench.open(form('name="place" required'));
    expect(await input.getAttribute('aria-required')).toBe('true');
    await page.getByRole('button', { name: 'Send' }).click();
    expect(page.url()).not.toContain('place=');
    expect(
      await look('element.matches(":invalid") && element.validity.valueMissing && element.validationMessage'),
    ).toBe('Fill in this field.');
    expect(await look('element.shadowRoot.activeElement === field && field.getAttribute("aria-invalid")')).toBe('true');
    await input.fill('anything');
    expect(await look('element.checkValidity()')).toBe(true);
    expect(await input.getAttribute('aria-invalid')).toBeNull();
  });

  it('with strict must be from the list', async () => {
    const { input, options, look } = await bench.open(form('name="place" strict'));
    expect(await look('element.checkValidity()')).toBe(true);
    await input.fill('berl');
    expect(await look('[element.checkValidity(), element.validationMessage]')).toEqual([
      false,
      'Choose one of the suggestions.',
    ]);
    await options.first().click();
    expect(await look('element.checkValidity()')).toBe(true);
  });

  it('with strict shows the suggestions again when the form asks for one of them', async () => {
    const { page, input, options } = await bench.open(form('name="place" strict'));
    for (const send of [() => input.press('Enter'), () => page.getByRole('button', { name: 'Send' }).click()]) {
      await input.fill('berl');
      await options.first().waitFor();
      await send();
      await options.first().waitFor();
      // By themselves, not because of anything that is done to the field.
      await page.waitForTimeout(300);
      expect(await options.first().isVisible()).toBe(true);
      expect(page.url()).not.toContain('place=');
      await input.fill('');
    }
  });
});

describe('what is there at first', () => {
  it('is an id, whose name the service knows', async () => {
    const { input, look, sent, told } = await bench.open(form('name="place" value="M"'));
    await input.and(input.page().locator('[part=input]')).waitFor();
    await input.page().waitForFunction("document.querySelector('sameas-suggest').text === 'München'");
    expect(await sent()).toEqual([
      ['place', 'M'],
      ['place-text', 'München'],
    ]);
    expect(await look('element.choice.types')).toEqual(['City']);
    expect(await look('element.matches(":state(chosen)")')).toBe(true);
    expect(await told()).toEqual([]);
  });

  it('is never lost: an id that nobody knows stays', async () => {
    const { input, sent, requested } = await bench.open(form('name="place" value="no-such-id"'));
    while (!requested.some((url) => url.includes('no-such-id'))) await input.page().waitForTimeout(20);
    await input.page().waitForTimeout(300);
    expect(await sent()).toEqual([
      ['place', 'no-such-id'],
      ['place-text', 'no-such-id'],
    ]);
  });

  it('can be set by a script, without events', async () => {
    const { page, input, look, sent, told } = await bench.open(form('name="place"'));
    await look("element.value = 'T'");
    await page.waitForFunction("document.querySelector('sameas-suggest').text === 'Tokyo'");
    expect(await sent()).toEqual([
      ['place', 'T'],
      ['place-text', 'Tokyo'],
    ]);
    await look("element.text = 'Edo'");
    expect(await sent()).toEqual([
      ['place', ''],
      ['place-text', 'Edo'],
    ]);
    await look("element.value = ''");
    expect([await input.inputValue(), await look('element.choice')]).toEqual(['', null]);
    expect(await told()).toEqual([]);
  });

  it('may be a type or a property instead of an entity', async () => {
    const { page, input, options, sent } = await bench.open(
      form('name="kind" for="type"', '<sameas-suggest label="Property" name="column" for="property"></sameas-suggest>'),
    );
    await input.fill('cap');
    await options.getByText('Capital city', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Property' }).fill('popul');
    await page.keyboard.press('ArrowDown');
    await page.locator('[part=card]').getByText('integer').waitFor();
    await page.keyboard.press('Enter');
    expect(await sent()).toEqual([
      ['kind', 'Capital'],
      ['kind-text', 'Capital city'],
      ['column', 'population'],
      ['column-text', 'Population'],
    ]);
  });

  it('may be of one type only, and of so many as wanted', async () => {
    const { page, input, options } = await bench.open(
      form('limit="2" type="[&quot;Country&quot;, &quot;Village&quot;]"'),
    );
    await input.press('ArrowDown');
    await options.first().waitFor();
    expect(await options.locator('.name').allInnerTexts()).toEqual(['Germany', 'France']);
    await page.evaluate("document.querySelector('sameas-suggest').setAttribute('limit', '-1')");
    await input.fill('newt');
    await options.getByText('Newtown 09').waitFor();
    expect(await options.count()).toBe(10);
  });
});
