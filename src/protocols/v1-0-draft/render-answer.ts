import type { Dataset } from '../../entities/dataset.js';
import type { Candidate, Feature, TypeReference } from '../../scoring/candidate.js';
import { featureName, PROPERTY_FEATURE } from '../../scoring/feature-table.js';
import type { AnsweredOutcome } from '../../describe/answer.js';
import { describedIn, ENGLISH, languageOf, languageWithin, type TextLanguage } from './language-of.js';
import type { Extension, ExtensionValue } from '../../describe/extend-data.js';
import { toWireCell } from '../v0-1/render-extension.js';

/** The answer to one query in the draft. `hurried` is as in version 0.2. */
export function renderDraftAnswer(outcome: AnsweredOutcome, dataset: Dataset): string {
  const candidates = outcome.candidates.map((candidate) => draftCandidate(candidate, dataset));
  return JSON.stringify(outcome.effortLowered ? { candidates, hurried: true } : { candidates });
}

interface DraftCandidate extends TextLanguage {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly descriptionLang?: string;
  readonly type: readonly (TypeReference & TextLanguage)[];
  readonly score: number;
  readonly match: boolean;
  readonly features: readonly object[];
}

/** One candidate of `renderDraftAnswer`. */
export function draftCandidate(
  { id, name, nameLanguage, description, types, score, match, features }: Candidate,
  dataset: Dataset,
): DraftCandidate {
  const entity = dataset.entities.entity(dataset.entities.ordinalOf(id));
  const language = languageOf(nameLanguage ?? entity.nameLanguage);
  // Names of types and properties have no language of their own: it is that of the preferred names, if any.
  const ofTypes = languageWithin(language, languageOf(dataset.metadata.language));
  return {
    id,
    name,
    ...language,
    ...describedIn(language, description, entity.descriptionLanguage),
    type: types.map((type) => ({ id: type.id, name: type.name, ...ofTypes })),
    score,
    match,
    features: renderFeatures(features, dataset, { own: languageWithin(language, ENGLISH), ofProperties: ofTypes }),
  };
}

/** Each id once, as the draft requires: several conditions on one property make one feature, with their joint value. */
function renderFeatures(
  features: readonly Feature[],
  dataset: Dataset,
  marks: { readonly own: TextLanguage; readonly ofProperties: TextLanguage },
): readonly object[] {
  const byId = new Map<
    string,
    { readonly id: string; readonly name: string; readonly value: number | boolean } & TextLanguage
  >();
  for (const { id, value } of features) {
    const before = byId.get(id)?.value;
    const sum =
      typeof before === 'number' && typeof value === 'number' ? Math.round((before + value) * 100) / 100 : value;
    byId.set(id, {
      id,
      name: featureName(id, dataset) ?? (id.startsWith(PROPERTY_FEATURE) ? id.slice(PROPERTY_FEATURE.length) : id),
      value: sum,
      ...(id.startsWith(PROPERTY_FEATURE) ? marks.ofProperties : marks.own),
    });
  }
  return [...byId.values()];
}

/**
 * JSON text of an extension in the draft: lists in the order of the request, an id or property as often as requested.
 * Texts carry their language.
 */
export function renderDraftExtension({ columns, rows }: Extension): string {
  return JSON.stringify({
    meta: columns,
    rows: rows.map(({ id, cells }) => ({
      id,
      properties: columns.map((column, i) => ({ id: column.id, values: (cells[i] ?? []).map(toCell) })),
    })),
  });
}

function toCell(value: ExtensionValue): object {
  const cell = toWireCell(value, 'str');
  return value.kind === 'text' || value.kind === 'entity' ? { ...cell, ...languageOf(value.language) } : cell;
}
