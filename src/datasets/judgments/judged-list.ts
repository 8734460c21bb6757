import type { Property } from '../../entities/property.js';
import { headingKey } from '../heading-vocabulary.js';

/** Facts about a dataset that are needed to read judgments about it. */
export interface JudgedList {
  readonly hasId: (id: string) => boolean;
  readonly addressPrefixes: readonly string[];
  readonly properties: readonly Pick<Property, 'id' | 'name'>[];
}

/** Prefixes of the ids of a dataset in addresses: its identifier space and the addresses of its pages. */
export function addressPrefixesOf({
  identifierSpace,
  viewUrl,
}: {
  readonly identifierSpace?: string | undefined;
  readonly viewUrl?: string | undefined;
}): readonly string[] {
  return [identifierSpace ?? '', viewUrl?.split('{{id}}')[0] ?? ''].filter((prefix) => prefix !== '');
}

/**
 * Whether a heading names a property of the dataset, by id or name in any spelling; a leading `properties.`, as in
 * JSON, is ignored.
 */
export function namesProperty(heading: string, { properties }: JudgedList): boolean {
  const key = headingKey(heading.replace(/^propert(?:y|ies)\./i, ''));
  return key !== '' && properties.some(({ id, name }) => headingKey(id) === key || headingKey(name) === key);
}
