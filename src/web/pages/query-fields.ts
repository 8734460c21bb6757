import type { Dataset } from '../../entities/dataset.js';
import { html, type SafeHtml } from '../../foundation/escape-html.js';
import type { Words } from '../messages/words.js';
import {
  hasConditions,
  type PropertyCondition,
  type QueryValue,
  type ReconciliationQuery,
} from '../../scoring/query.js';
import type { RequestParameters } from '../request-parameters.js';

/** Fields for further properties, beyond those of the query. */
const MORE_FIELDS = 8;
const MAX_TYPES = 100;
/** Prefix of a property's id, in the name of a parameter with a value of it. */
export const PROPERTY_PARAMETER = 'property:';

/** A field for the type, where there is a choice. */
export function typeChoice({ types }: ReconciliationQuery, dataset: Dataset, { say }: Words): SafeHtml | undefined {
  const known = dataset.types.types.slice(0, MAX_TYPES);
  if (known.length < 2) return html`${types.map((type) => html`<input type="hidden" name="type" value="${type}">`)}`;
  const [asked, ...others] = types;
  const unlisted =
    asked !== undefined && known.every(({ id }) => id !== asked)
      ? html`<option value="${asked}" selected>${asked}</option>`
      : undefined;
  const options = known.map(({ id, name }) =>
    id === asked ? html`<option value="${id}" selected>${name}</option>` : html`<option value="${id}">${name}</option>`,
  );
  return html`<label>${say('Type')} <select name="type"><option value="">${say('Any')}</option>${unlisted}${options}</select></label>${others.map((type) => html`<input type="hidden" name="type" value="${type}">`)}`;
}

/** A field for each property of the query, and of most entities. */
export function propertyFields(query: ReconciliationQuery, dataset: Dataset, { say }: Words): SafeHtml | undefined {
  const { properties } = query;
  const isAsked = ({ id, name }: { readonly id: string; readonly name: string }): boolean =>
    properties.some(({ property }) => property === id || property === name);
  const asked = (hasConditions(query) ? [] : properties).map((condition) => ({
    parameter: condition.property,
    name: nameOf(condition, dataset),
    value: textOf(condition.values[0]),
  }));
  const others = [...dataset.properties]
    .filter((property) => !isAsked(property))
    .sort((a, b) => b.entityCount - a.entityCount);
  const offered = others.slice(0, MORE_FIELDS).map(({ id, name }) => ({ parameter: id, name, value: '' }));
  const fields = [...asked, ...offered].map(
    ({ parameter, name, value }) =>
      html`<label>${name} <input name="${PROPERTY_PARAMETER}${parameter}" value="${value}" dir="auto"></label>`,
  );
  if (fields.length === 0) return undefined;
  const open = asked.length > 0 ? html`<details open>` : html`<details>`;
  return html`${open}<summary>${say('Values from other columns')}</summary><div class="fields">${fields}</div></details>`;
}

function nameOf({ property }: PropertyCondition, dataset: Dataset): string {
  return dataset.properties.find(({ id, name }) => id === property || name === property)?.name ?? property;
}

function textOf(value: QueryValue | undefined): string {
  return typeof value === 'object' ? value.id : String(value ?? '');
}

const MAX_PROPERTIES = 200;

/**
 * The parameters `property:ID`: values of one property are alternatives, as in a query object; blank fields are
 * ignored.
 */
export function propertiesAsked(parameters: RequestParameters): readonly PropertyCondition[] {
  return parameters.names
    .filter((name) => name.startsWith(PROPERTY_PARAMETER) && name.length > PROPERTY_PARAMETER.length)
    .map((name) => ({
      property: name.slice(PROPERTY_PARAMETER.length),
      values: parameters.all(name).filter((value) => value.trim() !== ''),
    }))
    .filter(({ values }) => values.length > 0)
    .slice(0, MAX_PROPERTIES);
}
