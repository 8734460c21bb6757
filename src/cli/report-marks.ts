import type { ReportMarks } from '../datasets/load-report.js';
import { coloursFor } from './colours.js';
import type { CommandContext } from './command-definition.js';

/** Marks of a report: bold headings, yellow for warnings, red for skipped records. */
export function reportMarks({ colours }: Pick<CommandContext, 'colours'>): ReportMarks {
  const { bold, yellow, red } = coloursFor(colours);
  return { heading: bold, look: yellow, leftOut: red };
}
