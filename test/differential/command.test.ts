import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { COMMAND_SCRIPT_CSV, COMMAND_STEPS, type CommandStep } from './command-steps.js';
import { openRefineFor } from '../support/recorded-openrefine.js';
import type { RunningOpenRefine } from '../support/start-openrefine.js';
import { startService, type RunningService } from '../support/start-service.js';

/*
 * The same script of commands for OpenRefine and for this service: every answer is the same, member by member, but for the differences that are written down
 * with the step and in docs/commands.md.
 */

interface Target {
  readonly origin: string;
  readonly project: string;
  token: string;
}

let refine: RunningOpenRefine;
let service: RunningService;
let targets: readonly Target[] = [];
const folder = mkdtempSync(join(tmpdir(), 'sameas-differential-'));

beforeAll(async () => {
  refine = await openRefineFor('command');
  service = await startService(['--data-dir', join(folder, 'projects')]);
  targets = await Promise.all(
    [refine.origin, service.origin].map(async (origin) => ({
      origin,
      token: await tokenOf(origin),
      project: await createProject(origin),
    })),
  );
}, 240_000);

afterAll(async () => {
  await refine?.stop();
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function tokenOf(origin: string): Promise<string> {
  const body: unknown = await (await fetch(`${origin}/command/core/get-csrf-token`)).json();
  return typeof body === 'object' && body !== null && 'token' in body ? String(body.token) : '';
}

async function createProject(origin: string): Promise<string> {
  const form = new FormData();
  form.set('project-file', new File([COMMAND_SCRIPT_CSV], 'towns.csv', { type: 'text/csv' }));
  form.set('project-name', 'towns');
  form.set('format', 'text/line-based/*sv');
  form.set('options', JSON.stringify({ encoding: 'UTF-8', separator: ',', headerLines: 1, processQuotes: true }));
  const response = await fetch(
    `${origin}/command/core/create-project-from-upload?csrf_token=${await tokenOf(origin)}`,
    { method: 'POST', body: form, redirect: 'manual' },
  );
  expect(response.status).toBe(302);
  const location = response.headers.get('location') ?? '';
  expect(location).toMatch(new RegExp(`^${origin}/project\\?project=\\d{13}$`));
  return location.split('=')[1] ?? '';
}

async function answerOf(target: Target, step: CommandStep): Promise<unknown> {
  const parameters = new URLSearchParams(step.parameters);
  if (parameters.get('project') === 'PROJECT') parameters.set('project', target.project);
  if (parameters.get('project') === 'OTHER') parameters.set('project', '1000000000001');
  if (parameters.get('undoID') === 'LAST') parameters.set('undoID', await lastEntry(target));
  const address = `${target.origin}/command/core/${step.command}`;
  if (step.method === 'POST' && step.name !== 'no token') parameters.set('csrf_token', target.token);
  const response =
    step.method === 'GET'
      ? await fetch(`${address}?${parameters.toString()}`)
      : await fetch(address, { method: 'POST', body: parameters });
  const text = await response.text();
  const kind = (response.headers.get('content-type') ?? '').split(';')[0];
  // Old releases send some of their JSON as text.
  return kind === 'application/json' || /^\{ ?"(?:code|status)"/.test(text)
    ? settled(JSON.parse(withoutReconIds(text)))
    : text;
}

async function lastEntry({ origin, project }: Target): Promise<string> {
  const body: unknown = await (await fetch(`${origin}/command/core/get-history?project=${project}`)).json();
  const past =
    typeof body === 'object' && body !== null && 'past' in body && Array.isArray(body.past)
      ? (body.past as readonly { readonly id: number }[])
      : [];
  return String(past.at(-1)?.id);
}

/** Ids of recons are made up: those of an answer by their order in it. */
function withoutReconIds(text: string): string {
  const ids = /"recons":\{(?=")/.test(text) ? [...text.matchAll(/"(-?\d+)":\{"id":/g)].map(([, id = '']) => id) : [];
  return ids.reduce(
    (changed, id, at) => changed.replaceAll(new RegExp(`"?(?<!\\d)${id}(?!\\d)"?`, 'g'), `"recon ${at}"`),
    text,
  );
}

/** Ids and times put aside; choices in one order. */
function settled(json: unknown, key = ''): unknown {
  if (Array.isArray(json)) {
    const items: unknown[] = json.map((item) => settled(item));
    // A row may end before its last column where the cells are absent.
    if (key === 'cells') while (items.at(-1) === null) items.pop();
    return key === 'choices'
      ? [...items].sort((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)))
      : items;
  }
  if (typeof json === 'object' && json !== null)
    return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, settled(value, name)]));
  if (key === 'id' && typeof json === 'number') return 'ID';
  return ['time', 'created', 'modified'].includes(key) ? typeof json : json;
}

interface Difference {
  readonly path: string;
  readonly refine: unknown;
  readonly ours: unknown;
}

/** Members that this service gives beyond those of the old release are no differences. */
function compare(refineValue: unknown, ours: unknown, path = ''): readonly Difference[] {
  if (isRecord(refineValue) && isRecord(ours)) {
    return Object.keys(refineValue).flatMap((name) =>
      compare(refineValue[name], ours[name], path === '' ? name : `${path}.${name}`),
    );
  }
  if (Array.isArray(refineValue) && Array.isArray(ours) && refineValue.length === ours.length) {
    return refineValue.flatMap((item, index) =>
      compare(item, ours[index], path === '' ? String(index) : `${path}.${index}`),
    );
  }
  return JSON.stringify(refineValue) === JSON.stringify(ours) ? [] : [{ path, refine: refineValue, ours }];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isExpected(path: string, differences: CommandStep['differences'] = {}): boolean {
  return Object.keys(differences).some((pattern) => {
    const regex = new RegExp(
      `^${pattern
        .split('.')
        .map((part) => (part === '*' ? '[^.]*' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
        .join('\\.')}(\\..*)?$`,
    );
    return regex.test(path);
  });
}

describe('the same commands give the same answers', () => {
  it.each(COMMAND_STEPS.map((step) => [`${step.name} (${step.command})`, step] as const))('%s', async (_, step) => {
    const [ofRefine, ours] = [targets[0], targets[1]];
    if (ofRefine === undefined || ours === undefined) throw new Error('A service did not start.');
    const [expected, actual] = [await answerOf(ofRefine, step), await answerOf(ours, step)];
    expect(compare(expected, actual).filter(({ path }) => !isExpected(path, step.differences))).toEqual([]);
  });
});
