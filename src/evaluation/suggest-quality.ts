import type { TableDataset } from '../input/table-dataset.js';
import type { ReadSnapshot } from '../scoring/snapshot.js';
import { NO_DEADLINE } from '../foundation/deadline.js';
import { hashString } from '../foundation/hash-string.js';
import { evenSample } from '../foundation/even-sample.js';
import { reconcile } from '../scoring/reconcile.js';
import { similarEntities, suggestEntities } from '../describe/suggest-entities.js';
import { analyseLabel } from '../text/analyse-label.js';

/*
 * Quality of search as you type for the names of a dataset: typed texts are derived from each name in six ways; it is
 * found when the entity, or a homonym, is among the first suggestions.
 */

/** Number of names, evenly distributed over the dataset, and of suggestions examined. */
interface SuggestQualityOptions {
  readonly names: number;
  readonly limit: number;
}

interface SuggestQuality {
  /** Number of typed names; `of`: those of the dataset. */
  readonly names: number;
  readonly of: number;
  readonly limit: number;
  readonly ways: readonly WayOfTyping[];
  /**
   * Processor time of a suggestion on the HTTP thread, in milliseconds: median and 99th percentile. If no name is near,
   * another thread searches for similar ones.
   */
  readonly medianMs: number;
  readonly p99Ms: number;
}

interface WayOfTyping {
  readonly way: string;
  /** Names that can be typed so, and those found. */
  readonly asked: number;
  readonly found: number;
  readonly missed: readonly MissedName[];
}

/** A missed name, with the first suggestions. */
interface MissedName {
  readonly typed: string;
  readonly name: string;
  readonly suggested: readonly string[];
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const SECOND_WORD = 'from the second word';

/**
 * The typed text of a name; `undefined` where it does not apply. A typo is an insertion, deletion, substitution or
 * transposition, never of the first letter.
 */
const WAYS: Readonly<Record<string, (name: string) => string | undefined>> = {
  '3 letters': (name) => beginning(name, 3),
  '5 letters': (name) => beginning(name, 5),
  '8 letters': (name) => beginning(name, 8),
  '8, one typo': (name) => typo(beginning(name, 8), name),
  [SECOND_WORD]: (name) => /\s+(?<rest>\S.{3,})$/u.exec(name.replace(/^\S+/u, ''))?.groups?.['rest'],
  'whole, two typos': (name) => (name.length < 8 ? undefined : typo(typo(name, 'first'), 'second')),
};

function beginning(name: string, letters: number): string | undefined {
  const characters = [...name];
  return characters.length < letters ? undefined : characters.slice(0, letters).join('').trimEnd();
}

/** A deterministic typo in a text. */
function typo(text: string | undefined, seed: string): string | undefined {
  if (text === undefined || text.length < 3) return undefined;
  const below = (end: number, what: string): number => hashString(`${seed} ${what} ${text}`) % end;
  const at = 1 + below(text.length - 1, 'place');
  const letter = LETTERS.charAt(below(LETTERS.length, 'letter'));
  switch (below(4, 'kind')) {
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

/** Types this many names in each way. Cost: some milliseconds a name. Rejects with the errors of `read`. */
export async function measureSuggest(
  { snapshot, read }: ReadSnapshot,
  { dataset, cluster }: TableDataset,
  { names, limit }: SuggestQualityOptions,
): Promise<SuggestQuality> {
  const foldedOf = (name: string): string => analyseLabel(name).folded;
  /** From the second word on a name is ambiguous when more entities have these words than are suggested. */
  const isShared = (words: string, suggested: readonly string[]): boolean => {
    const wanted = ` ${foldedOf(words)}`;
    return suggested.length > limit && suggested.every((name) => ` ${foldedOf(name)}`.includes(wanted));
  };
  const times: number[] = [];
  /** One more than needed, for ambiguity. */
  const suggest = async (typed: string): Promise<readonly string[]> => {
    let milliseconds = 0;
    const found = await read((all) => {
      const page = { offset: 0, limit: limit + 1 };
      const before = process.cpuUsage();
      const begun = suggestEntities(all, { typed, types: [], typeMode: 'any', uriPrefixes: [], ...page });
      const { user, system } = process.cpuUsage(before);
      milliseconds += (user + system) / 1000;
      const namesOf = (items: readonly { readonly ordinal: number }[]): readonly string[] =>
        items.map(({ ordinal }) => all.dataset.entities.nameOf(ordinal));
      if (begun.similar === undefined) return namesOf(begun.items);
      const outcome = reconcile(all, begun.similar, NO_DEADLINE);
      return outcome.kind === 'failed' ? [] : namesOf(similarEntities(all, outcome.candidates, page).items);
    });
    times.push(milliseconds);
    return found;
  };
  const ordinals = evenSample(dataset.entities.size, names);
  const drawn = ((await cluster?.fetchOrdinals(ordinals)) ?? ordinals).map(dataset.entities.nameOf);
  for (const name of drawn.slice(0, 100)) await suggest(name.slice(0, 6));
  times.length = 0;
  const ways: WayOfTyping[] = [];
  for (const [way, type] of Object.entries(WAYS)) {
    const missed: MissedName[] = [];
    let asked = 0;
    for (const name of drawn) {
      const typed = type(name);
      if (typed === undefined) continue;
      const found = await suggest(typed);
      if (way === SECOND_WORD && isShared(typed, found)) continue;
      asked++;
      const suggested = found.slice(0, limit);
      if (!suggested.some((other) => foldedOf(other) === foldedOf(name))) missed.push({ typed, name, suggested });
    }
    ways.push({ way, asked, found: asked - missed.length, missed });
  }
  times.sort((a, b) => a - b);
  const at = (quantile: number): number => times[Math.floor(times.length * quantile)] ?? 0;
  return { names: drawn.length, of: snapshot.dataset.entities.size, limit, ways, medianMs: at(0.5), p99Ms: at(0.99) };
}

/** The figures as lines for a person, with some missed names. */
export function formatSuggestQuality(quality: SuggestQuality, mostMissed: number): string {
  const { names, of, limit, ways, medianMs, p99Ms } = quality;
  const count = (number: number): string => number.toLocaleString('en');
  const missed = ways.flatMap(({ way, missed: all }) => all.map((one) => ({ way, ...one })));
  return [
    `Search as you type: ${count(names)} of ${count(of)} names, typed in ${String(ways.length)} ways; found among the first ${String(limit)} suggestions:`,
    ...ways.map(
      ({ way, asked, found }) =>
        `  ${way.padEnd(22)}${asked === 0 ? 'none can be typed so' : `${((100 * found) / asked).toFixed(1).padStart(5)} %  (${count(found)} of ${count(asked)})`}`,
    ),
    `One suggestion takes ${medianMs.toFixed(1)} ms (median); 99 of 100 take at most ${p99Ms.toFixed(1)} ms.`,
    ...(missed.length === 0 || mostMissed === 0 ? [] : ['', 'Not found, for example:']),
    ...evenSample(missed.length, mostMissed).flatMap((i) => {
      const one = missed[i];
      return one === undefined
        ? []
        : [
            `  "${one.typed}" for ${one.name} (${one.way})${one.suggested.length === 0 ? '' : `: ${one.suggested.slice(0, 2).join(' | ')}`}`,
          ];
    }),
    '',
  ].join('\n');
}
