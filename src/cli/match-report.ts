import { amountOf } from '../foundation/amount-of.js';
import { inEnglish } from '../foundation/sentence.js';
import type { AnswerTally, AnsweredRow } from '../input/answered-row.js';
import { binsOf, certaintyOf, evidenceOf, type Certainty, type CountRange } from '../input/certainty.js';
import type { InputTable } from '../input/open-input.js';
import type { MatchTuning } from '../entities/dataset.js';
import type { LoadedSnapshot } from './dataset-to-ask.js';

const PROBLEMS_SHOWN = 10;

/** What came of matching a table. */
export interface Outcome {
  /** Of all rows, with those of an interrupted run that this one continues. */
  tally: AnswerTally;
  /** The first failed rows of this run, a sentence each. */
  readonly problems: string[];
  /** Changes of the inferred columns by matched rows, a sentence each. */
  readonly changes: string[];
  /** Facts learned from the file, a sentence each; absent: none. */
  learned?: readonly string[];
  /** Tuning to keep; absent: none. */
  tuning?: MatchTuning;
}

/** Keeps the first failed rows of these. */
export function noteProblems(outcome: Outcome, answered: readonly AnsweredRow[]): void {
  for (const { row, problem } of answered)
    if (problem !== undefined && outcome.problems.length <= PROBLEMS_SHOWN)
      outcome.problems.push(`line ${String(row.line)}: ${inEnglish(problem)}`);
}

/** The answers in numbers, the expected faults and the first problems, as text. */
export function summaryOf(outcome: Outcome, table: InputTable, out: string | undefined): string {
  const { tally, problems } = outcome;
  const { unreadable } = table;
  const { matched, offered, unlikely, empty, failed } = tally;
  const all = matched + offered + empty;
  const share = all === 0 ? '' : ` (${((matched * 100) / all).toFixed(1)} %)`;
  const faults = [...problems, ...unreadable.map(({ line, message }) => `line ${String(line)}: ${message}`)];
  const unanswered = failed + unreadable.length;
  return [
    `${amountOf(all, 'name')} asked: ${count(matched)} matched${share}, ${count(offered - unlikely)} undecided, ${count(unlikely + empty)} probably not in the list.\n`,
    ...(all === 0 ? [] : [certaintyWords(tally, certaintyIn(outcome, table))]),
    ...(unanswered === 0 ? [] : [`${amountOf(unanswered, 'row')} could not be asked:\n`]),
    ...faults.slice(0, PROBLEMS_SHOWN).map((fault) => `  ${fault}\n`),
    ...(unanswered > Math.min(faults.length, PROBLEMS_SHOWN) ? ['  …\n'] : []),
    ...(out === undefined ? [] : [`Written to ${out}.\n`]),
  ].join('');
}

/** Numbers of matches that are probably wrong, and of other rows that are in the dataset, a line. */
function certaintyWords({ matched, offered, empty }: AnswerTally, { wrong, missed }: Certainty): string {
  const others = offered + empty;
  const range = ({ value, low, high }: CountRange): string =>
    `${count(value)}${low === high ? '' : ` (${count(low)} to ${count(high)})`}`;
  const parts = [
    ...(matched === 0 ? [] : [`${range(wrong)} of ${amountOf(matched, 'match', 'matches')} wrong`]),
    ...(others === 0 ? [] : [`${range(missed)} of ${amountOf(others, 'other row')} in the list`]),
  ];
  return `Expected: ${parts.join(', ')}. Ranges hold in 90 of 100 tables; each row that you review narrows them.\n`;
}

function certaintyIn({ tally, learned }: Outcome, { columns }: InputTable): Certainty {
  return certaintyOf(
    evidenceOf(learned !== undefined, columns.properties),
    binsOf(tally.matchedAt),
    binsOf(tally.unmatchedAt),
  );
}

/** Output of `--json`: table, dataset, and results. */
export interface MatchReport {
  readonly dataset: { readonly name: string; readonly entities: number; readonly contentHash: string };
  readonly scorer: string;
  readonly names: { readonly file: string; readonly contentHash: string; readonly notes: readonly string[] };
  readonly options: { readonly out: string | undefined; readonly limit: number; readonly type: string | undefined };
  readonly rows: Omit<AnswerTally, 'matchedAt' | 'unmatchedAt'> & {
    readonly total: number;
    readonly unreadable: number;
  };
  /** Estimated numbers of rows. */
  readonly expected: { readonly wrongMatches: CountRange; readonly unmatchedInDataset: CountRange };
  readonly learned?: readonly string[];
  readonly problems: readonly string[];
}

/** The report for programs. */
export function reportOf(
  outcome: Outcome,
  table: InputTable,
  snapshot: LoadedSnapshot['snapshot'],
  options: MatchReport['options'],
): MatchReport {
  const { problems, changes, learned } = outcome;
  const { matchedAt: _, unmatchedAt: __, ...tally } = outcome.tally;
  const { wrong, missed } = certaintyIn(outcome, table);
  const { metadata, entities } = snapshot.dataset;
  return {
    dataset: { name: metadata.name, entities: entities.size, contentHash: metadata.contentHash },
    scorer: snapshot.scoring.scorer,
    names: { file: table.file, contentHash: table.contentHash, notes: [...table.notes.map(inEnglish), ...changes] },
    options,
    rows: { total: table.rows.length, ...tally, unreadable: table.unreadable.length },
    expected: { wrongMatches: rangeIn(wrong), unmatchedInDataset: rangeIn(missed) },
    ...(learned === undefined ? {} : { learned }),
    problems: [...problems, ...table.unreadable.map(({ line, message }) => `line ${String(line)}: ${message}`)].slice(
      0,
      PROBLEMS_SHOWN,
    ),
  };
}

function rangeIn({ value, low, high }: CountRange): CountRange {
  return { value, low, high };
}

/** A number with separators. */
export function count(number: number): string {
  return number.toLocaleString('en');
}
