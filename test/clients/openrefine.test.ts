import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  historyOf,
  openRefineClient,
  type OpenRefineClient,
  type ReconciliationSettings,
  type ReconciledCell,
  type ServiceAddress,
} from '../support/openrefine-client.js';
import { createApiKey } from '../../src/access/api-key.js';
import { changeKeyFile } from '../../src/access/key-file.js';
import { readManifest } from '../support/read-manifest.js';
import { startOpenRefine, type RunningOpenRefine } from '../support/start-openrefine.js';
import { startService, type RunningService } from '../support/start-service.js';

/*
 * A real OpenRefine, driven by the commands that its own pages send. `waitForProcesses` rejects when a worker of
 * OpenRefine died, which is how it takes an answer of a wrong shape.
 */

const offerSchema = z.object({ properties: z.array(z.object({ id: z.string(), name: z.string() })) });
const city = { id: 'City', name: 'City' };
const country = { id: 'country', name: 'country' };
const population = { id: 'population', name: 'Population' };

let openRefine: RunningOpenRefine;
let client: OpenRefineClient;
let folder: string;
let lighthouses: string;
const projects: string[] = [];
const services: RunningService[] = [];

const makeProject = async (name: string, lines: readonly string[]): Promise<string> => {
  const project = await client.createProject(name, `${lines.join('\n')}\n`);
  projects.push(project);
  return project;
};

/** A service that is stopped at the end of the test. */
const startOwnService = async (...start: Parameters<typeof startService>): Promise<RunningService> => {
  const service = await startService(...start);
  services.push(service);
  return service;
};

const addressOf = async (service: RunningService): Promise<ServiceAddress> => {
  const { identifierSpace, schemaSpace } = await readManifest(service.url);
  return { url: service.url, identifierSpace, schemaSpace };
};

const matchedId = (cell: ReconciledCell | null | undefined): string | undefined =>
  cell?.recon?.j === 'matched' ? cell.recon.m?.id : undefined;

const bestId = (cell: ReconciledCell | null | undefined): string | undefined =>
  matchedId(cell) ?? cell?.recon?.c?.[0]?.id;

const isUnreconciled = (cell: ReconciledCell | null): boolean => cell?.recon === undefined || cell.recon.j === 'error';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sameas-own-file-'));
  lighthouses = join(folder, 'lighthouses.csv');
  await writeFile(
    lighthouses,
    [
      'id,name,other names,country,first lit,height m',
      'L1,Verdigris Point,Grünspitze|Pointe Verte,Norland,1864,31.5',
      'L2,Verdigris Rock,,Norland,1891,18',
      'L3,Old Herring Light,Phare du Hareng,Sudland,1902-05-17,44',
      'L4,Saint Elmo’s Beacon,St Elmo,Sudland,1777,25',
      'L5,Winter Harbour,,Norland,1933,12',
    ].join('\n'),
  );
  openRefine = await startOpenRefine();
  client = openRefineClient(openRefine.origin);
});

afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.stop()));
  await Promise.all(projects.splice(0).map((project) => client.deleteProject(project)));
});

afterAll(async () => {
  await openRefine?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('OpenRefine and the embedded dataset', () => {
  let service: RunningService;
  let address: ServiceAddress;

  beforeAll(async () => {
    service = await startService();
    address = await addressOf(service);
  });

  afterAll(async () => {
    await service?.stop();
  });

  const settings = (changes: Partial<ReconciliationSettings> = {}): ReconciliationSettings => ({
    column: 'place',
    service: address,
    type: city,
    details: [{ column: 'country', property: country }],
    autoMatch: true,
    batchSize: 50,
    ...changes,
  });

  const letters = [
    'place,country',
    'Berln,Germany',
    'Wien,Austria',
    'Paris,US',
    'Paris,France',
    'Springfield,United States',
    'Xqzzwv Qpmmkj,Germany',
  ];

  it('is told what kind of thing a column holds', async () => {
    const project = await makeProject('guess', letters);
    const [first] = await client.guessTypes(project, 'place', address.url);
    expect(first).toMatchObject(city);
    const countries = 'Germany Austria France Norway Chile Japan Kenya Canada Poland Greece'.split(' ');
    const ofCountries = await client.guessTypes(await makeProject('one', ['name', ...countries]), 'name', address.url);
    expect(ofCountries[0]).toMatchObject({ id: 'Country' });
    // Of a column that holds several kinds, what they have in common: with one of them the others would be matched to cities of a similar name.
    const kinds = 'Texas Georgia Germany Bavaria Tuscany Chicago Norway Alberta Queensland Lisbon'.split(' ');
    const ofKinds = await client.guessTypes(await makeProject('several', ['name', ...kinds]), 'name', address.url);
    expect(ofKinds[0]).toMatchObject({ id: 'Place' });
  });

  it('reconciles a column with a type and another column as property', async () => {
    const project = await makeProject('reconcile', letters);
    await client.reconcile(project, settings());
    await client.waitForProcesses(project);
    const cells = await client.cells(project, 'place');

    expect(matchedId(cells[1])).toBe('2761369');
    expect([0, 1, 3].map((row) => bestId(cells[row]))).toEqual(['2950159', '2761369', '2988507']);
    // The country column decides which Paris is meant.
    expect(bestId(cells[2])).toBe('4717560');
    // Many towns of that name in that country: candidates, no match.
    const ambiguous = cells[4]?.recon;
    expect(ambiguous?.j).toBe('none');
    expect(ambiguous?.c?.length).toBeGreaterThan(1);
    for (const candidate of ambiguous?.c ?? []) {
      expect(candidate.types).toContain('City');
      expect(candidate.score).toBeGreaterThan(0);
      expect(candidate.score).toBeLessThanOrEqual(100);
    }
    const scores = (ambiguous?.c ?? []).map((candidate) => candidate.score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    // Nothing fits: reconciled, no match.
    expect(cells[5]?.recon?.j).toBe('none');
    expect(cells[1]?.recon).toMatchObject({
      service: address.url,
      identifierSpace: address.identifierSpace,
      schemaSpace: address.schemaSpace,
    });
    const columns = await client.columns(project);
    expect(columns[0]?.reconConfig).toMatchObject({ service: address.url, type: { id: 'City' } });
    expect(columns[0]?.reconStats?.nonBlanks).toBe(6);
  });

  it('matches nothing by itself when not asked to, and the best candidates when asked', async () => {
    const project = await makeProject('best', letters);
    await client.reconcile(project, settings({ autoMatch: false, limit: 3 }));
    await client.waitForProcesses(project);
    const before = await client.cells(project, 'place');
    expect(before.map((cell) => cell?.recon?.j)).toEqual(['none', 'none', 'none', 'none', 'none', 'none']);
    for (const cell of before) expect(cell?.recon?.c?.length ?? 0).toBeLessThanOrEqual(3);

    await client.matchBestCandidates(project, 'place');
    await client.waitForProcesses(project);
    const after = await client.cells(project, 'place');
    expect(after.slice(0, 4).map(matchedId)).toEqual(['2950159', '2761369', '4717560', '2988507']);
  });

  it('judges one cell', async () => {
    const project = await makeProject('judge', letters);
    await client.reconcile(project, settings());
    await client.waitForProcesses(project);
    const second = (await client.cells(project, 'place'))[4]?.recon?.c?.[1];
    if (second === undefined) throw new Error('There is no second candidate.');
    await client.judgeOneCell(project, 4, 0, second, address);
    expect((await client.cells(project, 'place'))[4]?.recon).toMatchObject({
      j: 'matched',
      m: { id: second.id, name: second.name },
    });
  });

  it('adds columns of numbers and of things, and further columns from those things', async () => {
    const project = await makeProject('extend', ['place,country', 'Wien,Austria', 'Berlin,Germany', ',Germany']);
    await client.reconcile(project, settings());
    await client.waitForProcesses(project);
    await client.matchBestCandidates(project, 'place');
    await client.waitForProcesses(project);

    const preview = await client.previewExtension(project, 'place', [0, 1, 2], [population, country]);
    expect(preview.columns.map((column) => column.id)).toEqual(['population', 'country']);

    await client.extend(project, 'place', address, [population, { id: 'country', name: 'state' }], 1);
    await client.waitForProcesses(project);
    const columns = await client.columns(project);
    expect(columns).toHaveLength(4);
    const [, first, second] = columns.map((column) => column.name);
    const populations = await client.cells(project, first ?? '');
    expect(populations[0]?.value).toBeGreaterThan(1_500_000);
    expect(populations[1]?.value).toBeGreaterThan(3_000_000);
    expect(populations[2]).toBeNull();
    const states = await client.cells(project, second ?? '');
    expect(states.map(matchedId)).toEqual(['AT', 'DE', undefined]);

    // The new column knows its type and can be extended again.
    expect(columns[2]?.reconConfig).toMatchObject({ type: { id: 'Country' } });
    await client.extend(project, second ?? '', address, [{ id: 'capital', name: 'capital' }], 3);
    await client.waitForProcesses(project);
    const capital = (await client.columns(project))[3]?.name ?? '';
    expect((await client.cells(project, capital)).map(matchedId)).toEqual(['2761369', '2950159', undefined]);
  });

  it('keeps every value in its own column when things lack values or properties are unknown', async () => {
    const project = await makeProject('gaps', ['place,country', 'Wien,Austria', 'Berlin,Germany']);
    await client.reconcile(project, settings());
    await client.waitForProcesses(project);
    const wanted = [
      { id: 'no-such-property', name: 'none' },
      population,
      { id: 'capital_of', name: 'seat of' },
      country,
    ];
    const preview = await client.previewExtension(project, 'place', [0, 1], wanted);
    expect(preview.columns.map((column) => column.id)).toEqual(wanted.map((property) => property.id));
    await client.extend(project, 'place', address, wanted, 1);
    await client.waitForProcesses(project);
    const names = (await client.columns(project)).map((column) => column.name);
    const firstRow = await Promise.all(names.slice(1, 5).map(async (name) => (await client.cells(project, name))[0]));
    expect(firstRow[0]).toBeNull();
    expect(typeof firstRow[1]?.value).toBe('number');
    expect(matchedId(firstRow[3])).toBe('AT');
  });

  it('replays a saved history, at another batch size, to the same result', async () => {
    const byHand = await makeProject('by hand', letters);
    await client.reconcile(byHand, settings({ batchSize: 50 }));
    await client.waitForProcesses(byHand);
    await client.matchBestCandidates(byHand, 'place');
    await client.waitForProcesses(byHand);
    await client.extend(byHand, 'place', address, [population, { id: 'country', name: 'state' }], 1);
    await client.waitForProcesses(byHand);
    const expected = await client.exportCsv(byHand);
    expect(expected.split('\n')[0]).toBe('place,Population,Country,country');
    for (const batchSize of [1, 4]) {
      const replayed = await makeProject(`replayed by ${batchSize}`, letters);
      await client.replay(replayed, historyOf(settings({ batchSize }), [population, { id: 'country', name: 'state' }]));
      expect(await client.exportCsv(replayed)).toBe(expected);
    }
  });

  it('uses cells that are matched or numbers as properties', async () => {
    const project = await makeProject('typed', [
      'place,country,people',
      'Paris,France,2100000',
      'Paris,USA,25000',
      'London,Canada,380000',
    ]);
    await client.reconcile(project, {
      ...settings({ details: [] }),
      column: 'country',
      type: { id: 'Country', name: 'Country' },
    });
    await client.waitForProcesses(project);
    await client.matchBestCandidates(project, 'country');
    await client.waitForProcesses(project);
    expect((await client.cells(project, 'country')).map(matchedId)).toEqual(['FR', 'US', 'CA']);
    await client.applyOperations(project, [
      {
        op: 'core/text-transform',
        engineConfig: { facets: [], mode: 'row-based' },
        columnName: 'people',
        expression: 'value.toNumber()',
        onError: 'keep-original',
        repeat: false,
        repeatCount: 1,
      },
    ]);
    await client.waitForProcesses(project);
    await client.reconcile(
      project,
      settings({
        details: [
          { column: 'country', property: country },
          { column: 'people', property: population },
        ],
      }),
    );
    await client.waitForProcesses(project);
    expect((await client.cells(project, 'place')).map(bestId)).toEqual(['2988507', '4717560', '6058560']);
  });

  it('gets through blank, endless and hostile cells', async () => {
    const hostile = [
      'place,country',
      '"   ",Germany',
      ',',
      `"${'Llanfair '.repeat(700)}",United Kingdom`,
      '"""quoted"" <b>Berlin</b>",Germany',
      '"line',
      'break",Germany',
      '12345,',
      '-.,;:!?,',
      '🗺️,',
      'q0,',
      'Berlin,Germany',
    ];
    const project = await makeProject('hostile', hostile);
    await client.guessTypes(project, 'place', address.url);
    await client.reconcile(project, settings({ batchSize: 3 }));
    await client.waitForProcesses(project);
    const cells = await client.cells(project, 'place');
    for (const cell of cells) if (cell !== null && cell.value !== null) expect(isUnreconciled(cell)).toBe(false);
    expect(bestId(cells.at(-1))).toBe('2950159');
    // Nothing but spaces is nothing to look for.
    expect(cells[0]?.recon).toMatchObject({ j: 'none' });
    expect(cells[0]?.recon?.c ?? []).toEqual([]);
  });

  it('gets through an unknown type, no type and an unknown property', async () => {
    const project = await makeProject('unknown', ['place,country', 'Berlin,Germany', 'Wien,Austria']);
    for (const changes of [
      { type: { id: 'Starship', name: 'Starship' } },
      { type: null },
      { details: [{ column: 'country', property: { id: 'warp', name: 'warp' } }] },
    ]) {
      await client.reconcile(project, settings(changes));
      await client.waitForProcesses(project);
      const cells = await client.cells(project, 'place');
      expect(cells.some(isUnreconciled)).toBe(false);
    }
  });

  it('takes identifiers that somebody had already', async () => {
    const project = await makeProject('identifiers', ['place', '2950159', '2761369']);
    await client.reconcile(project, settings({ details: [] }));
    await client.waitForProcesses(project);
    expect((await client.cells(project, 'place')).map(matchedId)).toEqual(['2950159', '2761369']);
  });
});

describe('OpenRefine and a file of one’s own', () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await startService([lighthouses]);
  });

  afterAll(async () => {
    await service?.stop();
  });

  it('reconciles and extends with no configuration at all', async () => {
    const address = await addressOf(service);
    const manifest = await readManifest(service.url);
    const project = await makeProject('lighthouses', [
      'light,land',
      'Verdigris Pt,Norland',
      'Herring Light (old),Sudland',
      'Pointe Verte,Norland',
      'st. elmos beacon,Sudland',
    ]);
    await client.guessTypes(project, 'light', address.url);
    await client.reconcile(project, {
      column: 'light',
      service: address,
      type: manifest.defaultTypes[0] ?? null,
      details: [{ column: 'land', property: country }],
      autoMatch: false,
      batchSize: 10,
    });
    await client.waitForProcesses(project);
    await client.matchBestCandidates(project, 'light');
    await client.waitForProcesses(project);
    expect((await client.cells(project, 'light')).map(matchedId)).toEqual(['L1', 'L3', 'L1', 'L4']);

    // What the dialog of OpenRefine offers, and a column of it.
    const { service_url: origin, service_path: path } = manifest.extend.propose_properties;
    const offer = offerSchema.parse(await (await fetch(`${origin}${path}?type=`)).json());
    const height = offer.properties.find((property) => property.id === 'height_m');
    if (height === undefined) throw new Error(`No height among ${JSON.stringify(offer)}`);
    await client.extend(project, 'light', address, [{ ...height, name: 'height' }], 1);
    await client.waitForProcesses(project);
    const added = (await client.columns(project))[1]?.name ?? '';
    expect((await client.cells(project, added)).map((cell) => cell?.value)).toEqual([31.5, 44, 31.5, 25]);
  });
});

describe('OpenRefine when the service fails', () => {
  it('ends its work and leaves the cells for another try', async () => {
    const service = await startOwnService([lighthouses]);
    const address = await addressOf(service);
    const port = Number(new URL(service.url).port);
    const lines = ['light', ...Array.from({ length: 30 }, (_, i) => `Nowhere ${i}`), 'Winter Harbour'];
    const project = await makeProject('failing', lines);
    const settings: ReconciliationSettings = {
      column: 'light',
      service: address,
      type: null,
      autoMatch: true,
      batchSize: 10,
    };

    await service.stop();
    await client.reconcile(project, settings);
    await client.waitForProcesses(project);
    expect((await client.cells(project, 'light')).every(isUnreconciled)).toBe(true);
    await expect(client.guessTypes(project, 'light', address.url)).rejects.toThrow('refused');

    // It comes back at the same address, and the same work is done.
    await startOwnService([lighthouses], { port });
    await client.reconcile(project, settings);
    await client.waitForProcesses(project);
    const cells = await client.cells(project, 'light');
    expect(cells.some(isUnreconciled)).toBe(false);
    expect(matchedId(cells.at(-1))).toBe('L5');
  });

  it('does not take a batch that was refused as too large for “no match”, and goes on', async () => {
    const service = await startOwnService([lighthouses, '--max-body-bytes', '2000']);
    const settings: ReconciliationSettings = {
      column: 'light',
      service: await addressOf(service),
      type: null,
      autoMatch: true,
      batchSize: 10,
    };
    const large = await makeProject('too large', ['light', `"${'Winter '.repeat(500)}"`]);
    await client.reconcile(large, settings);
    await client.waitForProcesses(large);
    expect((await client.cells(large, 'light')).every(isUnreconciled)).toBe(true);

    const small = await makeProject('small', ['light', 'Winter Harbour']);
    await client.reconcile(small, settings);
    await client.waitForProcesses(small);
    expect((await client.cells(small, 'light')).map(matchedId)).toEqual(['L5']);
  });
});

describe('OpenRefine and a service that needs a key', () => {
  it('reconciles and adds columns by an address with the key in it, and matches nothing without', async () => {
    const key = createApiKey({ name: 'openrefine', role: 'ask', datasets: 'all' });
    const keysFile = join(folder, 'keys.json');
    await changeKeyFile(keysFile, () => [key.kept]);
    const service = await startOwnService([lighthouses, '--keys-file', keysFile, '--require-keys', 'everything']);
    // The manifest is open, so that a client can be told of the key.
    const address = await addressOf(service);
    const withKey = { ...address, url: `${service.url}?api_key=${key.text}` };
    const project = await makeProject('keys', ['light', 'Verdigris Point', 'Winter Harbour']);
    const settings = (to: ServiceAddress): ReconciliationSettings => ({
      column: 'light',
      service: to,
      type: null,
      details: [],
      autoMatch: true,
      batchSize: 10,
    });

    await client.reconcile(project, settings(address));
    await client.waitForProcesses(project);
    expect((await client.cells(project, 'light')).map((cell) => matchedId(cell))).toEqual([undefined, undefined]);

    await client.reconcile(project, settings(withKey));
    await client.waitForProcesses(project);
    expect((await client.cells(project, 'light')).map((cell) => matchedId(cell))).toEqual(['L1', 'L5']);
    await client.extend(project, 'light', withKey, [{ id: 'country', name: 'country' }], 1);
    await client.waitForProcesses(project);
    const added = (await client.columns(project))[1]?.name ?? '';
    expect((await client.cells(project, added)).map((cell) => cell?.value)).toEqual(['Norland', 'Norland']);
  });
});

describe('archives of projects', () => {
  const archiveOf = async (origin: string, project: string): Promise<Blob> => {
    const { token } = z
      .object({ token: z.string() })
      .parse(await (await fetch(`${origin}/command/core/get-csrf-token`)).json());
    const answer = await fetch(
      `${origin}/command/core/export-project/x.openrefine.tar.gz?project=${project}&csrf_token=${token}`,
      { method: 'POST' },
    );
    expect(answer.headers.get('content-type')).toBe('application/x-gzip');
    return await answer.blob();
  };
  const opened = async (origin: string, archive: Blob): Promise<string> => {
    const { token } = z
      .object({ token: z.string() })
      .parse(await (await fetch(`${origin}/command/core/get-csrf-token`)).json());
    const form = new FormData();
    form.append('project-file', archive, 'x.openrefine.tar.gz');
    const answer = await fetch(`${origin}/command/core/import-project?csrf_token=${token}`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    });
    return answer.headers.get('location')?.split('project=')[1] ?? '';
  };

  it('go from OpenRefine to the service and back, and each entry of the history can be undone', async () => {
    const service = await startOwnService(['--data-dir', join(folder, 'archives')]);
    const here = openRefineClient(service.origin);
    const first = await makeProject('archived', ['town,n', 'Bree,1', 'Brea,2', '"a ""b""",']);
    await client.applyOperations(first, [
      {
        op: 'core/text-transform',
        engineConfig: { facets: [], mode: 'row-based' },
        columnName: 'town',
        expression: 'value.toUppercase()',
        onError: 'keep-original',
        repeat: false,
        repeatCount: 0,
      },
      { op: 'core/column-rename', oldColumnName: 'n', newColumnName: 'number' },
      { op: 'core/column-removal', columnName: 'number' },
    ]);
    const second = await opened(service.origin, await archiveOf(openRefine.origin, first));
    const third = await opened(openRefine.origin, await archiveOf(service.origin, second));
    projects.push(third);
    const sides = [
      [client, first],
      [here, second],
      [client, third],
    ] as const;
    const history: unknown = await (
      await fetch(`${openRefine.origin}/command/core/get-history?project=${first}`)
    ).json();
    const { past } = z.object({ past: z.array(z.object({ id: z.number() })).length(3) }).parse(history);
    for (const lastDone of [0, ...past.map(({ id }) => id)].reverse()) {
      const seen: unknown[] = [];
      for (const [of, project] of sides) {
        await of.goTo(project, lastDone);
        seen.push(await of.exportCsv(project));
      }
      expect(seen[1]).toEqual(seen[0]);
      expect(seen[2]).toEqual(seen[0]);
    }
  });
});
