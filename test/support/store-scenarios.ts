import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import request, { type Response } from 'supertest';
import { changeKeyFile, readKeyFile } from '../../src/access/key-file.js';
import { createApiKey } from '../../src/access/api-key.js';
import { openEntityWriter, type EntityWriter } from '../../src/datasets/changes/entity-writer.js';
import { SameasError } from '../../src/foundation/sameas-error.js';
import type { StoreDisk } from '../../src/foundation/store/store-disk.js';
import { KEPT_SCENARIO_TABLE, keptTable } from './kept-table.js';
import { FAULTS, faultyDisk, type Fault } from './faulty-store-disk.js';
import { smallApp } from './small-app.js';
import { SMALL_SERVED, smallRuns } from './small-review.js';

/*
 * Whole scenarios of what is saved, while one call to the disk fails. Requests go through the pages; what must hold comes from a model of a few lines that knows nothing of the store.
 */

/** One act of a scenario. */
type Step =
  | { readonly kind: 'judge'; readonly tab: string; readonly row: number; readonly id: string; readonly alone: boolean }
  | { readonly kind: 'race'; readonly row: number }
  | { readonly kind: 'bulk' | 'undo'; readonly tab: string }
  | { readonly kind: 'put' | 'delete'; readonly id: string; readonly name: string }
  | { readonly kind: 'key'; readonly name: string }
  | { readonly kind: 'teach' | 'compact' | 'restart' };

const TABS = ['aaaaaaaa', 'bbbbbbbb'] as const;
const tab = fc.constantFrom(...TABS);
const row = fc.integer({ min: 0, max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('judge' as const),
      tab,
      row,
      id: fc.constantFrom('B', 'M', 'none', 'not B'),
      alone: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('race' as const), row }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('undo' as const), tab }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('bulk' as const), tab }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('put' as const, 'delete' as const),
      id: fc.constantFrom('e1', 'e2', 'e3'),
      name: fc.constantFrom('Aachen', 'Bonn', 'Celle'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('key' as const), name: fc.constantFrom('anna', 'bert') }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('teach' as const, 'compact' as const, 'restart' as const) }),
  },
);

/** Scenarios from a seed. */
export function scenariosFrom(seed: number, count: number): readonly (readonly Step[])[] {
  return fc.sample(fc.array(step, { minLength: 8, maxLength: 16 }), { seed, numRuns: count });
}

/** What is known of the judgments: acts in their order. */
interface Act {
  readonly tab: string;
  readonly rows: readonly number[];
  readonly ids: readonly string[];
  isUndone: boolean;
}
interface Known {
  acts: Act[];
  entities: Map<string, string | undefined>;
  keys: string[];
}

/** The decision on each row: an id, `none`, or nothing. */
function decisionsOf({ acts }: Known): readonly (string | undefined)[] {
  return [0, 1, 2, 3, 4, 5].map((one) => {
    const last = acts.findLast(
      ({ rows, ids, isUndone }) => !isUndone && rows.includes(one) && !ids[0]?.startsWith('not '),
    );
    return last?.ids[last.ids.length === 1 ? 0 : last.rows.indexOf(one)];
  });
}

const copyOf = (known: Known): Known => ({
  acts: known.acts.map((act) => ({ ...act })),
  entities: new Map(known.entities),
  keys: [...known.keys],
});

/** What a service keeps in one folder, opened. */
class Opened {
  readonly folder: string;
  readonly disk: StoreDisk | undefined;
  readonly runs;
  readonly #app;
  #writer: EntityWriter | undefined;

  constructor(folder: string, disk: StoreDisk | undefined) {
    this.folder = folder;
    this.disk = disk;
    this.runs = smallRuns(folder, () => SMALL_SERVED, disk);
    const teacher = {
      file: join(folder, 'list.taught.csv'),
      reload: () => Promise.resolve(),
      ...(disk !== undefined && { disk }),
    };
    this.#app = smallApp({
      snapshot: SMALL_SERVED.snapshot,
      review: { runs: this.runs, teacher, softwareVersion: '0' },
    }).app;
  }

  get keysFile(): string {
    return join(this.folder, 'keys.json');
  }

  async writer(): Promise<EntityWriter> {
    const { entities, properties } = SMALL_SERVED.snapshot.dataset;
    return (this.#writer ??= await openEntityWriter(
      join(this.folder, 'list.changes.jsonl'),
      { entities, properties, through: 0 },
      this.disk,
    ));
  }

  async post(what: string, fields: Readonly<Record<string, string>>): Promise<Response> {
    return request(this.#app).post(`/runs/${KEPT_SCENARIO_TABLE}/${what}`).type('form').send(fields).redirects(0);
  }

  async exported(): Promise<readonly (string | undefined)[]> {
    const answer = await request(this.#app)
      .get(`/runs/${KEPT_SCENARIO_TABLE}/file?as=jsonl`)
      .buffer(true)
      .parse((from, done) => {
        let text = '';
        from.setEncoding('utf8');
        from.on('data', (more: string) => (text += more));
        from.on('end', () => done(null, text));
      });
    return String(answer.body)
      .trim()
      .split('\n')
      .map((line) => {
        const { judgment } = JSON.parse(line) as {
          readonly judgment?: { readonly decision?: string; readonly id?: string; readonly by?: string };
        };
        // What the service has matched by itself has another name.
        if (judgment?.by === undefined || !TABS.some((of) => of === judgment.by)) return undefined;
        return judgment.id === undefined || judgment.id === '' ? 'none' : judgment.id;
      });
  }

  async close(): Promise<void> {
    await this.runs.close().catch(() => undefined);
    await this.#writer?.close().catch(() => undefined);
  }
}

export interface FaultCase {
  readonly at: number;
  readonly fault: Fault;
  readonly lasting: boolean;
}

/** Runs a scenario in a copy of the kept folder, while a call fails; gives the number of calls to the disk. Throws where something acknowledged is missing, something refused is there, or page, export and store differ. */
export async function runScenario(
  steps: readonly Step[],
  template: string,
  place: string,
  injected: FaultCase,
): Promise<number> {
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place);
  cpSync(template, place, { recursive: true });
  const faulty = faultyDisk(injected);
  let known: Known = { acts: [], entities: new Map(), keys: [] };
  // After a kill, or where the outcome was said to be unknown, either may hold.
  let either: Known | undefined;
  let service = new Opened(place, faulty.disk);
  for (const [index, one] of steps.entries()) {
    if (faulty.isDead() || either !== undefined) break;
    const next = copyOf(known);
    const outcome = await carryOut(one, service, known, next, index);
    if (faulty.isDead() || outcome === 'unknown') either = next;
    else if (outcome === 'saved') known = next;
    if (one.kind === 'restart' && !faulty.isDead()) {
      await service.close();
      service = new Opened(place, faulty.disk);
    }
    // In memory holds what is saved, also while the disk fails.
    if (either === undefined) await expectState(service, [known], `step ${String(index)}, in memory`, false);
  }
  await service.close();
  const after = new Opened(place, undefined);
  await expectState(after, either === undefined ? [known] : [known, either], 'after a restart', true);
  // And it goes on.
  const run = await after.runs.open(KEPT_SCENARIO_TABLE);
  const judged = await after.post('judge', {
    decision: 'none',
    row: '0',
    version: String(run.judgments.version([0])),
    alone: 'yes',
    by: 'A',
    tab: TABS[0],
  });
  if (judged.status !== 303 || run.judgments.of(0).decision?.kind !== 'none') throw new Error('It does not go on.');
  await after.close();
  return faulty.steps();
}

type Outcome = 'saved' | 'refused' | 'unknown';

async function carryOut(one: Step, service: Opened, known: Known, next: Known, index: number): Promise<Outcome> {
  switch (one.kind) {
    case 'judge': {
      const run = await service.runs.open(KEPT_SCENARIO_TABLE).catch(() => undefined);
      if (run === undefined) return 'refused';
      const rows = one.alone ? [one.row] : run.group(one.row);
      next.acts.push({ tab: one.tab, rows, ids: [one.id], isUndone: false });
      return judged(await service.post('judge', judgmentOf(one, run.judgments.version(rows))));
    }
    case 'race': {
      const run = await service.runs.open(KEPT_SCENARIO_TABLE).catch(() => undefined);
      if (run === undefined) return 'refused';
      const version = run.judgments.version([one.row]);
      const both = await Promise.all(
        TABS.map((of, i) =>
          service.post('judge', judgmentOf({ tab: of, row: one.row, id: i === 0 ? 'B' : 'M', alone: true }, version)),
        ),
      );
      const outcomes = both.map(judged);
      const winner = outcomes.indexOf('saved');
      if (outcomes.filter((each) => each === 'saved').length > 1)
        throw new Error('Two judgments were taken for the same state of a row.');
      const first = winner >= 0 ? winner : outcomes.indexOf('unknown');
      if (first >= 0 || outcomes.includes('unknown'))
        next.acts.push({
          tab: TABS[first === 1 ? 1 : 0],
          rows: [one.row],
          ids: [first === 1 ? 'M' : 'B'],
          isUndone: false,
        });
      return winner >= 0 ? 'saved' : outcomes.includes('unknown') ? 'unknown' : 'refused';
    }
    case 'undo': {
      const last = next.acts.findLast((act) => act.tab === one.tab && !act.isUndone);
      if (last !== undefined) last.isUndone = true;
      return judged(await service.post('judge', { decision: 'undo', tab: one.tab, by: one.tab }));
    }
    case 'bulk': {
      const run = await service.runs.open(KEPT_SCENARIO_TABLE).catch(() => undefined);
      if (run === undefined) return 'refused';
      const decided = decisionsOf(known);
      const rejects = (of: number, id: string): boolean =>
        known.acts.some(({ rows, ids, isUndone }) => !isUndone && rows.includes(of) && ids[0] === `not ${id}`);
      const rows = [0, 1, 2, 3, 4, 5].filter((of) => {
        const { topId = '', reason } = run.summary(of) ?? {};
        return decided[of] === undefined && topId !== '' && reason !== 'match' && !rejects(of, topId);
      });
      if (rows.length > 0)
        next.acts.push({
          tab: one.tab,
          rows,
          ids:
            rows.length === 1
              ? [run.summary(rows[0] ?? 0)?.topId ?? '']
              : rows.map((of) => run.summary(of)?.topId ?? ''),
          isUndone: false,
        });
      return judged(await service.post('bulk', { atLeast: '0', tab: one.tab, by: one.tab }));
    }
    case 'teach':
      return judged(await service.post('teach', {})) === 'unknown' ? 'unknown' : 'refused';
    case 'put':
    case 'delete':
      return settled(async () => {
        const writer = await service.writer();
        if (one.kind === 'put') {
          next.entities.set(one.id, `${one.name} ${String(index)}`);
          await writer.put(one.id, JSON.stringify({ name: `${one.name} ${String(index)}` }), {});
        } else if (known.entities.get(one.id) !== undefined) {
          next.entities.set(one.id, undefined);
          await writer.remove(one.id, {});
        }
      });
    case 'compact':
      return settled(async () => (await service.writer()).compactLog());
    case 'key':
      return settled(() => {
        next.keys.push(`${one.name} ${String(index)}`);
        const { kept } = createApiKey({ name: `${one.name} ${String(index)}`, role: 'ask', datasets: 'all' });
        return changeKeyFile(service.keysFile, (keys) => [...keys, kept], service.disk);
      });
    case 'restart':
      return 'refused';
  }
}

const judgmentOf = (
  {
    tab: of,
    row: at,
    id,
    alone,
  }: { readonly tab: string; readonly row: number; readonly id: string; readonly alone: boolean },
  version: number,
): Readonly<Record<string, string>> => ({
  row: String(at),
  version: String(version),
  decision: id === 'none' ? 'none' : id.startsWith('not ') ? 'reject' : 'match',
  ...(id !== 'none' && { id: id.replace('not ', '') }),
  ...(alone && { alone: 'yes' }),
  tab: of,
  by: of,
});

function judged({ status, text }: Response): Outcome {
  if (status === 303 || status === 200) return 'saved';
  if (/is unknown/.test(text)) return 'unknown';
  if (status === 409 || status === 507 || (status === 500 && !/fault of its own/.test(text))) return 'refused';
  throw new Error(`An answer that is neither: ${String(status)} ${text.slice(-600)}`);
}

async function settled(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    await work();
    return 'saved';
  } catch (thrown) {
    if (!(thrown instanceof SameasError)) throw thrown;
    return thrown.code === 'save-in-doubt' ? 'unknown' : 'refused';
  }
}

async function expectState(service: Opened, allowed: readonly Known[], when: string, isWhole: boolean): Promise<void> {
  const run = await service.runs.open(KEPT_SCENARIO_TABLE).catch((thrown: unknown) => {
    if (isWhole) throw thrown;
    return undefined;
  });
  const same = (name: string, found: unknown, wanted: (known: Known) => unknown): void => {
    if (!allowed.some((known) => JSON.stringify(wanted(known)) === JSON.stringify(found)))
      throw new Error(
        `${when}: ${name} ${JSON.stringify(found)} instead of ${allowed.map((known) => JSON.stringify(wanted(known))).join(' or ')}`,
      );
  };
  if (run !== undefined) {
    const rows = [0, 1, 2, 3, 4, 5];
    const decisions = rows.map((one) => {
      const { decision } = run.judgments.of(one);
      return decision === undefined ? undefined : decision.kind === 'none' ? 'none' : decision.id;
    });
    same('decisions', decisions, decisionsOf);
    const states = rows.map((one) => run.state(one));
    same(
      'states on pages',
      states.map((state) => (state === 'person' || state === 'none' ? state : '')),
      (known) => decisionsOf(known).map((id) => (id === undefined ? '' : id === 'none' ? 'none' : 'person')),
    );
    if (isWhole) {
      same('export', await service.exported(), decisionsOf);
      const numbers = readFileSync(join(run.folder, 'judgments.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => (JSON.parse(line) as { readonly number: number }).number);
      if (new Set(numbers).size !== numbers.length) throw new Error('Two judgments have one number.');
    }
  }
  if (!isWhole) return;
  const writer = await service.writer();
  const pending = writer.pending();
  same(
    'entities',
    ['e1', 'e2', 'e3'].map((id) => pending.get(id)?.record?.name),
    ({ entities }) => ['e1', 'e2', 'e3'].map((id) => entities.get(id)),
  );
  if (pending.size < 50) throw new Error('Changes from before are missing.');
  let names: readonly string[] = [];
  try {
    names = readKeyFile(service.keysFile).map(({ name }) => name);
  } catch (thrown) {
    if (!(thrown instanceof SameasError) || thrown.code !== 'file-not-found') throw thrown;
  }
  same('keys', names, ({ keys }) => keys);
}

/** Makes the folder that scenarios begin with: a matched table of six rows, and a log of changes that is worth compacting. */
export async function makeTemplate(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await keptTable(folder);
  const changes = Array.from({ length: 50 }, (_, i) => ({
    put: { id: `kept${String(i)}`, name: `Kept ${String(i)}` },
  }));
  const lines = Array.from({ length: 25 }, (_, i) =>
    JSON.stringify({ number: i + 1, at: '2026-11-23T10:00:00.000Z', changes }),
  );
  writeFileSync(join(folder, 'list.changes.jsonl'), `${lines.join('\n')}\n`);
}

/** The faults of a scenario with so many calls to the disk; one in `every`. */
export function* faultCases(calls: number, every: number): Iterable<FaultCase> {
  let count = 0;
  for (let at = 1; at <= calls; at++)
    for (const fault of FAULTS)
      for (const lasting of [false, true]) if (count++ % every === 0) yield { at, fault, lasting };
}
