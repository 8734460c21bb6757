import { deadlineAfter } from '../../foundation/deadline.js';
import type { Completion } from '../../search/prefix-index.js';
import { analyseLabel } from '../../text/analyse-label.js';
import type { DatasetGeneration } from '../dataset-generation.js';
import { reconcile } from '../reconcile.js';
import type { TypeMode } from '../reconciliation-query.js';
import { resolveTypeRequest, type TypeRequest } from '../resolve-type-request.js';
import { pageOf, type Page, type PageRequest } from './page.js';

export interface EntitySuggestionRequest extends PageRequest {
  /** What somebody typed, or the whole text of a cell. */
  readonly typed: string;
  /** Type ids or names; those that are not known are passed over. */
  readonly types: readonly string[];
  readonly typeMode: TypeMode;
  /** URI prefixes of identifiers: an id may be typed with one of them before it. */
  readonly uriPrefixes: readonly string[];
}

/** An entity that may be meant. */
export interface EntitySuggestion {
  readonly ordinal: number;
  /** The other name by which it was found; `undefined` when the preferred name says it. */
  readonly foundBy?: string;
}

/** With fewer completions than this, names that are only similar are looked for as well. */
const ENOUGH_COMPLETIONS = 20;
/** So many of the best-known completions are put in order by how near they are; what comes after is in the order of the index. */
const HEAD_COMPLETIONS = 300;
/** Similar names below this score are noise to somebody who types. */
const LEAST_SIMILAR_SCORE = 35;
const SIMILAR_LIMIT = 30;
/** A keystroke must be answered while it is still the last one. */
const SIMILAR_TIMEOUT_MS = 150;

/**
 * Entities for what was typed: the one with exactly this id; then those with a name or a later word of a name that begins so,
 * nearest and then best-known first; and when there are few of these, those with a similar name, best first. Each entity once.
 * Cost: a look-up in the prefix index; with few completions and four letters or more, one search.
 */
export function suggestEntities(generation: DatasetGeneration, request: EntitySuggestionRequest): Page<EntitySuggestion> {
  const types = typeFilter(generation, request);
  const byId = entitiesById(generation, request).filter((ordinal) => types.kind !== 'only' || types.holds(ordinal));
  const accepts = (ordinal: number): boolean => !byId.includes(ordinal) && (types.kind !== 'only' || types.holds(ordinal));
  const complete = (offset: number, limit: number): readonly Completion[] => generation.prefixIndex.complete({ prefix: request.typed, limit, offset, accepts });

  const found = byId.map((ordinal): EntitySuggestion => ({ ordinal }));
  const head = [...found, ...nearestFirst(generation, request.typed, complete(0, HEAD_COMPLETIONS))];
  if (head.length - found.length >= HEAD_COMPLETIONS) {
    const page = head.slice(request.offset, request.offset + request.limit);
    const wanted = request.limit - page.length;
    const rest = complete(Math.max(HEAD_COMPLETIONS, request.offset - found.length), wanted + 1);
    const hasMore = rest.length > wanted;
    return {
      items: [...page, ...rest.slice(0, wanted).map((completion) => toSuggestion(generation, completion))],
      next: hasMore || request.offset + request.limit < head.length ? request.offset + request.limit : undefined,
    };
  }
  if (head.length >= ENOUGH_COMPLETIONS) return pageOf(head, request);
  const seen = new Set(head.map(({ ordinal }) => ordinal));
  const similar = similarEntities(generation, request).filter((ordinal) => !seen.has(ordinal));
  return pageOf([...head, ...similar.map((ordinal): EntitySuggestion => ({ ordinal }))], request);
}

function toSuggestion({ candidateIndex }: DatasetGeneration, { entity, row }: Completion): EntitySuggestion {
  const isPreferred = candidateIndex.labels.kindOf(row) === 'name';
  return isPreferred ? { ordinal: entity } : { ordinal: entity, foundBy: candidateIndex.labels.textOf(row) };
}

/**
 * The completions with what is nearest to the typed text first: the whole of a label, then the beginning of a preferred name, of another name,
 * of a transliteration, then later words in the same order. Among equals the order stays. Without this, a country with names in two hundred
 * languages would stand before the town whose own name begins with what was typed.
 */
function nearestFirst(generation: DatasetGeneration, typed: string, completions: readonly Completion[]): readonly EntitySuggestion[] {
  const { labels } = generation.candidateIndex;
  const wanted = analyseLabel(typed).folded;
  if (wanted === '') return completions.map((completion) => toSuggestion(generation, completion));
  const distance = ({ row }: Completion): number => {
    const folded = labels.foldedOf(row);
    if (labels.isTransliteration(row)) return folded.startsWith(wanted) ? 3 : 6;
    if (folded === wanted) return 0;
    return (folded.startsWith(wanted) ? 1 : 4) + (labels.kindOf(row) === 'name' ? 0 : 1);
  };
  // The index names one label that fits; when the preferred name, which is the first row of an entity, fits as well, it is the one to show.
  const preferred = ({ entity, row }: Completion): Completion => {
    const [first] = labels.rowsOf(entity);
    return labels.foldedOf(first).startsWith(wanted) && labels.foldedOf(row) !== wanted ? { entity, row: first } : { entity, row };
  };
  return completions
    .map(preferred)
    .map((completion) => ({ completion, distance: distance(completion) }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ completion }) => toSuggestion(generation, completion));
}

function typeFilter({ dataset }: DatasetGeneration, { types, typeMode }: EntitySuggestionRequest): TypeRequest {
  const known = types.filter((type) => dataset.types.resolve(type) !== undefined);
  return resolveTypeRequest(dataset, known, typeMode);
}

/** Entities whose identifier was typed, bare or as a URI. */
function entitiesById({ dataset }: DatasetGeneration, { typed, uriPrefixes }: EntitySuggestionRequest): readonly number[] {
  const wanted = typed.trim();
  const forms = [wanted, ...uriPrefixes.filter((prefix) => wanted.startsWith(prefix)).flatMap((prefix) => decodings(wanted.slice(prefix.length)))];
  return [...new Set(forms.map((id) => dataset.entities.ordinalOf(id)))].filter((ordinal) => ordinal >= 0);
}

function decodings(text: string): readonly string[] {
  try {
    return [text, decodeURIComponent(text)];
  } catch {
    return [text];
  }
}

function similarEntities(generation: DatasetGeneration, { typed, types, typeMode }: EntitySuggestionRequest): readonly number[] {
  if (!isLongEnough(typed)) return [];
  const known = types.filter((type) => generation.dataset.types.resolve(type) !== undefined);
  const query = { text: typed, types: known, typeMode, properties: [], limit: SIMILAR_LIMIT };
  const outcome = reconcile(generation, query, deadlineAfter(SIMILAR_TIMEOUT_MS));
  if (outcome.kind === 'failed') throw outcome.error;
  return outcome.candidates
    .filter((candidate) => candidate.score >= LEAST_SIMILAR_SCORE)
    .map((candidate) => generation.dataset.entities.ordinalOf(candidate.id));
}

/** A word of Latin letters says little before its fourth; one character of Chinese says as much as a syllable. */
function isLongEnough(typed: string): boolean {
  const characters = [...typed.trim()];
  return characters.length >= 4 || (characters.length >= 2 && characters.some((character) => /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(character)));
}
