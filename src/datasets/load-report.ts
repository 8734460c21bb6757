import type { RecordFaultKind } from '../formats/raw-record.js';
import { amountOf } from '../foundation/amount-of.js';
import { appendAll } from '../foundation/append-all.js';

type ProblemKind =
  | RecordFaultKind
  | 'id-missing'
  | 'id-duplicate'
  | 'name-empty'
  | 'value-odd'
  | 'coordinates-impossible'
  | 'reference-dangling'
  | 'name-uncertain'
  | 'id-uncertain'
  | 'type-uncertain'
  | 'name-shared'
  | 'column-empty'
  | 'alias-unknown-id'
  | 'alias-empty'
  | 'alias-without-id'
  | 'alias-shared'
  | 'alias-denied'
  | 'change-value-odd';

/** One place where something is wrong. */
export interface ProblemPlace {
  readonly file: string;
  /** 1-based; 0 where the source does not tell. */
  readonly line?: number;
  /** What `line` counts, where it is not lines. */
  readonly unit?: 'record' | 'row';
  /** Heading of the column. */
  readonly column?: string;
  readonly message: string;
}

/** All problems of one kind. */
export interface Problem {
  readonly kind: ProblemKind;
  /** Whether records were left out because of it. */
  readonly rejects: boolean;
  /** How often it was met; more than there are examples. */
  readonly count: number;
  /** The first ones. */
  readonly examples: readonly ProblemPlace[];
}

interface LoadedFile {
  readonly file: string;
  /** In words: `delimited by commas, UTF-8, gzipped`. */
  readonly readAs: string;
  readonly records: number;
}

/** A column as it was read. */
export interface ReportedColumn {
  readonly heading: string;
  /** unused: nothing is made of it. */
  readonly part: 'id' | 'name' | 'alias' | 'type' | 'description' | 'property' | 'unused';
  /** The first values. */
  readonly examples: readonly string[];
}

/** What came of a file of aliases. Names are counted once for each id that they are given to. */
export interface AliasFileReport {
  readonly file: string;
  /** How it was understood, one sentence each. */
  readonly notes: readonly string[];
  /** Headings of the columns that were read, where it is a table. */
  readonly columns?: { readonly name: string; readonly id: string };
  /** Names that entities have gained. */
  readonly added: number;
  /** Entities that have gained a name. */
  readonly entities: number;
  /** Names that their entities had before. */
  readonly known: number;
  /** Names and rows that could not be used; the problems say why. */
  readonly leftOut: number;
  /** Rows without an id: not judged, or the list does not have what is meant. */
  readonly withoutId: number;
  /** Rows of a table that was matched which stand as the service itself has matched them, and teach nothing. */
  readonly ownMatches: number;
}

/** What loading found out, as plain JSON. */
export interface LoadReport {
  readonly name: string;
  readonly files: readonly LoadedFile[];
  /** The columns of all files, in their order. */
  readonly columns: readonly ReportedColumn[];
  /** What was recognised without being told, a sentence each. */
  readonly inferred: readonly string[];
  /** Files of aliases, in their order. */
  readonly aliasFiles: readonly AliasFileReport[];
  readonly counts: {
    readonly records: number;
    readonly entities: number;
    /** Names and aliases. */
    readonly labels: number;
    readonly types: number;
    readonly properties: number;
    /** Records that were left out. */
    readonly rejected: number;
    /** Everything else worth a look. */
    readonly warnings: number;
  };
  /** Those that cost records first. */
  readonly problems: readonly Problem[];
}

/** What each kind of problem is, before its count. */
const TITLES: Readonly<Record<ProblemKind, string>> = {
  'unclosed-quote': 'Quotation marks that are never closed',
  'stray-quote': 'Quotation marks that are not doubled',
  'short-row': 'Rows with too few cells',
  'cut-off': 'Files that end in the middle of a record',
  'long-row': 'Rows with too many cells',
  'not-json': 'Records that are not JSON',
  'not-a-record': 'Records that are not objects',
  'not-marc': 'Records of MARC that cannot be read',
  'not-xml': 'XML that cannot be read',
  'not-a-statement': 'Lines of RDF that cannot be read (left out)',
  contradiction: 'Names that are said to mean something and not to mean it (left out)',
  'broken-encoding': 'Characters that could not be decoded',
  'nul-characters': 'NUL characters',
  'id-missing': 'Records without an id',
  'id-duplicate': 'Ids that were used before',
  'name-empty': 'Records without a name',
  'value-odd': 'Values unlike the rest of their column (kept as text)',
  'coordinates-impossible': 'Coordinates that cannot be',
  'reference-dangling': 'References to ids that do not exist (kept as text)',
  'name-uncertain': 'Column of the names, not certain',
  'id-uncertain': 'Column of the ids, not certain',
  'type-uncertain': 'Column of the types, not certain',
  'name-shared': 'Names that several entities share',
  'column-empty': 'Columns without any value',
  'alias-unknown-id': 'Aliases for ids that the list does not have (left out)',
  'alias-empty': 'Aliases that are empty (left out)',
  'alias-without-id': 'Aliases that do not say what they mean (left out)',
  'alias-shared': 'Aliases that mean several entities (all of them are called so)',
  'alias-denied': 'Aliases that are said elsewhere not to mean what they are given to (left out)',
  'change-value-odd': 'Values of changed entities that no property takes (left out)',
};

const KINDS_BY_WEIGHT: readonly ProblemKind[] = [
  'name-uncertain',
  'id-uncertain',
  'type-uncertain',
  'not-json',
  'not-a-record',
  'not-marc',
  'not-xml',
  'not-a-statement',
  'contradiction',
  'id-missing',
  'id-duplicate',
  'name-empty',
  'unclosed-quote',
  'broken-encoding',
  'nul-characters',
  'cut-off',
  'long-row',
  'short-row',
  'stray-quote',
  'coordinates-impossible',
  'value-odd',
  'change-value-odd',
  'reference-dangling',
  'alias-unknown-id',
  'alias-empty',
  'alias-without-id',
  'alias-denied',
  'alias-shared',
  'column-empty',
  'name-shared',
];

const EXAMPLES_KEPT = 10;
const EXAMPLES_SHOWN = 3;

/** Collects problems: all are counted, the first ten of each kind are kept. */
export class ProblemLog {
  private readonly kept = new Map<
    ProblemKind,
    { rejects: boolean; count: number; readonly examples: ProblemPlace[] }
  >();
  private rejectedRecords = 0;
  private readonly units: ReadonlyMap<string, 'record' | 'row'>;

  /** `units`: file → what its places are counted in, where it is not lines. */
  constructor(units: ReadonlyMap<string, 'record' | 'row'> = new Map()) {
    this.units = units;
  }

  /** Records left out so far. */
  get rejected(): number {
    return this.rejectedRecords;
  }

  add(
    kind: ProblemKind,
    place: ProblemPlace,
    options: { readonly rejected?: boolean; readonly count?: number } = {},
  ): void {
    const rejected = options.rejected ?? false;
    const entry = this.kept.get(kind) ?? { rejects: rejected, count: 0, examples: [] };
    entry.count += options.count ?? 1;
    entry.rejects ||= rejected;
    const unit = this.units.get(place.file);
    if (entry.examples.length < EXAMPLES_KEPT) entry.examples.push(unit === undefined ? place : { ...place, unit });
    if (rejected) this.rejectedRecords++;
    this.kept.set(kind, entry);
  }

  list(): readonly Problem[] {
    return KINDS_BY_WEIGHT.flatMap((kind) => {
      const entry = this.kept.get(kind);
      return entry === undefined ? [] : [{ kind, ...entry }];
    });
  }

  /** Everything counted that did not cost a record; shared names are ordinary, and a doubt about a column is no fault of the data: they do not count. */
  get warnings(): number {
    return this.list().reduce(
      (sum, { kind, rejects, count }) =>
        sum + (rejects || kind === 'name-shared' || kind.endsWith('-uncertain') ? 0 : count),
      0,
    );
  }
}

/** The report in one line: `16,485 entities of 3 types with 20,112 names from artists.csv; 2 records left out`. */
export function summariseLoadReport(report: LoadReport): string {
  const { counts } = report;
  const from = report.files.length === 1 ? report.files.map(({ file }) => file).join() : `${report.files.length} files`;
  const types = counts.types === 0 ? '' : ` of ${amountOf(counts.types, 'type')}`;
  const rejected = counts.rejected === 0 ? '' : `; ${amountOf(counts.rejected, 'record')} left out`;
  return `${amountOf(counts.entities, 'entity', 'entities')}${types} with ${amountOf(counts.labels, 'name')} from ${from}${rejected}`;
}

/** How a file of aliases was understood, and what came of it, as lines: last `judged.csv: 12 names added to 10 entities, 3 there already; 2 left out; 4 rows without an id.` */
export function describeAliasFile({
  file,
  notes,
  added,
  entities,
  known,
  leftOut,
  withoutId,
  ownMatches,
}: AliasFileReport): readonly string[] {
  const outcome = [
    `${amountOf(added, 'name')} added to ${amountOf(entities, 'entity', 'entities')}${known === 0 ? '' : `, ${known.toLocaleString('en')} there already`}`,
    ...(leftOut === 0 ? [] : [`${leftOut.toLocaleString('en')} left out`]),
    ...(withoutId === 0 ? [] : [`${amountOf(withoutId, 'row')} without an id`]),
    ...(ownMatches === 0
      ? []
      : [`${amountOf(ownMatches, 'row')} as the service itself had matched ${ownMatches === 1 ? 'it' : 'them'}`]),
  ];
  return [...notes, `${outcome.join('; ')}.`].map((sentence) => `${file}: ${sentence}`);
}

/** How parts of a report are marked for people. */
export interface ReportMarks {
  readonly heading: (text: string) => string;
  /** What needs a look. */
  readonly look: (text: string) => string;
  /** What was left out. */
  readonly leftOut: (text: string) => string;
}

const asItIs = (text: string): string => text;
const NO_MARKS: ReportMarks = { heading: asItIs, look: asItIs, leftOut: asItIs };

/** The report for people, ending in a line break. */
export function formatLoadReport(report: LoadReport, marks: ReportMarks = NO_MARKS): string {
  const lines = [marks.heading(report.name), ''];
  for (const { file, readAs, records } of report.files)
    lines.push(`${file}: ${readAs}, ${amountOf(records, 'record')}`);
  if (report.inferred.length > 0)
    appendAll(lines, ['', marks.heading('What was recognised'), ...report.inferred.map((sentence) => `  ${sentence}`)]);
  if (report.aliasFiles.length > 0)
    appendAll(lines, [
      '',
      marks.heading('Aliases'),
      ...report.aliasFiles.flatMap(describeAliasFile).map((line) => `  ${line}`),
    ]);
  const { counts } = report;
  lines.push('', marks.heading('What came of it'));
  lines.push(
    `  ${amountOf(counts.entities, 'entity', 'entities')} with ${amountOf(counts.labels, 'name')}, ${amountOf(counts.types, 'type')}, ${amountOf(counts.properties, 'property', 'properties')}`,
  );
  lines.push(
    counts.rejected === 0
      ? '  No record was left out.'
      : marks.leftOut(`  ${amountOf(counts.rejected, 'record')} left out`),
  );
  if (report.problems.length > 0)
    appendAll(lines, [
      '',
      marks.heading('What to look at'),
      ...report.problems.flatMap((problem) => formatProblem(problem, marks)),
    ]);
  return `${lines.join('\n')}\n`;
}

function formatProblem(problem: Problem, { look, leftOut }: ReportMarks): readonly string[] {
  const mark = problem.rejects ? leftOut : problem.kind === 'name-shared' ? asItIs : look;
  const shown = problem.examples.slice(0, EXAMPLES_SHOWN).map((place) => `    ${formatPlace(place)}`);
  const more = problem.examples.length > EXAMPLES_SHOWN || problem.count > problem.examples.length ? ['    …'] : [];
  return [
    mark(`  ${TITLES[problem.kind]}: ${problem.count.toLocaleString('en')}${problem.rejects ? ' (left out)' : ''}`),
    ...shown,
    ...more,
  ];
}

function formatPlace({ file, line, unit, column, message }: ProblemPlace): string {
  return `${file}${line === undefined || line === 0 ? '' : `, ${unit ?? 'line'} ${line}`}${column === undefined ? '' : `, column "${column}"`}: ${message}`;
}
