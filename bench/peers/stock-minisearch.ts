import MiniSearch from 'minisearch';
import { rankByStringRatio } from './rank-by-string-ratio.js';

/** MiniSearch's own fuzzy and prefix search, its first fifty re-ranked by the string ratio. */
export function createStockMiniSearch(names: readonly string[]): (query: string) => string[] {
  const index = new MiniSearch<{ id: number; name: string }>({ fields: ['name'] });
  names.forEach((name, id) => {
    index.add({ id, name });
  });
  return (query) => {
    const found = index
      .search(query, { fuzzy: 0.2, maxFuzzy: 2, prefix: (_term, i, terms) => i === terms.length - 1 })
      .slice(0, 50);
    return rankByStringRatio(
      query,
      found.map(({ id }) => names[Number(id)] ?? ''),
    );
  };
}
