import type { SectionArray } from '../src/foundation/sections.js';
import { attachEntityStore, PackedEntityStoreBuilder } from '../src/entities/packed-entity-store.js';
import { compilePostings } from '../src/search/build-steps.js';
import { collectLabels } from '../src/search/labels/collect-labels.js';
import { labelSections, numberWords } from '../src/search/labels/label-sections.js';
import { generateEntities } from './generate-entities.js';
import { postingsByMiniSearch } from './peers/postings-by-minisearch.js';

/*
 * The posting lists by their counting sort, beside the same lists by MiniSearch's inverted index:
 * `node --expose-gc --import tsx bench/postings.ts [10000 140000 1000000]`. Prints the least time of three and the memory of each, and the ratio.
 */
for (const size of process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 140_000, 1_000_000]) {
  const builder = new PackedEntityStoreBuilder();
  for (const entity of generateEntities(size, 1)) builder.add(entity);
  const entities = attachEntityStore(builder.finish());
  const collected = collectLabels(entities);
  const labels = labelSections(collected, numberWords(collected), new Float64Array(entities.size));
  const sort = measure(() => compilePostings(labels));
  const minisearch = measure(() => postingsByMiniSearch(labels));
  const ratio = minisearch.milliseconds / sort.milliseconds;
  console.log(
    `${size.toLocaleString('en')} entities: counting sort ${describe(sort)}, MiniSearch ${describe(minisearch)}, ratio ${ratio.toFixed(1)}`,
  );
}

interface Cost {
  readonly milliseconds: number;
  /** Of the heap and of arrays beside it, when the lists are made. */
  readonly megabytes: number;
}

function measure(make: () => Map<string, SectionArray>): Cost {
  const costs = Array.from({ length: 3 }, (): Cost => {
    globalThis.gc?.();
    const before = usedBytes();
    const start = performance.now();
    make();
    const milliseconds = performance.now() - start;
    return { milliseconds, megabytes: (usedBytes() - before) / 1e6 };
  });
  return {
    milliseconds: Math.min(...costs.map((cost) => cost.milliseconds)),
    megabytes: Math.max(...costs.map((cost) => cost.megabytes)),
  };
}

function usedBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function describe({ milliseconds, megabytes }: Cost): string {
  return `${milliseconds.toFixed(0)} ms, ${megabytes.toFixed(0)} MB`;
}
