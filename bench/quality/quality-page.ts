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

const LISTS = ['addresses', 'books', 'chemicals', 'companies', 'films', 'institutions', 'journals', 'persons', 'scripts', 'species', 'subjects'];

/** The page for the figures of bench/quality/figures.md, which were committed with `commit`. Throws when a set with a target has no figures. */
export function qualityPage(figures: string, commit: string): string {
  const rows = new Map(figures.split('\n').map((line) => line.split('|').map((cell) => cell.trim())).map((cells) => [cells[1] ?? '', cells.slice(2, 8)]));
  const table = TARGETS.map(({ set, atLeast }) => {
    const cells = figuresFor(rows, set).slice(1).map((figure, i) => {
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
countries 0.992, 0.749, 0.073; ror 0.939, 0.447, 0.024; tough-tables 0.981, 0.614, 0.067 and with properties 0.984, 0.685, 0.057; autofj
0.956, 0.419, 0.037; artists 0.991, 0.738, 0.006; abt-buy 0.990, 0.226, 0.006; fodors-zagats with properties 0.982, 0.991, 0.005.
\`bench/quality/fit-match-probability.ts\` makes these figures.

## Why some targets are missed

Queries whose right answer was not the first candidate, by what the query and the nearest right name have in common (counted with an earlier
scorer, \`sameas-3\`, the one of today has somewhat fewer; a word counts as similar when seven tenths of its letters are the same in order):

| set | a word in common | a similar word | no word | not among those retrieved |
|---|--:|--:|--:|--:|
| countries | 53 | 23 | 61 | 37 |
| tough-tables, with properties | 412 | 184 | 353 | 364 |
| autofj | 525 | 65 | 249 | 369 |
| artists | 175 | 23 | 89 | 129 |

* **Another name altogether.** Of the entities that were not retrieved at all, no word is shared with or similar to the query in 37 of 37
  (countries), 276 of 364 (tough-tables), 230 of 369 (autofj) and 86 of 129 (artists): former names of states, pseudonyms, maiden names, scientific names for
  common ones, sponsors' names. Only a list that holds them as other names can find them. They alone are 8 % of autofj's queries with an answer
  and 3 % of those of artists, so that 0.92 and 0.97 among ten are about what the names in these lists can give.
* **Same name, another thing.** In tough-tables without properties, 54 of the 83 false matches had exactly the name of an entity that was
  not meant (a state for its university, a namesake). Nothing in the name speaks against them; with properties they are below the limit.
* **Formal names.** Most of what countries leaves unmatched though the right state is first has more words than its name: those of its kind ("la République
  de …", "the Hashemite Kingdom of …"), of which the list often has no example in that language. "South Yemen" looks just the same and is
  right to be refused: 4.7 % of the queries without an answer are matched, and 5 % is the limit, so no lower threshold is to be had.
* **One slip in a single word.** 1,333 of the 2,568 unmatched queries of tough-tables are misspelt, and 592 of these are a single word
  ("Kaizer", "Malverne"), in which a slip leaves nothing else to go by.

## Lists of other kinds

Eleven short lists, written by hand, with names as people write them elsewhere and names that the lists lack. No coefficient was fitted on them, but
the rules for notes at the end of names, marked abbreviations and other spellings were found by looking at them. They are part of the
repository ([bench/quality/lists](../bench/quality/lists)), and a test guards their figures.

| list | queries | first | among ten | match precision | match recall | false matches |
|---|--:|--:|--:|--:|--:|--:|
${LISTS.map((list) => `| ${list} | ${figuresFor(rows, list).join(' | ')} |`).join('\n')}

Journals are matched least: abbreviations are all that is asked of them, in a list whose names differ by a word or a letter ("Physical Review A", "B", "E").

Measured on folders that are not part of this repository, each with \`entities.csv\`, \`queries.csv\` and \`meta.json\`:

\`\`\`
npx tsx bench/quality/run.ts FOLDER… bench/quality/lists/* --subsets --write bench/quality/figures.md
npx tsx bench/quality/write-quality-page.ts COMMIT
\`\`\`

All sets and parts are in [figures.md](../bench/quality/figures.md).
`;
}

/** Number of queries, then the five figures. Throws for a set without figures. */
function figuresFor(rows: ReadonlyMap<string, readonly string[]>, set: string): readonly string[] {
  const found = rows.get(set);
  if (found === undefined) throw new Error(`No figures for the set “${set}”.`);
  return found;
}
