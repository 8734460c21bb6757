import type { WireSuggestion } from '../suggest-envelope.js';
import { describedIn, languageOf, languageWithin } from './language-of.js';
import { MATCH_QUALIFIERS } from './read-messages.js';
import type { ConditionMode, ReconciliationQuery } from '../../scoring/query.js';

/**
 * The JSON text of a suggest answer of the draft: the items and nothing around them. `typeName` gives the name of a
 * type by its id, and `namesLanguage` its language.
 */
export function renderDraftSuggestions(
  items: readonly WireSuggestion[],
  typeName: (id: string) => string,
  namesLanguage: string | undefined,
): string {
  const result = items.map(
    ({ id, name, language, description, descriptionLanguage, notable, broader, matchQualifiers }) => ({
      id,
      name,
      ...languageOf(language),
      ...describedIn(languageOf(language), description, descriptionLanguage),
      ...(notable === undefined
        ? {}
        : {
            notable: notable.map((type) => ({
              id: type,
              name: typeName(type),
              ...languageWithin(languageOf(language), languageOf(namesLanguage)),
            })),
          }),
      ...(broader === undefined ? {} : { broader }),
      ...(matchQualifiers === undefined ? {} : { matchQualifiers }),
    }),
  );
  return JSON.stringify({ result });
}

/** The same properties with their comparisons, the same for all. */
export function withMatchQualifiers(items: readonly WireSuggestion[]): readonly WireSuggestion[] {
  const matchQualifiers = MATCH_QUALIFIERS.map(({ id, name }) => ({ id, name }));
  return items.map((item) => ({ ...item, matchQualifiers }));
}

/** A query as a query object of the draft, which `readMatchQuery` reads again, all but its types. */
export function renderMatchQuery({ text, properties, names, identifiers, limit }: ReconciliationQuery): string {
  const nameConditions = names ?? (text.trim() === '' ? [] : [{ values: [text] }]);
  return JSON.stringify({
    conditions: [
      ...nameConditions.map(({ values, ...mode }) => ({ matchType: 'name', propertyValue: values, ...wireMode(mode) })),
      ...(identifiers ?? []).map(({ values, ...mode }) => ({
        matchType: 'id',
        propertyValue: values,
        ...wireMode(mode),
      })),
      ...properties.map(({ property, values, ...mode }) => ({
        matchType: 'property',
        propertyId: property,
        propertyValue: values,
        ...wireMode(mode),
      })),
    ],
    limit,
  });
}

function wireMode({ required, quantifier, exact }: ConditionMode): Readonly<Record<string, unknown>> {
  return {
    ...(required === true && { required }),
    ...(quantifier !== undefined && { matchQuantifier: quantifier }),
    ...(exact === true && { matchQualifier: 'ExactMatch' }),
  };
}
