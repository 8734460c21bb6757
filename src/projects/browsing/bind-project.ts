import type { BoundProject, BoundRow, CompiledExpression } from '../expressions/expression-language.js';
import type { ExpressionValue } from '../expressions/expression-value.js';
import { ErrorValue } from '../grid/cell-value.js';
import { findColumn } from '../grid/column-model.js';
import { readGroups, RowReader, type Grid } from '../grid/grid.js';
import { baseColumnOf, bindGrid, type BoundGrid } from './bind-rows.js';
import { facetText } from './facet-text.js';

interface ProjectReach {
  readonly id: string;
  readonly name: string;
  readonly grid: Grid;
  /** Another project's grid by its name. Throws an Error with a sentence for none, or more than one. */
  readonly openProject: (name: string) => Grid;
  readonly compile: (expression: string) => CompiledExpression;
}

/**
 * A grid and its project for expressions. Tables for look-ups are made on first use, and kept as long as the result.
 */
export function bindProject(reach: ProjectReach): BoundGrid {
  const lookups = new Map<string, (value: ExpressionValue) => readonly BoundRow[]>();
  const counts = new Map<string, ReadonlyMap<string, number>>();
  const project: BoundProject = {
    id: reach.id,
    name: reach.name,
    cross: (value, projectName, columnName) => {
      const isOwn = projectName === '' || projectName === reach.name;
      const key = JSON.stringify([isOwn ? '' : projectName, columnName]);
      let lookup = lookups.get(key);
      if (lookup === undefined) {
        const other = isOwn ? bound : bindGrid(reach.openProject(projectName), project);
        lookups.set(key, (lookup = columnName === '' ? rowByIndex(other) : rowsByValue(other, columnName)));
      }
      return lookup(value);
    },
    facetCount: (value, expression, columnName) => {
      const key = JSON.stringify([expression, columnName]);
      let counted = counts.get(key);
      if (counted === undefined) counts.set(key, (counted = countValues(bound, reach.compile(expression), columnName)));
      if (!Array.isArray(value)) return counted.get(facetText(value)) ?? 0;
      const elements: readonly ExpressionValue[] = value;
      return elements.reduce<number>((sum, element) => sum + (counted.get(facetText(element)) ?? 0), 0);
    },
  };
  const bound = bindGrid(reach.grid, project);
  return bound;
}

function rowByIndex(other: BoundGrid): (value: ExpressionValue) => readonly BoundRow[] {
  const reader = new RowReader(other.grid);
  return (value) => {
    const index = typeof value === 'bigint' || typeof value === 'number' ? Number(value) : NaN;
    const row = reader.row(index);
    return row === undefined ? [] : [other.row(row)];
  };
}

function rowsByValue(other: BoundGrid, columnName: string): (value: ExpressionValue) => readonly BoundRow[] {
  const column = findColumn(other.grid.model, columnName);
  if (column === undefined) throw new Error(`Unable to find column with name ${columnName}`);
  const rows = new Map<string, number[]>();
  for (const reader of readGroups(other.grid)) {
    const chunk = reader.chunk(column.cellIndex);
    for (let position = 0; position < reader.group.rowCount; position += 1) {
      const value = chunk.value(position);
      if (value === null || value instanceof ErrorValue) continue;
      const text = facetText(value);
      const indexes = rows.get(text);
      if (indexes === undefined) rows.set(text, [reader.firstRow + position]);
      else indexes.push(reader.firstRow + position);
    }
  }
  const reader = new RowReader(other.grid);
  return (value) =>
    (rows.get(facetText(value)) ?? []).flatMap((index) => {
      const row = reader.row(index);
      return row === undefined ? [] : [other.row(row)];
    });
}

function countValues(bound: BoundGrid, compiled: CompiledExpression, columnName: string): ReadonlyMap<string, number> {
  const base = baseColumnOf(bound.grid, columnName);
  if (base.cellIndex === undefined) throw new Error(`No such column named ${columnName}`);
  const counts = new Map<string, number>();
  const count = (value: ExpressionValue): void => {
    if (value instanceof ErrorValue) return;
    const text = facetText(value);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  };
  for (const reader of readGroups(bound.grid)) {
    const bindings = Array.from({ length: reader.group.rowCount }, (_, position) => bound.bind(reader, position, base));
    for (const value of compiled.evaluate(bindings)) {
      if (!Array.isArray(value)) count(value);
      else new Set<ExpressionValue>(value).forEach(count);
    }
  }
  return counts;
}
