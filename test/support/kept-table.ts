import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { readFileSync, writeFileSync } from 'node:fs';
import { matchedRun, smallRuns } from './small-review.js';

/** The name of the table that `keptTable` makes. */
export const KEPT_SCENARIO_TABLE = '0123456789abcdef0123456789abcdef';

/** A matched table of six rows, three of which ask the same, below a folder. */
export async function keptTable(folder: string): Promise<void> {
  const runs = smallRuns(folder);
  const { record } = await matchedRun(
    runs,
    'place,country,shelf\nMunchen,Germany,1\nBerlin,,2\nBerlin,,3\nBerlin,France,4\nQwxyzzy,,5\nBerlim,,6\n',
  );
  await runs.close();
  const place = join(folder, 'reviews', KEPT_SCENARIO_TABLE);
  renameSync(join(folder, 'reviews', record.id), place);
  const path = join(place, 'run.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace(record.id, KEPT_SCENARIO_TABLE));
}
