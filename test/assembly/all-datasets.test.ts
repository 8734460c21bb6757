import { writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { createApiKey } from '../../src/access/api-key.js';
import { changeKeyFile } from '../../src/access/key-file.js';
import { namedDatasets } from '../../src/assembly/named-datasets.js';
import { startDatasets, type RunningDatasets } from '../../src/assembly/start-datasets.js';
import { readSettings } from '../../src/settings/read-settings.js';
import type { SettingName } from '../../src/settings/setting-definitions.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
const people = folder.write(
  'people.csv',
  'id,name,type,born\n1,Jack London,Person,1876\n2,Paris Hilton,Person,1981\n3,Virginia Woolf,Person,1882\na:b,Colette,Person,1873\n5,Springfield,Person,1850\n',
);
const places = folder.write(
  'places.csv',
  'id,name,type\n1,Paris,City\n2,London,City\n3,Jack London,Ranch\n4,Springfield,City\n5,Springfield,City\n',
);
const broken = folder.write('broken.csv', '');
const running: RunningDatasets[] = [];
/** People and places, for all tests that only ask, or read the lists again. */
let shared: RunningDatasets;
beforeAll(async () => {
  shared = await launch({}, people, places);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.close()));
});
afterAll(async () => {
  await shared.close();
  folder.remove();
});

const allOf = ({ url }: RunningDatasets): string => `${url}all`;

async function start(flags: Partial<Record<SettingName, string>>, ...files: readonly string[]): Promise<string> {
  const service = await launch(flags, ...files);
  running.push(service);
  return allOf(service);
}

async function launch(
  flags: Partial<Record<SettingName, string>>,
  ...files: readonly string[]
): Promise<RunningDatasets> {
  const settings = readSettings({ flags: { port: '0', workers: '1', ...flags }, env: {}, processors: 1 });
  return startDatasets({
    datasets: await namedDatasets(files, (file) => ({ source: { files: [file] } })),
    settings,
    observe: () => undefined,
  });
}

const CANDIDATE = z.looseObject({
  id: z.string(),
  name: z.string(),
  match: z.boolean(),
  score: z.number(),
  type: z.array(z.object({ id: z.string(), name: z.string() })),
});
const ANSWER = z.looseObject({
  result: z.array(CANDIDATE),
  leftOut: z.array(z.object({ dataset: z.string(), state: z.string() })).optional(),
  error: z.looseObject({ code: z.string() }).optional(),
});

async function ask(all: string, queries: object, more = ''): Promise<Readonly<Record<string, z.infer<typeof ANSWER>>>> {
  const answer = await fetch(`${all}/?queries=${encodeURIComponent(JSON.stringify(queries))}${more}`);
  return z.record(z.string(), ANSWER).parse(await answer.json());
}

const idsOf = (answer: z.infer<typeof ANSWER> | undefined): readonly string[] =>
  (answer?.result ?? []).map(({ id }) => id);

describe('all datasets at once', () => {
  it('answer a batch in one order, each candidate with its dataset, and match what one of them alone has', async () => {
    const all = allOf(shared);
    const answers = await ask(all, {
      paris: { query: 'Paris' },
      woolf: { query: 'Virginia Woolf' },
      jack: { query: 'Jack London' },
      bad: ['x'],
      nothing: { query: '' },
      one: { query: 'London', limit: 1 },
    });
    expect(Object.keys(answers)).toEqual(['paris', 'woolf', 'jack', 'bad', 'nothing', 'one']);
    expect(answers['paris']?.result[0]).toMatchObject({
      id: 'places:1',
      name: 'Paris',
      type: [
        { id: 'places', name: 'Places' },
        { id: 'City', name: 'City' },
      ],
    });
    expect(idsOf(answers['paris'])).toContain('people:2');
    expect(answers['woolf']?.result[0]).toMatchObject({ id: 'people:3', match: true });
    // Two datasets have it: a person decides.
    expect(idsOf(answers['jack']).slice(0, 2).sort()).toEqual(['people:1', 'places:3']);
    expect(answers['jack']?.result.some(({ match }) => match)).toBe(false);
    // One dataset alone has a match, and another has candidates with the same score.
    const { q } = await ask(all, { q: { query: 'Springfield' } });
    expect([new Set(idsOf(q).slice(0, 3)), q?.result.some(({ match }) => match)]).toEqual([
      new Set(['people:5', 'places:4', 'places:5']),
      false,
    ]);
    expect(answers['bad']).toMatchObject({ result: [], error: { code: 'query-invalid' } });
    expect(answers['nothing']).toEqual({ result: [] });
    expect(idsOf(answers['one'])).toEqual(['places:2']);
    for (const { result } of Object.values(answers))
      expect(result.map(({ score }) => score)).toEqual(result.map(({ score }) => score).sort((a, b) => b - a));
  });

  it('are asked in part where types or the address name some of them', async () => {
    const all = allOf(shared);
    const byType = await ask(all, {
      path: { query: 'Jack London', type: 'people' },
      name: { query: 'Jack London', type: 'Places' },
      own: { query: 'Jack London', type: 'Ranch' },
    });
    expect([byType['path'], byType['name'], byType['own']].map((answer) => idsOf(answer)[0])).toEqual([
      'people:1',
      'places:3',
      'places:3',
    ]);
    expect(byType['path']?.result[0]?.match).toBe(true);
    expect(idsOf((await ask(all, { q: { query: 'Jack London' } }, '&dataset=places'))['q'])).toEqual([
      'places:3',
      'places:2',
    ]);
    expect((await fetch(`${all}/?queries=%7B%7D&dataset=nowhere`)).status).toBe(400);
  });

  it('tell which of them had no part in an answer, in every answer', async () => {
    const all = await start({}, people, broken);
    const { q } = await ask(all, { q: { query: 'Virginia Woolf' } });
    expect([idsOf(q)[0], q?.leftOut]).toEqual(['people:3', [{ dataset: 'broken', state: 'failed' }]]);
    const page = await (await fetch(`${all}/?query=Woolf`, { headers: { Accept: 'text/html' } })).text();
    expect(page).toContain('<strong>broken</strong>: This dataset could not be loaded.');
    expect(page).toContain('people%3A3');
    const alone = await start({}, broken);
    expect((await fetch(`${alone}/?queries=${encodeURIComponent('{"q":{"query":"x"}}')}`)).status).toBe(503);
  });

  it('are a service with a manifest, of which every link leads to the right dataset', async () => {
    const all = allOf(shared);
    const manifest = z
      .looseObject({
        view: z.object({ url: z.string() }),
        preview: z.looseObject({ url: z.string() }),
        defaultTypes: z.array(z.unknown()),
        suggest: z.object({
          entity: z.looseObject({ service_url: z.string(), service_path: z.string(), flyout_service_path: z.string() }),
        }),
      })
      .parse(await (await fetch(`${all}/`)).json());
    expect(manifest.defaultTypes).toEqual([
      { id: 'people', name: 'People' },
      { id: 'places', name: 'Places' },
    ]);
    const view = await fetch(manifest.view.url.replace('{{id}}', 'places:1'));
    expect([view.url, view.status]).toEqual([all.replace(/all$/, 'places/view?id=1'), 200]);
    expect((await fetch(manifest.preview.url.replace('{{id}}', encodeURIComponent('people:a:b')))).url).toBe(
      all.replace(/all$/, 'people/preview?id=a%3Ab'),
    );
    const { entity } = manifest.suggest;
    const suggested = z
      .looseObject({ result: z.array(z.looseObject({ id: z.string(), description: z.string() })) })
      .parse(await (await fetch(`${entity.service_url}${entity.service_path}?prefix=pari`)).json());
    expect(suggested.result.map(({ id, description }) => [id, description.split(' · ')[0]])).toEqual([
      ['people:2', 'People'],
      ['places:1', 'Places'],
    ]);
    const card = z
      .object({ id: z.string(), html: z.string() })
      .parse(
        await (
          await fetch(
            `${entity.service_url}${entity.flyout_service_path.replace('${id}', encodeURIComponent('people:a:b'))}`,
          )
        ).json(),
      );
    expect([card.id, card.html.includes('Colette')]).toEqual(['people:a:b', true]);
    expect((await fetch(`${all}/view?id=1`)).status).toBe(404);
    expect((await fetch(`${all}/?extend=%7B%7D`)).status).toBe(400);
  });

  it('show somebody with a key what the key holds for, and say what it does not', async () => {
    const [anna, other] = [
      createApiKey({ name: 'anna', role: 'ask', datasets: ['people'] }),
      createApiKey({ name: 'other', role: 'ask', datasets: ['elsewhere'] }),
    ];
    const keysFile = `${folder.path}/keys.json`;
    await changeKeyFile(keysFile, () => [anna.kept, other.kept]);
    const all = await start({ keysFile, requireKeys: 'everything' }, people, places);
    const address = `${all}/?queries=${encodeURIComponent(JSON.stringify({ q: { query: 'London' } }))}`;
    const asked = await fetch(address, { headers: { 'X-API-Key': anna.text } });
    const { q } = z.record(z.string(), ANSWER).parse(await asked.json());
    expect(q?.leftOut).toEqual([{ dataset: 'places', state: 'needs another key' }]);
    expect(idsOf(q).every((id) => id.startsWith('people:'))).toBe(true);
    expect((await fetch(`${all}/flyout/entity?id=places:1`, { headers: { 'X-API-Key': anna.text } })).status).toBe(404);
    const suggested = await (
      await fetch(`${all}/suggest/entity?prefix=lon`, { headers: { 'X-API-Key': anna.text } })
    ).text();
    expect(suggested).not.toContain('places:');
    expect((await fetch(address)).status).toBe(401);
    expect((await fetch(address, { headers: { 'X-API-Key': other.text } })).status).toBe(403);
    expect((await fetch(`${all}/flyout/entity?id=places:1`)).status).toBe(401);
  });

  it('are answered without a gap while one of them is loaded again and again', async () => {
    const all = allOf(shared);
    let isLoading = true;
    const reloads = (async () => {
      for (let i = 0; i < 4; i++) await shared.reload();
      isLoading = false;
    })();
    let asked = 0;
    while (isLoading) {
      const { q } = await ask(all, { q: { query: `Virginia Woolf ${'x'.repeat(asked % 3)}`.trim() } });
      expect([idsOf(q)[0], q?.leftOut]).toEqual(['people:3', undefined]);
      asked++;
    }
    await reloads;
    expect(asked).toBeGreaterThan(3);
    // The list of all leads there.
    expect(await (await fetch(all.replace(/all$/, ''), { headers: { Accept: 'text/html' } })).text()).toContain(
      `<form action="${all}/" method="get">`,
    );
  });

  it('follow their files', async () => {
    const all = allOf(shared);
    writeFileSync(places, 'id,name,type\n9,Zyxwora,City\n2,London,City\n3,Jack London,Ranch\n');
    await shared.reload();
    expect(idsOf((await ask(all, { q: { query: 'Zyxwora' } }))['q'])).toEqual(['places:9']);
  });
});
