/*
 * How well search as you type finds names, for any list:
 *
 *   npx tsx bench/suggest.ts LIST… [--names 300] [--limit 5] [--misses]
 *
 * For so many names of a list, drawn with a fixed seed, the table has the share of which the entity, or one of the same name, is among the first suggestions: after their first letters, with
 * typos (a letter put in, left out, changed or swapped with the next, never the first one), from the second word on (where no more names than suggestions have these words), and as a whole with two typos; and the processor time that this takes on the thread that serves HTTP, in milliseconds (where nothing is near, similar names are searched for elsewhere).
 */
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSnapshot } from '../src/assembly/build-snapshot.js';
import { attachSnapshot } from '../src/assembly/snapshot-image.js';
import { NO_DEADLINE } from '../src/foundation/deadline.js';
import type { DatasetSnapshot } from '../src/reconciliation/dataset-snapshot.js';
import { reconcile } from '../src/reconciliation/reconcile.js';
import { similarEntities, suggestEntities } from '../src/reconciliation/suggest/suggest-entities.js';
import { analyseLabel } from '../src/text/analyse-label.js';
import { seededRandom, type SeededRandom } from './seeded-random.js';

const { positionals: lists, values } = parseArgs({
  allowPositionals: true,
  options: {
    names: { type: 'string', default: '300' },
    limit: { type: 'string', default: '5' },
    misses: { type: 'boolean', default: false },
  },
});
const LIMIT = Number(values.limit);
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

const SECOND_WORD = 'from the second word';

/** What is typed of a name; `undefined` where that cannot be done to it. */
const WAYS: Readonly<Record<string, (name: string, random: SeededRandom) => string | undefined>> = {
  '3 letters': (name) => beginning(name, 3),
  '5 letters': (name) => beginning(name, 5),
  '8 letters': (name) => beginning(name, 8),
  '8, one typo': (name, random) => typo(beginning(name, 8), random),
  [SECOND_WORD]: (name) => /\s+(?<rest>\S.{3,})$/u.exec(name.replace(/^\S+/u, ''))?.groups?.['rest'],
  'whole, two typos': (name, random) => (name.length < 8 ? undefined : typo(typo(name, random), random)),
};

function beginning(name: string, letters: number): string | undefined {
  const characters = [...name];
  return characters.length < letters ? undefined : characters.slice(0, letters).join('').trimEnd();
}

function typo(text: string | undefined, random: SeededRandom): string | undefined {
  if (text === undefined || text.length < 3) return undefined;
  const at = 1 + random.below(text.length - 1);
  const letter = LETTERS.charAt(random.below(LETTERS.length));
  switch (random.below(4)) {
    case 0:
      return text.slice(0, at) + text.slice(at + 1);
    case 1:
      return text.slice(0, at) + letter + text.slice(at);
    case 2:
      return text.slice(0, at) + letter + text.slice(at + 1);
    default:
      return text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);
  }
}

/** The first suggestions, as a client of the service gets them. */
function suggest(snapshot: DatasetSnapshot, typed: string, times: number[] = []): readonly number[] {
  const page = { offset: 0, limit: LIMIT };
  const before = process.cpuUsage();
  const begun = suggestEntities(snapshot, { typed, types: [], typeMode: 'any', uriPrefixes: [], ...page });
  const { user, system } = process.cpuUsage(before);
  times.push((user + system) / 1000);
  if (begun.similar === undefined) return begun.items.map(({ ordinal }) => ordinal);
  const outcome = reconcile(snapshot, begun.similar, NO_DEADLINE);
  return outcome.kind === 'failed'
    ? []
    : similarEntities(snapshot, outcome.candidates, page).items.map(({ ordinal }) => ordinal);
}

console.log(`| list | names | ${Object.keys(WAYS).join(' | ')} | p50 ms | p99 ms |`);
console.log(
  `|---|--:|${Object.keys(WAYS)
    .map(() => '--:|')
    .join('')}--:|--:|`,
);
for (const list of lists) {
  const snapshot = attachSnapshot(await buildSnapshot({ files: [list] }));
  const { entities } = snapshot.dataset;
  const random = seededRandom(4711);
  const folded = Array.from(
    { length: entities.size },
    (_, entity) => ` ${analyseLabel(entities.nameOf(entity)).folded}`,
  );
  /** Entities whose names have these words. */
  const sharing = (words: string): number => {
    const wanted = ` ${analyseLabel(words).folded}`;
    return folded.filter((name) => name.includes(wanted)).length;
  };
  const drawn = new Set<number>();
  for (
    let tries = 0;
    drawn.size < Math.min(Number(values.names), entities.size) && tries < 10 * Number(values.names);
    tries++
  )
    drawn.add(random.below(entities.size));
  for (const entity of [...drawn].slice(0, 100)) suggest(snapshot, entities.nameOf(entity).slice(0, 6));
  const times: number[] = [];
  const shares = Object.entries(WAYS).map(([way, type]) => {
    let asked = 0;
    let found = 0;
    for (const entity of drawn) {
      const name = entities.nameOf(entity);
      const typed = type(name, random);
      if (typed === undefined || (way === SECOND_WORD && sharing(typed) > LIMIT)) continue;
      asked++;
      const suggested = suggest(snapshot, typed, times);
      const { folded } = analyseLabel(name);
      if (suggested.some((other) => other === entity || analyseLabel(entities.nameOf(other)).folded === folded))
        found++;
      else if (values.misses)
        console.log(
          `  ${way}: ${typed} ← ${name}; ${suggested
            .slice(0, 2)
            .map((other) => entities.nameOf(other))
            .join(' | ')}`,
        );
    }
    return asked === 0 ? '' : (found / asked).toFixed(2);
  });
  times.sort((a, b) => a - b);
  const at = (quantile: number): string => (times[Math.floor(times.length * quantile)] ?? 0).toFixed(1);
  console.log(
    `| ${basename(list) === 'entities.csv' ? basename(list.replace(/\/[^/]*$/, '')) : basename(list)} | ${String(snapshot.candidateIndex.labels.rowCount)} | ${shares.join(' | ')} | ${at(0.5)} | ${at(0.99)} |`,
  );
}
