import type { Deadline } from '../foundation/deadline.js';
import { analyseLabel } from '../text/analyse-label.js';
import type { AnalysedLabel } from '../text/analysed-label.js';
import { separateElided } from '../text/elided-articles.js';
import { alignerOf, type AlignedName } from './alignment/align.js';
import type { DatasetSnapshot } from './dataset-snapshot.js';
import type { PropertyCondition, ReconciliationQuery } from './reconciliation-query.js';
import { type ValueBeside, valuesBeside } from './alignment/name-query.js';
import { usualTokensOf, type UsualTokens } from './alignment/token-weights.js';
import { propertyOfNames } from './scoring/properties/property-evidence.js';
import { resolveTypeRequest, type TypeRequest } from './resolve-type-request.js';

/** What is going to be looked for. */
export interface RetrievalPlan {
  /** The name to look for; `undefined` when the text is blank. */
  readonly label: AnalysedLabel | undefined;
  /** The same, prepared for being aligned with labels. */
  readonly name: AlignedName | undefined;
  /** Whether `label` is the text put into Latin letters, as the names found are nearer to it so. */
  readonly transliterated: boolean;
  /** Whether `label` is one of several names that the text says, or what it is short for. */
  readonly rewritten: boolean;
  /** Logarithm of odds that the text is meant so, against as it is written. */
  readonly prior: number;
  /** Entities that the text names by identifier or URI; they come with certainty if their type is allowed. */
  readonly named: readonly number[];
  readonly types: TypeRequest;
  /** About how many rows of the label table to look at. */
  readonly wantedRows: number;
  /** Whether all entities of exactly this name are wanted, however many, because properties may tell them apart. */
  readonly namesakes: boolean;
  /** Properties to look entities up by; empty when there is nothing to look up. */
  readonly conditions: readonly PropertyCondition[];
  /** What the usual words of the type asked for weigh; `undefined` when none is asked for, several are, or it has no words of its own. */
  readonly usualWords: UsualTokens | undefined;
  /** What is asked for beside the name, which a label may have in it. */
  readonly beside: readonly ValueBeside[];
  readonly deadline: Deadline;
}

/** A digit in it and few spaces: worth a look among identifiers. */
const LOOKS_LIKE_IDENTIFIER = /^(?=.*\d)\S+(?: \S+){0,4}$/;
/** A value that more entities have does not identify, whatever the manifest says. */
const MOST_IDENTIFIED = 3;

/** Rows to score for an answer of ten; more candidates asked for, more rows. */
const ROWS_FOR_TEN = 40;

/** Reads the query: an identifier, a URI or a name, and which types may come. Cost: analysing one label. */
export function planRetrieval(
  snapshot: DatasetSnapshot,
  query: ReconciliationQuery,
  deadline: Deadline,
): RetrievalPlan {
  const text = query.text.trim();
  const types = resolveTypeRequest(snapshot.dataset, query.types, query.typeMode);
  const label = text === '' ? undefined : analyseLabel(separateElided(text, snapshot.statistics.isKnown));
  const usualWords = usualWordsAsked(snapshot, types);
  const beside = valuesBeside(
    query.properties,
    (property) => propertyOfNames(snapshot.dataset, property) !== undefined,
  );
  return {
    label,
    name: label === undefined ? undefined : alignerOf(snapshot).nameQuery(label, usualWords, beside),
    transliterated: false,
    rewritten: false,
    prior: 0,
    named: text === '' ? [] : entitiesNamed(snapshot, text),
    types,
    wantedRows: query.limit <= 10 ? ROWS_FOR_TEN : Math.min(ROWS_FOR_TEN + 3 * (query.limit - 10), 300),
    namesakes: query.properties.some(({ quantifier }) => quantifier !== 'none'),
    conditions: query.properties,
    usualWords,
    beside,
    deadline,
  };
}

/** Entities that a text names by their identifier or URI, or by a value that identifies them; mostly none. */
export function entitiesNamed(snapshot: DatasetSnapshot, text: string): readonly number[] {
  const { entities, metadata } = snapshot.dataset;
  const byId = entities.ordinalOf(text);
  if (byId >= 0) return [byId];
  const space = metadata.identifierSpace;
  if (space !== undefined && text.startsWith(space)) {
    const byUri = entities.ordinalOf(text.slice(space.length));
    if (byUri >= 0) return [byUri];
  }
  return LOOKS_LIKE_IDENTIFIER.test(text) ? entitiesIdentifiedBy(snapshot, text) : [];
}

/** Entities with this value of a property that identifies: an ISBN, a registry number. */
function entitiesIdentifiedBy(snapshot: DatasetSnapshot, text: string): readonly number[] {
  const identifying = snapshot.dataset.properties.filter((property) => property.identifying);
  return [
    ...new Set(
      identifying.flatMap((property) => snapshot.propertyValues.entitiesWith(property, text, MOST_IDENTIFIED)),
    ),
  ];
}

function usualWordsAsked({ dataset, statistics }: DatasetSnapshot, types: TypeRequest): UsualTokens | undefined {
  const [id] = types.ids;
  return id === undefined || types.ids.length > 1 ? undefined : usualTokensOf(dataset.types, statistics, id);
}
