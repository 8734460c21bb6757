import type { Dataset } from '../../entities/dataset.js';
import { builtInPropertiesOf } from '../extend/built-in-properties.js';
import { propertiesUsedBy, type ProposedProperty } from '../extend/propose-properties.js';
import { pageOf, type Page, type PageRequest } from './page.js';
import { rankNamedThings } from './rank-named-things.js';

/**
 * Properties by what was typed, by id or name. Those that entities of the type have come first among equal fits, but no property is
 * kept back: clients send types that nobody chose, and a list that is empty for that reason helps nobody.
 */
export function suggestProperties(dataset: Dataset, typed: string, type: string, page: PageRequest): Page<ProposedProperty> {
  const used = propertiesUsedBy(dataset, type);
  const others = dataset.properties.filter((property) => !used.includes(property));
  return pageOf(rankNamedThings<ProposedProperty>([...used, ...builtInPropertiesOf(dataset), ...others], typed), page);
}
