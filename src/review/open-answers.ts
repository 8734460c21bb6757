import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openActLog, type ActLog, type LogOptions } from '../foundation/store/act-log.js';
import { summariseAnswer, type RowSummary } from '../input/row-summary.js';
import { answerSchema, summarySchema, type RowAnswer } from './run-record.js';

/** Answers of a run, one a row, with their parts in memory. */
interface OpenedAnswers {
  readonly answers: ActLog;
  readonly summaries: RowSummary[];
}

/** Between the summary and the answer of a line; JSON has none. */
const TAB = '\t';

/**
 * Opens the answers below the folder. A line has its summary before the answer, so that a long table opens quickly.
 * Lines of an older version get one. `added` receives each line. Cost: reading the file and parsing the summaries.
 */
export async function openAnswers(
  folder: string,
  how: LogOptions = {},
  added: () => void = () => undefined,
): Promise<OpenedAnswers> {
  const path = join(folder, 'answers.jsonl');
  const summaries: RowSummary[] = [];
  let older = 0;
  const answers = await openActLog(
    path,
    (line) => {
      const head = line(TAB);
      if (head.startsWith('[')) summaries.push(readSummary(head));
      else {
        summaries.push(summariseAnswer(answerSchema.parse(JSON.parse(head))));
        older++;
      }
      added();
    },
    how,
  );
  if (older > 0 && how.readOnly === undefined) {
    // Failed writes are repeated when the run is opened again.
    const lines = await answers.read(0, older);
    const withSummaries = lines.map((line) => answerLine(answerSchema.parse(JSON.parse(line))));
    await answers.replace(older, withSummaries).then(
      () => rm(join(folder, 'summaries.jsonl'), { force: true }),
      () => undefined,
    );
  }
  return { answers, summaries };
}

/** An answer as a line of the file. */
export function answerLine(answer: RowAnswer): string {
  const { reason, probability, topId, topName, candidates } = summariseAnswer(answer);
  return `${JSON.stringify([reason, probability, topId, topName, candidates])}${TAB}${JSON.stringify(answer)}`;
}

/** The answer in a line. */
export function readAnswer(line: string): RowAnswer {
  return answerSchema.parse(JSON.parse(line.slice(line.indexOf(TAB) + 1)));
}

function readSummary(line: string): RowSummary {
  const [reason, probability, topId, topName, candidates] = summarySchema.parse(JSON.parse(line));
  return { reason, probability, topId, topName, candidates: candidates ?? (topId === '' ? 0 : 1) };
}
