import { writeFile } from 'node:fs/promises';
import { SameasError } from '../foundation/sameas-error.js';

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
