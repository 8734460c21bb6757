import { extname, resolve } from 'node:path';
import { SameasError } from '../foundation/sameas-error.js';
import { writeFile } from 'node:fs/promises';

/**
 * Throws `setting-invalid` when one of the files to write is read, or `--out` and `--json` are one: neither is
 * overwritten, not even with --replace.
 */
export function refuseOwnFiles(inputs: readonly string[], out: string | undefined, json: string | undefined): void {
  for (const output of [out, json]) {
    if (output === undefined || !inputs.some((input) => resolve(input) === resolve(output))) continue;
    throw new SameasError('setting-invalid', `${output} is a file that is read; the answers would take its place.`, {
      advice: 'Name another path.',
      facts: { file: output },
    });
  }
  if (out !== undefined && json !== undefined && resolve(out) === resolve(json))
    throw new SameasError('setting-invalid', `--out and --json both name ${out}.`, { advice: 'Name two paths.' });
}

/**
 * The form of a file's ending; `known` are the endings that help names. Throws `setting-invalid` for any other ending.
 */
export function tableFormOf(out: string, known = '.csv, .tsv or .jsonl'): 'csv' | 'tsv' | 'jsonl' {
  switch (extname(out).toLowerCase()) {
    case '.csv':
      return 'csv';
    case '.tsv':
      return 'tsv';
    case '.jsonl':
    case '.ndjson':
      return 'jsonl';
    default:
      throw new SameasError(
        'setting-invalid',
        `What form the answers are to have is told by the name of the file, and "${out}" does not tell it.`,
        { advice: `Let the name after --out end in ${known}.` },
      );
  }
}

/**
 * The form of a file of answers: mappings for a name that ends in .sssom.tsv, else that of `tableFormOf`. Throws
 * `setting-invalid` for any other ending.
 */
export function answerFormOf(out: string): 'csv' | 'tsv' | 'jsonl' | 'sssom' {
  return out.toLowerCase().endsWith('.sssom.tsv') ? 'sssom' : tableFormOf(out, '.csv, .tsv, .jsonl or .sssom.tsv');
}

/** Writes a report for programs as JSON. Errors: `file-unwritable`. */
export async function writeReport(path: string, report: unknown): Promise<void> {
  try {
    await writeFile(path, `${JSON.stringify(report, undefined, 2)}\n`);
  } catch (cause) {
    throw new SameasError('file-unwritable', `The report ${path} cannot be written.`, {
      advice: 'Check that its folder exists and that you may write there.',
      facts: { file: path },
      cause,
    });
  }
}
