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

export interface ProblemPlace {
  readonly file: string;
  /** 1-based; 0 when unknown. */
  readonly line?: number;
  /** Unit of `line`, other than lines. */
  readonly unit?: 'record' | 'row';
  readonly column?: string;
  readonly message: string;
}

export interface Problem {
  readonly kind: ProblemKind;
  /** Whether records were left out because of it. */
  readonly rejects: boolean;
  /** Total number; there may be fewer examples. */
  readonly count: number;
  readonly examples: readonly ProblemPlace[];
}

interface LoadedFile {
  readonly file: string;
  /** In words: `delimited by commas, UTF-8, gzipped`. */
  readonly readAs: string;
  readonly records: number;
}

export interface ReportedColumn {
  readonly heading: string;
  /** unused: ignored. */
  readonly part: 'id' | 'name' | 'alias' | 'type' | 'description' | 'property' | 'unused';
  readonly examples: readonly string[];
}

/** Result of reading a file of aliases. A name counts once for each of its ids. */
export interface AliasFileReport {
  readonly file: string;
  /** Sentences on how the file was read. */
  readonly notes: readonly string[];
  /** Headings of the columns, for a table. */
  readonly columns?: { readonly name: string; readonly id: string };
  /** Names added to entities. */
  readonly added: number;
  readonly entities: number;
  /** Names that their entities already had. */
  readonly known: number;
  /** Unusable names and rows; the problems give reasons. */
  readonly leftOut: number;
  readonly withoutId: number;
  /** Rows that are unchanged automatic matches and therefore ignored. */
  readonly ownMatches: number;
}

/** Report of a loading, as plain JSON. */
export interface LoadReport {
  readonly name: string;
  readonly files: readonly LoadedFile[];
  readonly columns: readonly ReportedColumn[];
  /** A sentence for each inferred part. */
  readonly inferred: readonly string[];
  readonly aliasFiles: readonly AliasFileReport[];
  readonly counts: {
    readonly records: number;
    readonly entities: number;
    readonly labels: number;
    readonly types: number;
    readonly properties: number;
    readonly rejected: number;
    /** All other problems. */
    readonly warnings: number;
  };
  /** Those with rejected records first. */
  readonly problems: readonly Problem[];
}

/** Title of each kind of problem, before its count. */
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

/** Collects problems: counts all, keeps the first ten of each kind. */
export class ProblemLog {
  private readonly kept = new Map<
    ProblemKind,
    { rejects: boolean; count: number; readonly examples: ProblemPlace[] }
  >();
  private rejectedRecords = 0;
  private readonly units: ReadonlyMap<string, 'record' | 'row'>;

  /** `units`: file → unit of its places, other than lines. */
  constructor(units: ReadonlyMap<string, 'record' | 'row'> = new Map()) {
    this.units = units;
  }

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

  /**
   * Number of problems without a rejected record; without shared names, which are ordinary, and doubts about columns,
   * which are no fault of the data.
   */
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

/**
 * Report on a file of aliases, as lines: last `judged.csv: 12 names added to 10 entities, 3 there already; 2 left out;
 * 4 rows without an id.`
 */
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

/** Marks of parts of a report for people. */
export interface ReportMarks {
  readonly heading: (text: string) => string;
  /** Parts that need attention. */
  readonly look: (text: string) => string;
  /** Rejected records. */
  readonly leftOut: (text: string) => string;
}

const asItIs = (text: string): string => text;
const NO_MARKS: ReportMarks = { heading: asItIs, look: asItIs, leftOut: asItIs };

/** The report as text, ending in a line break. */
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
