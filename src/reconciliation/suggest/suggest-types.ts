import type { Dataset } from '../../entities/dataset.js';
import type { EntityType } from '../../entities/entity-type.js';
import { pageOf, type Page, type PageRequest } from './page.js';
import { rankNamedThings } from './rank-named-things.js';

/** Types by what was typed, by id or name; equal fits with most entities first. */
export function suggestTypes(dataset: Dataset, typed: string, page: PageRequest): Page<EntityType> {
  return pageOf(rankNamedThings(dataset.types.types, typed), page);
}
