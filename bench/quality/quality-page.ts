import { readdirSync, readFileSync } from 'node:fs';

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
  { set: 'ror: names and logs', atLeast: [0.85, 0.95, 0.97, 0.6] },
  { set: 'ror', atLeast: [0.65, 0.85, 0.95, 0.4] },
  { set: 'tough-tables', atLeast: [undefined, undefined, undefined, undefined] },
  { set: 'tough-tables, with properties', atLeast: [0.93, 0.97, 0.97, 0.75] },
  { set: 'autofj', atLeast: [0.74, 0.88, 0.95, 0.45] },
  { set: 'artists', atLeast: [0.97, 0.99, 0.99, 0.85] },
  { set: 'abt-buy', atLeast: [0.85, 0.95, 0.95, 0.4] },
  { set: 'fodors-zagats, with properties', atLeast: [0.97, 0.99, 0.98, 0.85] },
  { set: 'airports, with properties', atLeast: [0.997, undefined, 0.997, 0.975] },
  { set: 'chicago-sites, with properties', atLeast: [0.945, undefined, 0.98, 0.75] },
  { set: 'febrl4, with properties', atLeast: [0.999, undefined, 0.998, 0.98] },
  { set: 'walmart-amazon, with properties', atLeast: [0.945, undefined, 0.975, 0.73] },
  { set: 'patents, with properties', atLeast: [0.933, undefined, 0.99, 0.8] },
];

/** What the page is made from: Markdown that the scripts beside this one write. */
export interface QualityRecords {
  /** figures.md: all sets and parts, with the scorer. */
  readonly figures: string;
  /** left-out.md: sets by coefficients that were fitted on the others. */
  readonly leftOut: string;
  /** misses.md: why answers are missed. */
  readonly misses: string;
  /** two-sources.md: sets made from published packages. */
  readonly twoSources: string;
}

/** Throws when a script was not run. */
export function readQualityRecords(): QualityRecords {
  const read = (name: string): string => readFileSync(`bench/quality/${name}.md`, 'utf8');
  return {
    figures: read('figures'),
    leftOut: read('left-out'),
    misses: read('misses'),
    twoSources: read('two-sources'),
  };
}

/** The page for records that were committed with `commit`. Throws when a set with a target has no figures. */
export function qualityPage({ figures, leftOut, misses, twoSources }: QualityRecords, commit: string): string {
  const rows = cellsOf(figures);
  const lists = new Set(readdirSync('bench/quality/lists').map((name) => name.replace(/\.\w+$/, '')));
  const table = TARGETS.map(({ set, atLeast }) => {
    const cells = figuresFor(rows, set)
      .slice(1)
      .map((figure, i) => {
        const least = atLeast[i];
        const ofFalseMatches = i === atLeast.length;
        if (!ofFalseMatches && least === undefined) return figure;
        const missed = least === undefined ? Number(figure) > FALSE_MATCHES : Number(figure) < least;
        const target =
          least === undefined
            ? `≤ ${FALSE_MATCHES.toFixed(2)}`
            : `≥ ${least.toFixed(Math.round(least * 1000) % 10 === 0 ? 2 : 3)}`;
        return missed ? `**${figure}** (${target})` : `${figure} (${target})`;
      });
    return `| ${set} | ${cells.join(' | ')} |`;
  });
  return `# Quality of matching

How often is the right entity found and matched? Twelve published collections with known answers, at commit \`${commit}\`. Targets stand in brackets; **bold** figures miss them.

* **first**, **among ten**: share of the queries with an answer in the list whose answer is the first candidate, or one of ten.
* **match precision**: share of the matched candidates that are right; **match recall**: share of the queries with an answer that are matched rightly.
* **false matches**: share of the queries without an answer in the list that are matched.

Types are sent with the queries; nothing is configured.

| set | first | among ten | match precision | match recall | false matches |
|---|--:|--:|--:|--:|--:|
${table.join('\n')}

## Collections that the weights have not seen

The weights are fitted to these collections, so results with other names may be worse. Here, each collection is answered with weights fitted to all the others.
*Recall at precision .98* is the recall that the best threshold for this list alone would have.

${leftOut.trimEnd()}

## Lists of other fields

Short lists written by hand ([bench/quality/lists](../bench/quality/lists)) hold names as people write them elsewhere, names that are missing, and difficult neighbours. Pairs of published data name the same things in two ways; a
seventh of the things was taken out of each list ([bench/quality/README.md](../bench/quality/README.md#names-of-two-sources)). Both are part of the fit, a short list with the weight 0.06, a pair with 0.3. The figures of each are in
[figures.md](../bench/quality/figures.md) and [two-sources.md](../bench/quality/two-sources.md).

| means | lists | first | among ten | match precision | match recall | false matches |
|---|--:|--:|--:|--:|--:|--:|
${meansOf(
  'short lists',
  [...rows].filter(([set]) => lists.has(set.replace(', with properties', ''))),
)}
${meansOf('pairs of published data', [...cellsOf(twoSources)])}

## Why targets are missed

A word counts as similar from seven tenths of equal letters in the same order. *Among ten at most* is the best possible share without the queries that share no such word with any name of the right entity.

${misses.trimEnd()}

* **Another name**: former names of states, pseudonyms, scientific names, sponsors, maiden names (75 queries of *artists*). Only an alias in the list finds them.
* **Similar neighbours**: in *autofj*, a wrong first candidate mostly shares the words that say what kind of thing it is (the ministry of another state).
* **Formal names**: in *countries*, unmatched queries mostly have more words than the name ("the Hashemite Kingdom of …").
* **A missing name**: in half of the unmatched queries of *artists*, one side lacks a middle name, which distinguishes father and son in families of painters.
* **The same name for another thing**: in *tough-tables* without properties, a state instead of its university.
* **Names that differ by a letter or a number**: drugs and seasons have the lowest recall of the short lists.

[evidence.md](../bench/quality/evidence.md) says how the figures change without each term of the [evidence](scoring.md#the-evidence).

## Measure again

The collections are folders with \`entities.csv\`, \`queries.csv\` and \`meta.json\`, and no part of this repository.

\`\`\`
npx tsx bench/quality/run.ts FOLDER… bench/quality/lists/* --subsets --join ror=names+logs --write bench/quality/figures.md
npx tsx bench/quality/fit-weights.ts FOLDER… LIST… SET… --left-out bench/quality/left-out.md --ablation bench/quality/evidence.md
npx tsx bench/quality/count-misses.ts COUNTRIES AUTOFJ ARTISTS --write bench/quality/misses.md
npx tsx bench/quality/write-quality-page.ts COMMIT
\`\`\`
`;
}

type Cells = readonly [set: string, figures: readonly string[]];

/** Rows of a Markdown table by their set: the number of queries, then the five figures. */
function cellsOf(table: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    table
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .map((cells): Cells => [cells[1] ?? '', cells.slice(2, 8)])
      .filter(([, [queries]]) => Number(queries) > 0),
  );
}

/** Two rows: means over sets by names alone, and over sets with properties. */
function meansOf(what: string, sets: readonly Cells[]): string {
  return [false, true]
    .map((withProperties) => {
      const chosen = sets.filter(([set]) => set.endsWith(', with properties') === withProperties);
      const means = [1, 2, 3, 4, 5].map((column) =>
        (chosen.reduce((sum, [, figures]) => sum + Number(figures[column]), 0) / chosen.length).toFixed(3),
      );
      return `| ${what}${withProperties ? ', with properties' : ''} | ${String(chosen.length)} | ${means.join(' | ')} |`;
    })
    .join('\n');
}

/** Number of queries, then the five figures. Throws for a set without figures. */
function figuresFor(rows: ReadonlyMap<string, readonly string[]>, set: string): readonly string[] {
  const found = rows.get(set);
  if (found === undefined) throw new Error(`No figures for the set “${set}”.`);
  return found;
}
