import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openLineFile, type LineFile } from '../foundation/line-file.js';
import { summariseAnswer, type RowSummary } from './row-summary.js';
import { answerSchema, summarySchema } from './run-record.js';

/** The answers of a run, and beside each a short line that says what is kept of it in memory. */
export interface OpenedAnswers {
  readonly answers: LineFile;
  readonly summaryFile: LineFile;
  readonly summaries: RowSummary[];
}

/**
 * Opens both files below the folder. Answers are read only where they have no summary, as those of an older version or of a process that was killed between the two. Cost: reading the summaries, and
 * looking for the line breaks of the answers.
 */
export async function openAnswers(folder: string, how: { readonly readOnly?: boolean }): Promise<OpenedAnswers> {
  const path = join(folder, 'summaries.jsonl');
  const summaries: RowSummary[] = [];
  // It must be there to be read.
  if (how.readOnly === true) await (await open(path, 'a')).close();
  const summaryFile = await openLineFile(path, (line) => summaries.push(readSummary(line())), how);
  const known = summaries.length;
  let count = 0;
  const answers = await openLineFile(
    join(folder, 'answers.jsonl'),
    (line) => {
      count++;
      if (count > known) summaries.push(summariseAnswer(answerSchema.parse(JSON.parse(line()))));
    },
    how,
  );
  if (count < known) {
    // Summaries of answers that were lost: all are made anew.
    await Promise.all([answers.close(), summaryFile.close()]);
    await rm(path);
    return openAnswers(folder, how);
  }
  if (count > known && how.readOnly !== true) await summaryFile.append(summaries.slice(known).map(summaryLine));
  return { answers, summaryFile, summaries };
}

/** A summary as a line of its file. */
export function summaryLine({ reason, probability, topId, topName }: RowSummary): string {
  return JSON.stringify([reason, probability, topId, topName]);
}

function readSummary(line: string): RowSummary {
  const [reason, probability, topId, topName] = summarySchema.parse(JSON.parse(line));
  return { reason, probability, topId, topName };
}
