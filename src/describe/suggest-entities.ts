import type { Completion } from '../search/prefix-index.js';
import type { ReconciliationQuery, TypeMode } from '../scoring/query.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { resolveTypeRequest, type TypeRequest } from '../scoring/type-request.js';
import { hasLettersBeyondLatin, transliterate } from '../text/transliterate.js';
import { pageOf, type Page, type PageRequest } from './page.js';

interface EntitySuggestionRequest extends PageRequest {
  /** What a user typed, or the whole text of a cell. */
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

/** With fewer completions than this, those with one typing error are added. */
const ENOUGH_COMPLETIONS = 20;
/** Similar names below this score are noise to a user who types. */
const MIN_SIMILAR_SCORE = 20;
const SIMILAR_LIMIT = 30;

/** A page of suggestions, or what to ask for where nothing begins so. */
interface EntitySuggestions extends Page<EntitySuggestion> {
  /** A search takes longer than the thread that answers every request may: who asks has it made elsewhere, and takes `similarEntities` of what it gives. */
  readonly similar?: ReconciliationQuery;
}

/**
 * Entities for what was typed: the one with exactly this id; then those with a name or a later word of a name that begins so,
 * in the order of the prefix index; then, when there are few of these, those that have the words in another order, with typos, or joined or split, or in Latin letters when nothing is found in
 * those typed; and when nothing is near at all – the text is that of a cell rather than a beginning – a query for those with a similar name. Each entity once.
 * Cost: a look-up in the prefix index or two, and thousands of names at most that are held against what was typed.
 */
export function suggestEntities(snapshot: DatasetSnapshot, request: EntitySuggestionRequest): EntitySuggestions {
  const { prefixIndex } = snapshot;
  const types = typeFilter(snapshot, request);
  const byId = entitiesById(snapshot, request).filter((ordinal) => types.kind !== 'only' || types.holds(ordinal));
  const accepts = (ordinal: number): boolean =>
    !byId.includes(ordinal) && (types.kind !== 'only' || types.holds(ordinal));

  // One more than the page holds tells whether there is another page.
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

/** Entities whose identifier was typed, bare or as a URI. */
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

/** The page of those candidates for the query `similar` that are worth showing, best first. */
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

/** A word of Latin letters says little before its fourth; one character of Chinese says as much as a syllable. */
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
