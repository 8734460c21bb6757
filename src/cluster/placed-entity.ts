import type { Entity } from '../entities/entity.js';
import { rowsOfNames, type LabelRow } from '../search/labels/rows-of-names.js';
import type { FoundEntity } from './read-documents.js';

/** An entity that came back, with its names analysed. Never changed, so it may be kept and shared by all who ask. */
export interface PlacedEntity {
  readonly position: number;
  readonly record: Entity;
  readonly rows: readonly LabelRow[];
  /** The words of its names, each once. */
  readonly words: readonly string[];
}

/** Cost: analysing its names. */
export function placedEntity({ position, record, furtherNames }: FoundEntity): PlacedEntity {
  const rows = rowsOfNames([record.name, ...record.aliases.map(({ text }) => text), ...furtherNames]);
  return { position, record, rows, words: [...new Set(rows.flatMap(({ label }) => label.tokens))] };
}
