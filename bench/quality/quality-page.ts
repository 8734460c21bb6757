import { readFileSync } from 'node:fs';

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

const LISTS = [
  'addresses',
  'books',
  'chemicals',
  'companies',
  'films',
  'institutions',
  'journals',
  'persons',
  'scripts',
  'species',
  'subjects',
  'agencies',
  'articles',
  'articles, with properties',
  'drugs',
  'geography',
  'geography, with properties',
  'products',
  'products, with properties',
  'seasons',
  'software',
  'songs',
  'songs, with properties',
  'tastes',
  'tastes, with properties',
  'town-places',
  'town-places, with properties',
  'artworks',
  'artworks, with properties',
  'diseases',
  'languages',
  'occupations',
  'structures',
  'structures, with properties',
  'public-figures',
  ...['beers', 'clubs', 'goods', 'hotels', 'laws', 'lives', 'movies', 'papers', 'tracks'].flatMap((list) => [
    list,
    `${list}, with properties`,
  ]),
  'letters',
];

/** What the page is made from: Markdown that the scripts beside this one write. */
export interface QualityRecords {
  /** figures.md: all sets and parts, with the scorer. */
  readonly figures: string;
  /** left-out.md: sets by coefficients that were fitted on the others. */
  readonly leftOut: string;
  /** evidence.md: what the terms of the evidence are good for. */
  readonly evidence: string;
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
    evidence: read('evidence'),
    misses: read('misses'),
    twoSources: read('two-sources'),
  };
}

/** The page for records that were committed with `commit`. Throws when a set with a target has no figures. */
export function qualityPage(
  { figures, leftOut, misses, twoSources, evidence }: QualityRecords,
  commit: string,
): string {
  const rows = new Map(
    figures
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .map((cells) => [cells[1] ?? '', cells.slice(2, 8)]),
  );
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

How often does sameas find the right answer? This was measured with twelve collections of queries whose answers are known. The targets stand in brackets; a **bold** figure
misses its target. Committed with \`${commit}\`. The columns:

* **first**: of the queries that have an answer in the list, the share whose right answer is the first candidate; **among ten**: one of the first ten.
* **match precision**: of the candidates with \`match: true\`, the share that is right. **match recall**: of the queries that have an answer, the share that was matched correctly.
* **false matches**: of the queries that have *no* answer in the list, the share that was matched anyway.

Types are sent with the queries; nothing is configured.

| set | first | among ten | match precision | match recall | false matches |
|---|--:|--:|--:|--:|--:|
${table.join('\n')}

The weights of evidence were fitted to these same collections, and the weights of words were chosen with them. So with your own names the results may
be worse than in this table. A fairer measurement: for each collection, the formula is fitted to all the *other* collections. Then the results are:

${leftOut.trimEnd()}

\`bench/quality/fit-weights.ts\` fits the weights and computes such figures, by conditional likelihood with "nothing is meant" as one more candidate. The weights in use are fitted to all twelve collections, the short lists below (each counts
0.06 of a collection) and the lists of two sources (0.3). Entities of every list are also asked for by their own names. *Recall at precision .98*: the recall that the best threshold for this list alone would have.

## What each term is good for

Each term of [scoring.md](scoring.md#the-evidence) is switched off in turn, and nothing is fitted again. The first row has the means over the collections, the others how they change, in thousandths. Terms for identifiers, types and values that are refused
are asked for by no collection; small datasets in tests hold them.

${evidence.trimEnd()}

## Why some targets are missed

Some queries have no word in common with any name of the right entity, not even a similar one. (A word counts as similar if seven tenths of its letters are the
same, in the same order.) No comparison of names can find these. The table counts them. *Among ten at most* is the best possible result without
them; \`bench/quality/count-misses.ts\` computes it.

${misses.trimEnd()}

* **A completely different name.** Former names of states, pseudonyms, scientific instead of common names, names of sponsors: these can only be found if the list has them as
  other names. So two targets of *artists* (first, among ten) and one of *countries* (among ten) are higher than the names allow.
  In *artists*, another 75 queries have a different surname (maiden names and second surnames). Without these as well, about 0.94 first, 0.955 among ten and a recall of 0.92
  are possible.
* **Similar neighbours.** In *autofj*, a wrong first candidate mostly has those words of the query that say what kind of thing it is: the ministry of another state, the
  genus of a species, the longer part of a compound. In 210 cases the right answer shares a word with the query and is still not among ten. Most of these share only a word like
  "League" or "Stakes", beside the name of another sponsor.
* **Formal names.** In *countries*, most queries that are not matched, although the right state is first, have more words than its name ("la République
  de …", "the Hashemite Kingdom of …"). Often the list has no example of such words in that language. "South Yemen" looks very similar, and must not be
  matched.
* **An additional or missing name.** In about half of the unmatched queries of *artists*, one side lacks a middle name. In families of painters, the middle name distinguishes
  father and son. Of the right first candidates, 88 % are matched; the target for recall would need 94 %. Most of the others lack a first name or a surname, are
  written in another language, or have two errors. Among first candidates of such a probability, more are wrong than the target for precision allows.
* **The same name for another thing.** In *tough-tables* without properties, most false matches have exactly the name of an entity that is
  not meant, such as a state instead of its university. Only a note can speak against them, if the list also has the name with a note behind it. With properties they are below the limit.

## Lists of other kinds

Thirty-seven short lists were written by hand. Their queries are names as people write them elsewhere, and names that are not in the list. All are part of the
repository ([bench/quality/lists](../bench/quality/lists)), and a test makes sure that their figures do not get worse.

* The lists from *agencies* on were written before anything was measured with them. They contain difficult neighbours: another wine of the same maker and year, another article of
  the same authors, the widow of a politician.
* The six lists from *artworks* on were not used to fit the formula. But the rules for one additional word in a name, and for things that have the same
  properties, were found by looking at them; other rules were found by looking at the other lists.
* The nine lists from *beers* to *tracks* were written last. Each has properties, with the differences that such records have between sources. Before any rule was made by looking at them, all nine
  together had, without properties, a precision of 0.824, a recall of 0.579 and 0.204 false matches (a live recording has the name of the song). With properties they had 0.984, 0.832 and 0.023.

| list | queries | first | among ten | match precision | match recall | false matches |
|---|--:|--:|--:|--:|--:|--:|
${LISTS.map((list) => `| ${list} | ${figuresFor(rows, list).join(' | ')} |`).join('\n')}

Drugs and seasons have the lowest recall. The names of drugs differ by a few letters ("Ampicillin", "Amoxicillin"), those of seasons by a number. Among songs and articles, the remaining wrong
matches have the same title, or a title that begins with another title.

## Lists of two sources

How well are names matched that come from somewhere else, in fields that nobody had in mind? Published packages of data often name the same things, each in its own way, and give them the same
codes: railway stations, mobile phones, birds, banks. Twenty such pairs were made into lists and queries; a seventh of the things was taken out of each list. The weights are fitted to them as well, each for 0.3 of a collection. Where one source has another word for a thing ("Sparrowhawk", "Buzzard"), a name in
another language, or a formula, nothing can be found by its letters; and up to one in five of the few wrong matches is an error of the sources.

${twoSources.slice(twoSources.indexOf('| set |')).trimEnd()}

[bench/quality/README.md](../bench/quality/README.md#names-of-two-sources) says what each set is. The sets can be made and measured by anybody, with \`make-sets.ts\` there.

The twelve collections are folders that are not part of this repository, each with \`entities.csv\`, \`queries.csv\` and \`meta.json\`. The commands:

\`\`\`
npx tsx bench/quality/run.ts FOLDER… bench/quality/lists/* --subsets --join ror=names+logs --write bench/quality/figures.md
npx tsx bench/quality/fit-weights.ts FOLDER… LIST… SET… --left-out bench/quality/left-out.md --ablation bench/quality/evidence.md
npx tsx bench/quality/count-misses.ts COUNTRIES AUTOFJ ARTISTS --write bench/quality/misses.md
npx tsx bench/quality/write-quality-page.ts COMMIT
\`\`\`

The figures of all collections and their parts are in [figures.md](../bench/quality/figures.md).
`;
}

/** Number of queries, then the five figures. Throws for a set without figures. */
function figuresFor(rows: ReadonlyMap<string, readonly string[]>, set: string): readonly string[] {
  const found = rows.get(set);
  if (found === undefined) throw new Error(`No figures for the set “${set}”.`);
  return found;
}
