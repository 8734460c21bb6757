import type { BrowseAnswer, BrowseForm, BrowseQuery } from '../browsing/browse-query.js';
import { EntityBrowser } from '../browsing/entity-browser.js';
import { attachDataset } from '../entities/packed-entity-store.js';
import { attachPropertyValueIndex } from '../scoring/property-values.js';
import type { imageOf } from './snapshot-image.js';

/** A snapshot, and the maximum number of entities to search. */
export interface BrowseStart {
  readonly image: ReturnType<typeof imageOf>;
  readonly mostSearched: number;
}

/** A thread that indexes the entities of a snapshot for browsing, and reports the indexed share. */
export function begin({ image, mostSearched }: BrowseStart, tell: (share: number) => void) {
  const browser = new EntityBrowser(
    { dataset: attachDataset(image.facts, image.sections), propertyValues: attachPropertyValueIndex(image.sections) },
    mostSearched,
  );
  const built = browser.build(tell);
  return {
    browse: async (query: BrowseQuery): Promise<BrowseAnswer> => {
      await built;
      return browser.browse(query);
    },
    save: async ({ query, form }: { readonly query: BrowseQuery; readonly form: BrowseForm }): Promise<string> => {
      await built;
      return browser.save(query, form);
    },
  };
}
