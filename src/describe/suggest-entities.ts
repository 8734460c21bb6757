import type { Completion } from '../search/prefix-index.js';
import type { ReconciliationQuery, TypeMode } from '../scoring/query.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { resolveTypeRequest, type TypeRequest } from '../scoring/type-request.js';
import { hasLettersBeyondLatin, transliterate } from '../text/transliterate.js';

interface EntitySuggestionRequest extends PageRequest {
  /** The typed text, or the whole text of a cell. */
  readonly typed: string;
  /** Type ids or names; unknown ones are ignored. */
  readonly types: readonly string[];
  readonly typeMode: TypeMode;
  /** URI prefixes that may precede a typed id. */
  readonly uriPrefixes: readonly string[];
}

export interface EntitySuggestion {
  readonly ordinal: number;
  /** The matched alias; `undefined` when the preferred name matches. */
  readonly foundBy?: string;
}

/** With fewer completions, near names are added. */
const ENOUGH_COMPLETIONS = 20;
/** Minimum score of similar names for a user who types. */
const MIN_SIMILAR_SCORE = 20;
const SIMILAR_LIMIT = 30;

/** A page of suggestions, or a query if there are none. */
interface EntitySuggestions extends Page<EntitySuggestion> {
  /**
   * A search takes too long for the HTTP thread: the caller has it run elsewhere, and passes its answer to
   * `similarEntities`.
   */
  readonly similar?: ReconciliationQuery;
}

/**
 * Entities for a typed text: the one with exactly this id; then those with a name or a later word of a name that begins
 * so, in the order of the prefix index; then, if these are few, near names: the words in another order, with typos,
 * joined or split, or transliterated if nothing else is found; and without any near name – for the text of a cell
 * rather than a prefix – a query for similar names. Each entity once. Cost: one or two look-ups in the prefix index,
 * and at most thousands of names compared.
 */
export function suggestEntities(snapshot: DatasetSnapshot, request: EntitySuggestionRequest): EntitySuggestions {
  const { prefixIndex } = snapshot;
  const types = typeFilter(snapshot, request);
  const byId = entitiesById(snapshot, request).filter((ordinal) => types.kind !== 'only' || types.holds(ordinal));
  const accepts = (ordinal: number): boolean =>
    !byId.includes(ordinal) && (types.kind !== 'only' || types.holds(ordinal));

  // One more than the page tells whether there is another page.
  const limit = Math.max(request.offset + request.limit + 1, ENOUGH_COMPLETIONS);
  const ofTypes = types.kind === 'only' && types.wanted !== undefined ? { types: types.wanted } : {};
  const found = new Map<number, EntitySuggestion>();
  const addAll = (more: readonly EntitySuggestion[]): void => {
    for (const one of more) if (!byId.includes(one.ordinal) && !found.has(one.ordinal)) found.set(one.ordinal, one);
  };
  const addCompletions = (prefix: string): void => {
    addAll(
      prefixIndex
        .complete({ prefix, limit, offset: 0, ...ofTypes, accepts })
        .map((completion) => toSuggestion(snapshot, completion)),
    );
    if (found.size >= ENOUGH_COMPLETIONS) return;
    addAll(
      prefixIndex
        .completeNearly({ prefix, limit: ENOUGH_COMPLETIONS, offset: 0, ...ofTypes, accepts })
        .map((completion) => toSuggestion(snapshot, completion)),
    );
  };
  addCompletions(request.typed);
  if (found.size === 0 && hasLettersBeyondLatin(request.typed)) addCompletions(transliterate(request.typed));
  if (found.size === 0 && byId.length === 0 && isLongEnough(request.typed))
    return { items: [], next: undefined, similar: similarTo(snapshot, request) };

  return pageOf([...byId.map((ordinal) => ({ ordinal })), ...found.values()], request);
}

function toSuggestion({ candidateIndex }: DatasetSnapshot, { entity, row }: Completion): EntitySuggestion {
  const { labels } = candidateIndex;
  return labels.kindOf(row) === 'name' ? { ordinal: entity } : { ordinal: entity, foundBy: labels.textOf(row) };
}

function typeFilter({ dataset }: DatasetSnapshot, { types, typeMode }: EntitySuggestionRequest): TypeRequest {
  const known = types.filter((type) => dataset.types.resolve(type) !== undefined);
  return resolveTypeRequest(dataset, known, typeMode);
}

/** Entities whose identifier was typed, plain or as a URI. */
function entitiesById(
  { dataset }: DatasetSnapshot,
  { typed, uriPrefixes }: EntitySuggestionRequest,
): readonly number[] {
  const wanted = typed.trim();
  const forms = [
    wanted,
    ...uriPrefixes
      .filter((prefix) => wanted.startsWith(prefix))
      .flatMap((prefix) => decodings(wanted.slice(prefix.length))),
  ];
  return [...new Set(forms.map((id) => dataset.entities.ordinalOf(id)))].filter((ordinal) => ordinal >= 0);
}

function decodings(text: string): readonly string[] {
  try {
    return [text, decodeURIComponent(text)];
  } catch {
    return [text];
  }
}

function similarTo(
  { dataset }: DatasetSnapshot,
  { typed, types, typeMode }: EntitySuggestionRequest,
): ReconciliationQuery {
  return {
    text: typed,
    types: types.filter((type) => dataset.types.resolve(type) !== undefined),
    typeMode,
    properties: [],
    limit: SIMILAR_LIMIT,
  };
}

/** A page of the sufficiently similar candidates of the query `similar`, best first. */
export function similarEntities(
  { dataset }: DatasetSnapshot,
  candidates: readonly { readonly id: string; readonly score: number }[],
  page: PageRequest,
): Page<EntitySuggestion> {
  return pageOf(
    candidates
      .filter(({ score }) => score >= MIN_SIMILAR_SCORE)
      .map(({ id }) => ({ ordinal: dataset.entities.ordinalOf(id) })),
    page,
  );
}

/** A Latin prefix is informative from four letters on; one Chinese character is like a syllable. */
function isLongEnough(typed: string): boolean {
  const characters = [...typed.trim()];
  return (
    characters.length >= 4 ||
    (characters.length >= 2 &&
      characters.some((character) =>
        /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(character),
      ))
  );
}

export interface PageRequest {
  readonly offset: number;
  /** Maximum items. */
  readonly limit: number;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Offset of the next part; `undefined` at the end. */
  readonly next: number | undefined;
}

/** A page of a complete list. */
export function pageOf<T>(all: readonly T[], { offset, limit }: PageRequest): Page<T> {
  const end = offset + limit;
  return { items: all.slice(offset, end), next: end < all.length ? end : undefined };
}
