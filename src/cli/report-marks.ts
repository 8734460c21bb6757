import type { ReportMarks } from '../datasets/load-report.js';
import { coloursFor } from './colours.js';
import type { CommandContext } from './command-definition.js';

/** How the parts of a report are marked: bold headings, yellow for what needs a look, red for records that were left out. */
export function reportMarks({ colours }: Pick<CommandContext, 'colours'>): ReportMarks {
  const { bold, yellow, red } = coloursFor(colours);
  return { heading: bold, look: yellow, leftOut: red };
}
