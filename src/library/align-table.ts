import { SameasError } from '../foundation/sameas-error.js';
import { entitiesLike } from '../input/open-sent-questions.js';
import type { TableDataset } from '../input/table-dataset.js';
import { nameColumn } from '../input/name-column.js';
import { LOOKED_AT } from '../input/name-pairs.js';
import { inferColumns } from '../input/input-columns.js';

/** A table whose columns are inferred. */
export interface TableInput {
  readonly headings: readonly string[];
  /** A cell for each heading. A few hundred rows are enough; more than 600 are ignored. */
  readonly rows: readonly (readonly string[])[];
  /** Heading of the column of names; found by its values by default. */
  readonly name?: string | undefined;
  /** Id of the entity of each row, where known: infers the columns again from matched rows. */
  readonly matches?: readonly (string | null | undefined)[] | undefined;
}

/** A column that describes entities. */
export interface AlignedColumn {
  readonly heading: string;
  /**
   * Its meaning: names to match, the type, a property, half of a property of places, ids, aliases, or a description.
   */
  readonly as: 'name' | 'type' | 'property' | 'latitude' | 'longitude' | 'id' | 'alias' | 'description';
  /** Id of the property. */
  readonly property?: string;
  /** 0–1; absent for names and types. */
  readonly probability?: number;
  /** Of the rows with a clear name, the share whose values agree, and the same for shuffled rows. */
  readonly agreement?: number;
  readonly chance?: number;
  /** Whether equal values mean the same entity. */
  readonly isKey?: boolean;
  /** Up to three pairs of a value of the table and one of the dataset. */
  readonly examples?: readonly (readonly [string, string])[];
}

const MAX_ROWS_READ = 600;

/**
 * The columns that describe entities of the dataset, in order; others are left out. Rejects with `parameter-invalid`
 * when the column of names is missing or not found.
 */
export async function alignTable(
  { headings, rows, name, matches }: TableInput,
  whole: TableDataset,
): Promise<readonly AlignedColumn[]> {
  const first = rows.slice(0, MAX_ROWS_READ);
  const columns = headings.map((_, column) => column);
  const query =
    name === undefined
      ? nameColumn(
          { headings, rows: first, columns, properties: new Set() },
          await entitiesLike(whole, first, undefined),
          LOOKED_AT.inPassing,
        )?.column
      : headings.indexOf(name);
  if (query === undefined || query < 0)
    throw new SameasError(
      'parameter-invalid',
      name === undefined ? 'No column holds names.' : `No column is called "${name}".`,
      {
        advice: `State the heading of the column of names as "name". The columns are ${headings.map((heading) => `"${heading}"`).join(', ')}.`,
      },
    );
  const ids = matches?.slice(0, MAX_ROWS_READ).map((id) => id ?? '');
  const dataset = await entitiesLike(whole, first, query, ids);
  const ordinals = ids?.map(dataset.entities.ordinalOf);
  const pairs = ordinals?.flatMap((entity, row) => (entity < 0 ? [] : [{ row, entity, weight: 1 }]));
  const { type, alignments } = inferColumns({ headings, rows: first }, dataset, {
    query,
    entities: LOOKED_AT.inPassing,
    except: [],
    pairs,
  });
  return columns.flatMap((column): readonly AlignedColumn[] => {
    const heading = headings[column] ?? '';
    if (column === query) return [{ heading, as: 'name' }];
    if (column === type) return [{ heading, as: 'type' }];
    const found = alignments.find((one) => one.column === column);
    if (found === undefined) return [];
    const { target, probability, agreement, chance, isKey, examples } = found;
    return [
      {
        heading,
        as: target.kind,
        ...('property' in target && { property: target.property.id }),
        probability,
        agreement,
        chance,
        isKey,
        examples,
      },
    ];
  });
}
