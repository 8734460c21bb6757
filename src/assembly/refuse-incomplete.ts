import { amountOf } from '../foundation/amount-of.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { LoadReport } from '../datasets/load-report.js';

/** A reload with a smaller share of the entities is taken for an incomplete file. */
const MIN_SHARE = 0.5;

interface DatasetExtent {
  readonly entities: number;
  readonly report: LoadReport;
}

/**
 * Throws `dataset-incomplete` for a reload that is evidently incomplete: its last row is truncated, unlike before, or
 * less than half of the entities are left without `allowsShrinking`.
 */
export function refuseIncomplete(before: DatasetExtent, now: DatasetExtent, allowsShrinking: boolean): void {
  const cut = cutOff(now.report);
  if (cut !== undefined && cutOff(before.report) === undefined)
    throw new SameasError('dataset-incomplete', `${cut.file} is not whole: ${cut.message}`, {
      facts: { file: cut.file },
      advice:
        'The dataset is served as it was. Write the whole file; best under another name, to be renamed when it is complete.',
    });
  if (allowsShrinking || now.entities >= before.entities * MIN_SHARE) return;
  throw new SameasError(
    'dataset-incomplete',
    `Of ${amountOf(before.entities, 'entity', 'entities')} only ${String(now.entities)} are left.`,
    {
      facts: { before: before.entities, now: now.entities },
      advice:
        'The dataset is served as it was. Write the whole file; if so few are meant, start the service again or use --allow-shrink.',
    },
  );
}

function cutOff({ problems }: LoadReport): LoadReport['problems'][number]['examples'][number] | undefined {
  return problems.find(({ kind }) => kind === 'cut-off')?.examples[0];
}
