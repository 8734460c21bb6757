import { z } from 'zod';
import type { ChunkHandle } from '../grid/cell-chunk.js';
import type { ColumnModel } from '../grid/column-model.js';
import { gridOf, type Grid, type RowGroup } from '../grid/grid.js';
import { chunkHandle, type SegmentFolder } from './segment-file.js';

/*
 * A state file: a grid as JSON, with the places of its chunks in segment files. Small whatever the rows hold; every entry of the history has one.
 */

const positions = z.number().int().nonnegative();

const columnSchema = z.object({
  cellIndex: positions,
  originalName: z.string(),
  name: z.string(),
  reconConfig: z
    .looseObject({ mode: z.string(), service: z.string(), identifierSpace: z.string(), schemaSpace: z.string() })
    .optional(),
  reconStats: z.object({ nonBlanks: z.number(), newTopics: z.number(), matchedTopics: z.number() }).optional(),
});

const stateSchema = z.object({
  format: z.literal(1),
  columns: z.array(columnSchema),
  columnGroups: z.array(
    z.object({ startColumnIndex: positions, columnSpan: positions, keyColumnIndex: z.number().int() }),
  ),
  nextCellIndex: positions,
  segments: z.array(z.string().regex(/^\d+\.segment$/)),
  groups: z.array(
    z.object({
      rowCount: positions,
      /** Cell index, place in `segments`, offset, length in bytes. */
      chunks: z.array(z.tuple([positions, positions, positions, positions])),
      starred: z.array(positions),
      flagged: z.array(positions),
    }),
  ),
});

/** The grid for a state file. Every chunk must be in a segment file; another one is a fault of the caller. */
export function stateOfGrid(grid: Grid): z.infer<typeof stateSchema> {
  const segments = new Map<string, number>();
  const groups = grid.groups.map(({ rowCount, chunks, marks }) => ({
    rowCount,
    chunks: [...chunks].map(([cellIndex, { reference }]): [number, number, number, number] => {
      if (reference === undefined) throw new Error('a chunk of the grid lies in no segment file');
      let segment = segments.get(reference.segment);
      if (segment === undefined) segments.set(reference.segment, (segment = segments.size));
      return [cellIndex, segment, reference.offset, reference.byteLength];
    }),
    starred: runsOf(marks.starred),
    flagged: runsOf(marks.flagged),
  }));
  const { columns, columnGroups, nextCellIndex } = grid.model;
  return {
    format: 1,
    columns: [...columns],
    columnGroups: [...columnGroups],
    nextCellIndex,
    segments: [...segments.keys()],
    groups,
  };
}

/**
 * The grid of a state file; its chunks are read on demand. Throws a ZodError or a RangeError for an inconsistent state.
 */
export function gridOfState(json: unknown, folder: SegmentFolder): Grid {
  const state = stateSchema.parse(json);
  const groups = state.groups.map(({ rowCount, chunks, starred, flagged }): RowGroup => {
    const handles = new Map<number, ChunkHandle>();
    for (const [cellIndex, place, offset, byteLength] of chunks) {
      const segment = state.segments[place];
      if (segment === undefined) throw new RangeError(`the state names no segment ${place}`);
      handles.set(cellIndex, chunkHandle(folder, { segment, offset, byteLength }));
    }
    return { rowCount, chunks: handles, marks: { starred: positionsOf(starred), flagged: positionsOf(flagged) } };
  });
  const { columns, columnGroups, nextCellIndex } = state;
  // Zod gives optional members the type `T | undefined`, but leaves out missing ones.
  return gridOf({ columns, columnGroups, nextCellIndex } as ColumnModel, groups);
}

/** Ascending positions as pairs of a first position and a length, so that a million stars are short. */
function runsOf(marked: readonly number[]): number[] {
  const runs: number[] = [];
  for (const position of marked) {
    const [first = 0, length = 0] = runs.slice(-2);
    if (runs.length > 0 && first + length === position) runs[runs.length - 1] = length + 1;
    else runs.push(position, 1);
  }
  return runs;
}

function positionsOf(runs: readonly number[]): readonly number[] {
  const marked: number[] = [];
  for (let place = 0; place < runs.length; place += 2) {
    const first = runs[place] ?? 0;
    for (let offset = 0; offset < (runs[place + 1] ?? 0); offset += 1) marked.push(first + offset);
  }
  return marked;
}
