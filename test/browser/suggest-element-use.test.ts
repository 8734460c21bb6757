import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startElementBench, type ElementBench } from '../support/element-page.js';

/* `<sameas-suggest>` in the hands of people: by keyboard, by mouse, by touch, and by what a screen reader is told. */

let bench: ElementBench;

beforeAll(async () => {
  bench = await startElementBench();
});

afterEach(() => bench.closePages());

afterAll(() => bench?.stop());

const ONE = '<form><sameas-suggest name="place" label="Place"></sameas-suggest><button>Send</button></form>';

describe('by keyboard alone', () => {
  it('a name is typed, found and chosen', async () => {
    const { page, input, options, told, sent, complaints } = await bench.open(ONE);
    await page.keyboard.press('Tab');
    await page.keyboard.type('berl', { delay: 20 });
    await page.getByRole('status').getByText('2 suggestions').waitFor();
    expect(await options.count()).toBe(2);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await input.inputValue()).toBe('Berlin');
    expect(await options.count()).toBe(0);
    expect(await sent()).toEqual([
      ['place', 'B'],
      ['place-text', 'Berlin'],
    ]);
    expect((await told()).map(({ type }) => type)).toEqual(['sameas-select', 'change']);
    expect((await told())[0]?.detail).toMatchObject({ id: 'B', name: 'Berlin', types: ['Capital', 'City'] });
    expect(page.url()).not.toContain('place');
    expect(complaints).toEqual([]);
  });

  it('arrows go through the list and around its ends', async () => {
    const { page, input, options } = await bench.open(ONE);
    await input.fill('newt');
    await options.first().waitFor();
    expect(await options.count()).toBe(10);
    const active = () => page.locator('[role=option][aria-selected=true] .name').allInnerTexts();
    const after = async (key: string) => {
      await page.keyboard.press(key);
      return active();
    };
    expect(await active()).toEqual([]);
    expect(await after('ArrowUp')).toEqual(['Newtown 09']);
    expect(await after('ArrowDown')).toEqual(['Newtown 00']);
    expect(await after('ArrowDown')).toEqual(['Newtown 01']);
    expect(await after('ArrowUp')).toEqual(['Newtown 00']);
    // Back to the text, where the cursor moves.
    expect(await after('Home')).toEqual([]);
    await page.keyboard.type('x');
    expect(await input.inputValue()).toBe('xnewt');
  });

  it('Home, End, Left and Right belong to the text', async () => {
    const { page, input, options, look } = await bench.open(ONE);
    await input.fill('newt');
    await options.first().waitFor();
    for (const [key, cursor] of [
      ['Home', 0],
      ['End', 4],
      ['ArrowLeft', 3],
      ['ArrowRight', 4],
    ] as const) {
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press(key);
      expect(await input.getAttribute('aria-activedescendant')).toBeNull();
      expect(await look('field.selectionStart')).toBe(cursor);
    }
  });

  it('Down opens the list of an empty field: the best known', async () => {
    const { page, options } = await bench.open(ONE);
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await options.first().waitFor();
    expect(await page.locator('[role=option][aria-selected=true] .name').innerText()).toBe('Germany');
    await page.keyboard.press('Alt+ArrowUp');
    expect(await options.count()).toBe(0);
    await page.keyboard.press('Alt+ArrowDown');
    await options.first().waitFor();
    expect(await page.locator('[role=option][aria-selected=true]').count()).toBe(0);
  });

  it('Escape closes the list first, and empties the field the second time', async () => {
    const { page, input, options, told } = await bench.open(`<dialog open>${ONE}</dialog>`);
    await page.evaluate("document.querySelector('dialog').close(); document.querySelector('dialog').showModal()");
    await input.fill('berl');
    await options.first().waitFor();
    await page.keyboard.press('Escape');
    expect([await options.count(), await input.inputValue()]).toEqual([0, 'berl']);
    await page.keyboard.press('Escape');
    expect(await input.inputValue()).toBe('');
    expect((await told()).map(({ type }) => type)).toEqual(['sameas-clear']);
    // Only the third is for the dialog around it.
    expect(await page.locator('dialog').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await page.locator('dialog').isVisible()).toBe(false);
  });

  it('Tab takes what is active and goes on; without that it leaves the text as it is', async () => {
    const { page, input, options, sent, told } = await bench.open(ONE);
    await input.fill('pari');
    await options.first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    expect(await sent()).toEqual([
      ['place', 'P'],
      ['place-text', 'Paris'],
    ]);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Send');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('End');
    await page.keyboard.type('h');
    await options.first().waitFor();
    await page.keyboard.press('Tab');
    expect(await sent()).toEqual([
      ['place', ''],
      ['place-text', 'Parish'],
    ]);
    expect((await told()).map(({ type }) => type)).toEqual([
      'sameas-select',
      'change',
      'sameas-clear',
      'sameas-free-text',
      'change',
    ]);
    expect((await told())[3]?.detail).toEqual({ text: 'Parish' });
  });

  it('keys of somebody who puts letters together are not taken', async () => {
    const { page, input, options, look, sent } = await bench.open(ONE);
    await input.fill('berl');
    await options.first().waitFor();
    await page.keyboard.press('ArrowDown');
    await look(
      "field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true, composed: true }))",
    );
    expect(await sent()).toEqual([
      ['place', ''],
      ['place-text', 'berl'],
    ]);
    expect(await options.count()).toBe(2);
  });
});

describe('by mouse', () => {
  it('a name is pointed at, looked at beside the list, and chosen', async () => {
    const { page, input, options, look, told, complaints } = await bench.open(ONE);
    await input.click();
    await input.fill('berl');
    await options.nth(1).hover();
    expect(await options.nth(1).getAttribute('aria-selected')).toBe('true');
    const card = page.locator('[part=card]');
    await card.getByText('City in New Hampshire').waitFor();
    const [listBox, cardBox] = [await page.getByRole('listbox').boundingBox(), await card.boundingBox()];
    expect(cardBox?.x).toBeGreaterThanOrEqual((listBox?.x ?? 0) + (listBox?.width ?? 0));
    await options.nth(1).click();
    expect(await input.inputValue()).toBe('Berlin');
    expect((await told())[0]).toMatchObject({ type: 'sameas-select', detail: { id: 'BNH' } });
    expect(await look('element.shadowRoot.activeElement === field')).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('the cross empties it', async () => {
    const { page, input, options, told, sent } = await bench.open(ONE);
    const cross = page.getByRole('button', { name: 'Clear' });
    expect(await cross.count()).toBe(0);
    await input.fill('berl');
    await options.first().click();
    await cross.click();
    expect([await input.inputValue(), await cross.count()]).toEqual(['', 0]);
    expect(await sent()).toEqual([
      ['place', ''],
      ['place-text', ''],
    ]);
    expect((await told()).map(({ type }) => type)).toEqual(['sameas-select', 'change', 'sameas-clear', 'change']);
    expect((await told())[2]?.detail).toMatchObject({ id: 'B' });
  });

  it('a click beside it closes the list and keeps the text', async () => {
    const { page, input, options, sent } = await bench.open(ONE);
    await input.fill('berl');
    await options.first().waitFor();
    await page.mouse.click(900, 700);
    expect(await options.count()).toBe(0);
    expect(await sent()).toEqual([
      ['place', ''],
      ['place-text', 'berl'],
    ]);
    await input.click();
    await options.first().waitFor();
  });

  it('a mouse that only lies where the list opens chooses nothing', async () => {
    const { page, input, options } = await bench.open(ONE);
    const box = await input.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 70);
    await input.fill('berl');
    await options.first().waitFor();
    expect(await page.locator('[role=option][aria-selected=true]').count()).toBe(0);
  });
});

it('by touch, a tap chooses', async () => {
  const { input, options, sent } = await bench.open(ONE, {
    context: { hasTouch: true, isMobile: true, viewport: { width: 390, height: 700 } },
  });
  await input.tap();
  await input.fill('tok');
  const box = await options.first().boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(24);
  await options.first().tap();
  expect(await sent()).toEqual([
    ['place', 'T'],
    ['place-text', 'Tokyo'],
  ]);
});

describe('to a screen reader', () => {
  it('it is a combobox with a list, as the practices describe it', async () => {
    const { page, input, options, look } = await bench.open(ONE);
    const attributes = () =>
      look<Record<string, string>>('Object.fromEntries([...field.attributes].map((one) => [one.name, one.value]))');
    expect(await attributes()).toMatchObject({
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-expanded': 'false',
      'aria-controls': 'list',
    });
    await input.fill('berl');
    await options.first().waitFor();
    expect(await attributes()).toMatchObject({ 'aria-expanded': 'true' });
    expect(await attributes()).not.toHaveProperty('aria-activedescendant');
    await page.keyboard.press('ArrowDown');
    const active = (await attributes())['aria-activedescendant'] ?? '';
    expect(await page.locator(`#${active}`).getAttribute('aria-selected')).toBe('true');
    expect(await page.locator('[role=option][aria-selected=true]').count()).toBe(1);
    await page.locator('[part=card] p').first().waitFor();
    expect(await page.locator(`#${active}`).getAttribute('aria-details')).toBe('card');
    // The names that are read out, without the ids.
    const tree = await page.locator('form').ariaSnapshot();
    expect(tree).toContain('combobox "Place" [expanded]');
    expect(tree).toContain('listbox "Suggestions"');
    expect(tree).toMatch(/option "Berlin [^"]*" \[selected\]/);
    expect(tree).not.toMatch(/heading/);
    await page.keyboard.press('Escape');
    expect(await attributes()).toMatchObject({ 'aria-expanded': 'false' });
    expect(await attributes()).not.toHaveProperty('aria-activedescendant');
  });

  it('it is in the tree that the browser hands on as it is meant', async () => {
    const { page, input, options } = await bench.open(ONE);
    await input.fill('berl');
    await options.first().waitFor();
    await page.keyboard.press('ArrowDown');
    const devtools = await page.context().newCDPSession(page);
    const { nodes } = await devtools.send('Accessibility.getFullAXTree');
    const of = (role: string) => nodes.filter((node) => node.role?.value === role);
    const [field] = of('combobox');
    const property = (name: string) => field?.properties?.find((one) => one.name === name)?.value;
    expect([field?.name?.value, property('expanded')?.value, property('focused')?.value]).toEqual([
      'Place',
      true,
      true,
    ]);
    const [active] = property('activedescendant')?.relatedNodes ?? [];
    expect(of('option').map(({ backendDOMNodeId }) => backendDOMNodeId === active?.backendDOMNodeId)).toEqual([
      true,
      false,
    ]);
    expect(property('controls')?.relatedNodes).toHaveLength(1);
    expect(of('listbox').map(({ name }): unknown => name?.value)).toEqual(['Suggestions']);
    expect(of('status')).toHaveLength(1);
  });

  it('it says how many there are, what was chosen, and what became of free text', async () => {
    const { page, input, options } = await bench.open(ONE);
    const status = page.getByRole('status');
    await input.fill('berl');
    await options.first().waitFor();
    expect(await status.innerText()).toBe('2 suggestions');
    await input.fill('berlxyzzyq plugh');
    await page.locator('[part=message]').getByText('No suggestions').waitFor();
    expect(await status.innerText()).toBe('No suggestions. What you typed is kept.');
    expect(await input.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('Tab');
    const description = () => page.locator('#state').innerText();
    expect(await description()).toBe('Not from the list, kept as typed.');
    await input.fill('tok');
    await options.first().waitFor();
    expect(await status.innerText()).toBe('1 suggestion');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect([await status.innerText(), await description()]).toEqual(Array(2).fill('Tokyo is chosen, identifier T'));
  });

  it.each([
    ['its own label', '<sameas-suggest label="Place"></sameas-suggest>'],
    ['a label of the page', '<label for="here">Place</label><sameas-suggest id="here"></sameas-suggest>'],
    ['a label around it', '<label>Place <sameas-suggest></sameas-suggest></label>'],
    ['aria-label', '<sameas-suggest aria-label="Place"></sameas-suggest>'],
  ])('it has a name by %s', async (_way, html) => {
    const { page, look } = await bench.open(html);
    await page.getByRole('combobox', { name: 'Place', exact: true }).waitFor();
    if (html.includes('<label')) {
      await page.getByText('Place').first().click();
      expect(await look('element.shadowRoot.activeElement === field')).toBe(true);
    }
  });

  it('it speaks the language of the page', async () => {
    const { page, input, options } = await bench.open(ONE);
    await page.evaluate(`document.querySelector('sameas-suggest').messages = {
      suggestions: (count) => count + ' Vorschläge', clear: 'Leeren', list: 'Vorschläge', chosen: (name, id) => name + ' gewählt, Kennung ' + id }`);
    await input.fill('berl');
    await options.first().waitFor();
    expect(await page.getByRole('status').innerText()).toBe('2 Vorschläge');
    expect(await page.getByRole('listbox', { name: 'Vorschläge' }).count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Leeren' }).count()).toBe(1);
    await options.first().click();
    expect(await page.getByRole('status').innerText()).toBe('Berlin gewählt, Kennung B');
  });
});
