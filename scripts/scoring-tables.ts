import { fittedWeights, TERMS } from '../src/scoring/evidence-table.js';
import { FEATURE_TABLE } from '../src/scoring/feature-table.js';

/** The page with the tables of evidence and features. */
export const SCORING_PAGE = 'docs/scoring.md';

/** The page with the tables as the code has them. */
export function withScoringTables(page: string): string {
  const weights = fittedWeights();
  const terms = TERMS.map(({ id, meaning }, i) => `| \`${id}\` | ${meaning} | ${String(weights[i])} |`);
  const features = FEATURE_TABLE.map(
    ({ id, name, range, description }) => `| \`${id}\` | ${name} | ${range} | ${description} |`,
  );
  return withRows(withRows(page, 'evidence', terms), 'features', features);
}

function withRows(page: string, table: string, rows: readonly string[]): string {
  const block = new RegExp(`(<!-- ${table} -->\\n(?:.*\\n){2})[\\s\\S]*?(<!-- /${table} -->)`);
  return page.replace(block, (_, before: string, after: string) => `${before}${rows.join('\n')}\n${after}`);
}
