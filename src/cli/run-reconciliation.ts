import { extname } from 'node:path';
import { z } from 'zod';
import { createBatchExecutor } from '../assembly/create-batch-executor.js';
import { createAnswerCache, createCachingBatchExecutor } from '../assembly/caching-batch-executor.js';
import { attachGeneration } from '../assembly/generation-image.js';
import { prepareGeneration } from '../assembly/prepare-generation.js';
import { amountOf } from '../foundation/amount-of.js';
import { observeNothing } from '../foundation/observation.js';
import { SameasError } from '../foundation/sameas-error.js';
import { openAnswerFile, type AnswerFile } from '../questions/answer-file.js';
import { ANSWER_FORMS, type AnswerFormName } from '../questions/answer-forms.js';
import type { AnsweredRow } from '../questions/answered-row.js';
import { askQuestions } from '../questions/ask-questions.js';
import { openQuestions, type QuestionTable } from '../questions/open-questions.js';
import type { CommandContext } from './command-definition.js';
import { datasetSourceOf } from './dataset-source.js';
import type { ExitReason } from './exit-codes.js';
import type { GivenOptions } from './given-options.js';
import { requireKnownType } from './known-type.js';
import { numberOption } from './number-option.js';
import { readOptions } from './read-options.js';
import { settingsOf } from './setting-options.js';
import { tellProgress } from './tell-progress.js';

const OPTIONS = z.object({
  out: z.string().optional(),
  replace: z.boolean().optional(),
  manifest: z.string().optional(),
  queryColumn: z.string().optional(),
  type: z.string().optional(),
  limit: numberOption('--limit', 1, 100, true),
  properties: z.boolean().optional(),
});

/** Nobody waits at the other end: effort is lowered only for a query that would never end. */
const TIME = { batchTimeoutMs: 600_000, queryTimeoutMs: 60_000 } as const;
/** Memory for answers to names that come again. */
const CACHE_BYTES = 64 * 1024 * 1024;
const PROBLEMS_SHOWN = 10;

/** Asks for every name of a file and writes the file with the answers. Throws what loading throws, and the errors of `openQuestions` and `openAnswerFile`. */
export async function runReconciliation(files: readonly string[], options: GivenOptions, context: CommandContext): Promise<ExitReason> {
  const { out, replace = false, manifest, queryColumn, type, limit = 5, properties: withProperties = true } = readOptions(OPTIONS, options, 'reconcile');
  const form = formOf(out);
  const settings = settingsOf(options, context);
  const { image } = await prepareGeneration({ source: datasetSourceOf(files.slice(0, -1), manifest), keepIndex: settings.indexCache === 'on' });
  const generation = attachGeneration(image);
  requireKnownType(generation.dataset, type);
  const table = await openQuestions(files.at(-1) ?? '', generation.dataset, { queryColumn, withProperties });
  // What is written to standard output is data; a person reads the rest.
  const tell = out === undefined ? context.writeError : context.write;
  tell(`${table.file}: ${amountOf(table.rows.length, 'row')}.\n${table.notes.map((note) => `  ${note}\n`).join('')}`);

  const head = ANSWER_FORMS[form].head(table.headings);
  const question = JSON.stringify([generation.id, table.contentHash, form, queryColumn, type, limit, withProperties]);
  const answers = out === undefined ? toStandardOutput(context, head) : await openAnswerFile(out, question, head, replace);
  if (answers.begunAnew) tell('An earlier run that was broken off asked something else; this one begins at the first row.\n');
  if (answers.rowsThere > 0) tell(`An earlier run was broken off after ${amountOf(answers.rowsThere, 'row')}; this one goes on from there.\n`);
  const executor = createBatchExecutor(image, generation, { workers: settings.workers, ...TIME }, observeNothing);
  const asking = createCachingBatchExecutor(executor, { generationId: generation.id, cache: createAnswerCache(CACHE_BYTES), observe: observeNothing });
  // The threads that answer do not keep a program from ending.
  const running = setInterval(() => undefined, 60_000);
  const outcome: Outcome = { matched: 0, offered: 0, empty: 0, problems: [] };
  try {
    const rows = table.rows.slice(answers.rowsThere);
    const progress = tellProgress(context, rows.length, '');
    await askQuestions(asking, rows, { limit, type }, async (answered) => {
      for (const one of answered) countOutcome(outcome, one);
      await answers.append(answered.map((one) => ANSWER_FORMS[form].line(table.headings, one)).join(''), answered.length);
      progress(answered.length);
    });
    await answers.finish();
  } catch (thrown) {
    await answers.close().catch(() => undefined); // the first failure is what the user has to know
    throw thrown;
  } finally {
    clearInterval(running);
    await executor.close();
  }
  tell(summaryOf(outcome, table, out));
  return outcome.problems.length + table.unreadable.length > 0 ? 'data' : 'success';
}

function formOf(out: string | undefined): AnswerFormName {
  if (out === undefined) return 'csv';
  switch (extname(out).toLowerCase()) {
    case '.csv':
      return 'csv';
    case '.tsv':
      return 'tsv';
    case '.jsonl':
    case '.ndjson':
      return 'jsonl';
    default:
      throw new SameasError('setting-invalid', `What form the answers are to have is told by the name of the file, and "${out}" does not tell it.`, { advice: 'Let the name after --out end in .csv, .tsv or .jsonl.' });
  }
}

function toStandardOutput(context: CommandContext, head: string): AnswerFile {
  context.write(head);
  return {
    rowsThere: 0,
    begunAnew: false,
    append: (text) => Promise.resolve(context.write(text)),
    finish: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

interface Outcome {
  matched: number;
  /** With candidates, none of them matched. */
  offered: number;
  empty: number;
  readonly problems: string[];
}

function countOutcome(outcome: Outcome, { row, candidates, problem }: AnsweredRow): void {
  if (problem !== undefined) outcome.problems.push(`line ${String(row.line)}: ${problem}`);
  else if (candidates[0]?.match === true) outcome.matched++;
  else if (candidates.length > 0) outcome.offered++;
  else outcome.empty++;
}

function summaryOf({ matched, offered, empty, problems }: Outcome, { unreadable }: QuestionTable, out: string | undefined): string {
  const all = matched + offered + empty;
  const share = all === 0 ? '' : ` (${((matched * 100) / all).toFixed(1)} %)`;
  const faults = [...problems, ...unreadable.map(({ line, message }) => `line ${String(line)}: ${message}`)];
  return [
    `${amountOf(all, 'name')} asked: ${count(matched)} matched${share}, ${count(offered)} with candidates to choose from, ${count(empty)} without any.\n`,
    ...(faults.length === 0 ? [] : [`${amountOf(faults.length, 'row')} could not be asked:\n`]),
    ...faults.slice(0, PROBLEMS_SHOWN).map((fault) => `  ${fault}\n`),
    ...(faults.length > PROBLEMS_SHOWN ? ['  …\n'] : []),
    ...(out === undefined ? [] : [`Written to ${out}.\n`]),
  ].join('');
}

function count(number: number): string {
  return number.toLocaleString('en');
}
