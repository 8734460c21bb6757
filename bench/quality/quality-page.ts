/** The page that is made from the figures. */
export const QUALITY_PAGE = 'docs/quality.md';

interface Target {
  readonly set: string;
  /** First, among ten, match precision, match recall; undefined where none is set. */
  readonly atLeast: readonly (number | undefined)[];
}

/** The greatest share of queries without an answer that may be matched, on each set. */
const FALSE_MATCHES = 0.05;

const TARGETS: readonly Target[] = [
  { set: 'countries', atLeast: [0.95, 0.99, 0.99, 0.85] },
  { set: 'ror: names', atLeast: [0.85, 0.95, 0.97, 0.6] },
  { set: 'ror: logs', atLeast: [0.85, 0.95, 0.97, 0.6] },
  { set: 'ror', atLeast: [0.65, 0.85, 0.95, 0.4] },
  { set: 'tough-tables', atLeast: [undefined, undefined, undefined, undefined] },
  { set: 'tough-tables, with properties', atLeast: [0.93, 0.97, 0.97, 0.75] },
  { set: 'autofj', atLeast: [0.74, 0.88, 0.95, 0.45] },
  { set: 'artists', atLeast: [0.97, 0.99, 0.99, 0.85] },
  { set: 'abt-buy', atLeast: [0.85, 0.95, 0.95, 0.4] },
  { set: 'fodors-zagats, with properties', atLeast: [0.97, 0.99, 0.98, 0.85] },
];

/** The page for the figures of bench/quality/figures.md, which were committed with `commit`. Throws when a set with a target has no figures. */
export function qualityPage(figures: string, commit: string): string {
  const rows = new Map(figures.split('\n').map((line) => line.split('|').map((cell) => cell.trim())).map((cells) => [cells[1] ?? '', cells.slice(3, 8)]));
  const table = TARGETS.map(({ set, atLeast }) => {
    const found = rows.get(set);
    if (found === undefined) throw new Error(`No figures for the set “${set}”.`);
    const cells = found.map((figure, i) => {
      const least = atLeast[i];
      const ofFalseMatches = i === atLeast.length;
      if (!ofFalseMatches && least === undefined) return figure;
      const missed = least === undefined ? Number(figure) > FALSE_MATCHES : Number(figure) < least;
      const target = least === undefined ? `≤ ${FALSE_MATCHES.toFixed(2)}` : `≥ ${least.toFixed(2)}`;
      return missed ? `**${figure}** (${target})` : `${figure} (${target})`;
    });
    return `| ${set} | ${cells.join(' | ')} |`;
  });
  return `# Quality of matching

Figures beside their targets; **bold**: missed. Committed with \`${commit}\`. First: share of queries with an answer whose right answer is the first candidate;
among ten: within the first ten. Precision and recall are those of \`match: true\`; false matches: share of the queries without
an answer that got one. Types are sent, nothing is configured.

| set | first | among ten | match precision | match recall | false matches |
|---|--:|--:|--:|--:|--:|
${table.join('\n')}

The targets of *ror: names* and *ror: logs* are meant for both together. The coefficients of the match probability were
fitted on these same sets, and the weights of names were chosen on them, so names of another kind may be matched less well than the table
says. Fitted without the set in question and asked at the thresholds in use, the match flag does this (precision, recall, false matches):
countries 0.992, 0.717, 0.053; ror 0.944, 0.361, 0.023; tough-tables 0.982, 0.611, 0.072 and with properties 0.984, 0.680, 0.056; autofj
0.937, 0.431, 0.065; artists 0.989, 0.764, 0.007; abt-buy 0.979, 0.314, 0.018; fodors-zagats with properties 0.982, 0.973, 0.005.
\`bench/quality/fit-match-probability.ts\` makes these figures. Of namesakes in tough-tables, many can only be told apart by their properties.

Measured on folders that are not part of this repository, each with \`entities.csv\`, \`queries.csv\` and \`meta.json\`:

\`\`\`
npx tsx bench/quality/run.ts FOLDER… --subsets --write bench/quality/figures.md
npx tsx bench/quality/write-quality-page.ts COMMIT
\`\`\`

All sets and parts are in [figures.md](../bench/quality/figures.md).
`;
}
