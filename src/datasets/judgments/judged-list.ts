import type { Property } from '../../entities/property.js';
import { headingKey } from '../heading-vocabulary.js';

/** What has to be known of a list to read what a person has judged with it. */
export interface JudgedList {
  readonly hasId: (id: string) => boolean;
  /** What stands in front of ids where they are written as addresses. */
  readonly addressPrefixes: readonly string[];
  readonly properties: readonly Pick<Property, 'id' | 'name'>[];
}

/** What stands in front of the ids of a list in addresses, its own and those of its pages. */
export function addressPrefixesOf({
  identifierSpace,
  viewUrl,
}: {
  readonly identifierSpace?: string | undefined;
  readonly viewUrl?: string | undefined;
}): readonly string[] {
  return [identifierSpace ?? '', viewUrl?.split('{{id}}')[0] ?? ''].filter((prefix) => prefix !== '');
}

/** Whether a heading names a property of the list, by id or name, however it is written; `properties.` in front, as in JSON, does not count. */
export function namesProperty(heading: string, { properties }: JudgedList): boolean {
  const key = headingKey(heading.replace(/^propert(?:y|ies)\./i, ''));
  return key !== '' && properties.some(({ id, name }) => headingKey(id) === key || headingKey(name) === key);
}
