import type { Progress, ReportProgress } from '../foundation/progress.js';
import type { RawCell } from '../formats/raw-record.js';
import { slugOf } from './property-naming.js';
import type { Mapping } from './mapping.js';
import { preferredFirst } from './preferred-language.js';
import type { DataFile } from './data-file.js';
import type { EntitySink, RegisteredIds } from './entity-sink.js';
import { refuseTooLarge } from './refuse-too-large.js';
import { ColumnProfile } from './profile-column.js';

/** Results of the first pass over all records. */
export interface Survey extends RegisteredIds {
  /** Ids of the records with a name: possible targets of references. Without an id column: slugs of the names. */
  readonly ids: RegisteredIds['ids'];
  /** Column → statistics of its cells, over all files that have it. */
  readonly profiles: ReadonlyMap<string, ColumnProfile>;
  readonly records: number;
}

/**
 * Reads all files once. Memory: the ids in the sink, and a little for each column. Errors: `dataset-too-large` as soon
 * as the memory of this computer evidently does not suffice.
 */
export function surveyRecords(
  files: readonly DataFile[],
  parts: Pick<Mapping, 'id' | 'name' | 'language'>,
  { unprofiled, labels, sink, tell }: Surveying,
): Survey {
  const register = sink.register();
  const profiles = new Map<string, ColumnProfile>();
  let records = 0;
  let entities = 0;
  let nameCharacters = 0;
  let idCharacters = 0;
  let characters = 0;

  const howFar = howFarIn(files);
  for (const [at, { reader }] of files.entries()) {
    const idColumn = reader.columns.findIndex(
      (column) => column === parts.id.find((id) => reader.columns.includes(id)),
    );
    const found: MetColumns = { id: idColumn, names: [], inFront: new Map(), profiled: [], marked: [] };
    const meetColumns = (width: number): void => {
      for (let column = found.profiled.length; column < width; column++) {
        const name = reader.columns[column] ?? '';
        if (found.id < 0 && parts.id.includes(name)) found.id = column;
        const label = parts.name.find((one) => one.column === name);
        if (label !== undefined) found.names.push({ at: column, before: label.before });
        if (parts.name.some((one) => one.before === name)) found.inFront.set(name, column);
        const profile = unprofiled.has(name) ? undefined : profileOf(profiles, name, sink.mostRemembered);
        found.profiled.push(labels.has(name) ? undefined : profile);
        found.marked.push(labels.has(name) ? profile : undefined);
      }
    };
    reader.read(
      (cells) => {
        if (++records % PROGRESS_INTERVAL === 0) {
          const progress = howFar(at, records);
          tell(progress);
          if (sink.inMemory)
            refuseTooLarge(files[at]?.file ?? '', {
              entities,
              nameCharacters,
              idCharacters,
              characters,
              share: progress.all === undefined ? undefined : progress.done / progress.all,
            });
        }
        if (cells.length > found.profiled.length) meetColumns(cells.length);
        const name = nameIn(cells, found, parts.language);
        const id = parts.id.length === 0 ? slugOf(name) : found.id < 0 ? '' : firstText(cells[found.id]);
        if (id !== '' && name !== '') {
          // Of records with the same id only the first becomes an entity.
          if (register.add(id) || parts.id.length === 0) {
            entities++;
            nameCharacters += name.length;
            idCharacters += id.length;
          }
        }
        for (let column = 0; column < cells.length; column++) {
          const cell = cells[column];
          if (cell === undefined || cell === '') continue;
          if (typeof cell === 'string') characters += cell.length;
          found.profiled[column]?.add(cell, id);
          found.marked[column]?.addMarks(cell);
        }
      },
      () => undefined,
    );
  }
  return { ...register.finish(), profiles, records };
}

interface Surveying {
  /** Columns read only for ids and names. */
  readonly unprofiled: ReadonlySet<string>;
  /** Columns of which only separators are counted. */
  readonly labels: ReadonlySet<string>;
  readonly sink: Pick<EntitySink, 'register' | 'inMemory' | 'mostRemembered'>;
  readonly tell: ReportProgress;
}

/** Records between two reports of progress. */
export const PROGRESS_INTERVAL = 2_048;

/** Progress of reading the file at a position: in bytes where all files know theirs, else in records. */
function howFarIn(files: readonly DataFile[]): (at: number, records: number) => Progress {
  const positions = files.map(({ position }) => position);
  const all = positions.reduce((sum, position) => sum + (position?.all ?? NaN), 0);
  return (at, records) => {
    if (Number.isNaN(all)) return { phase: 'reading', unit: 'records', done: records };
    const done = positions.slice(0, at).reduce((sum, position) => sum + (position?.all ?? 0), positions[at]?.done ?? 0);
    return { phase: 'reading', unit: 'bytes', done, all, records };
  };
}

/** Positions of the columns of a file; without a header row they are found while reading. */
interface MetColumns {
  /** -1 for none so far. */
  id: number;
  readonly names: { readonly at: number; readonly before: string | undefined }[];
  /** Columns whose text stands in front of that of others. */
  readonly inFront: Map<string, number>;
  /** By position: the profiles of the values and of the separators. */
  readonly profiled: (ColumnProfile | undefined)[];
  readonly marked: (ColumnProfile | undefined)[];
}

/** The text of the name, `''` for none. */
function nameIn(cells: readonly RawCell[], { names, inFront }: MetColumns, language: string | undefined): string {
  for (const { at, before } of names) {
    const front = before === undefined ? undefined : cells[inFront.get(before) ?? -1];
    const text = firstText(preferredFirst(inFrontOf(front, cells[at]), language));
    if (text !== '') return text;
  }
  return '';
}

function profileOf(profiles: Map<string, ColumnProfile>, column: string, mostRemembered: number): ColumnProfile {
  const known = profiles.get(column);
  if (known !== undefined) return known;
  const profile = new ColumnProfile(mostRemembered);
  profiles.set(column, profile);
  return profile;
}

/** A cell with the text of another in front: given names before family names. Arrays stay unchanged. */
export function inFrontOf(before: RawCell | undefined, cell: RawCell | undefined): RawCell | undefined {
  const front = firstText(before);
  if (front === '' || (cell !== undefined && typeof cell !== 'string')) return cell;
  return cell === undefined || cell.trim() === '' ? front : `${front} ${cell.trim()}`;
}

/** The trimmed text of a cell, or of the first value of an array. */
export function firstText(cell: RawCell | undefined): string {
  if (cell === undefined) return '';
  return (typeof cell === 'string' ? cell : (cell[0]?.text ?? '')).trim();
}
