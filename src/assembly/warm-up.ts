import { Agent, request, type RequestListener } from 'node:http';
import { attachDataset, type DatasetFacts } from '../entities/dataset-facts.js';
import { PackedEntityStoreBuilder } from '../entities/packed-entity-store.js';
import type { LiveDataset } from '../reconciliation/dataset-generation.js';
import { createPropertyValueCollector } from '../reconciliation/property-value-index.js';
import { estimateScoringModel } from '../reconciliation/scoring/estimate-scoring-model.js';
import { attachLabelTable } from '../search/attach-label-table.js';
import { buildSearchSections } from '../search/build-search-index.js';
import { attachGeneration } from './generation-image.js';
import { createInlineBatchExecutor } from './inline-batch-executor.js';
import { listen } from './listen.js';

/*
 * The first hundreds of requests take several times as long as later ones, because their code has not been compiled to its
 * quick form. While another thread loads the dataset this one has nothing to do; so it answers requests about a few made-up
 * entities, over HTTP as real ones come, and those who type first do not wait longer than those who come later.
 */

/** Enough for the compiler; more would only take processor time from the loading. */
const MOST_REQUESTS = 400;
const LIMITS = { batchTimeoutMs: 1000, queryTimeoutMs: 100 };

export interface WarmUp {
  /** Stops after the request under way. Never rejects. */
  readonly end: () => Promise<void>;
}

/** `createHandler` gives the application over a sample; it is served on a loopback port of its own until the end. */
export function startWarmUp(createHandler: (sample: LiveDataset) => RequestListener): WarmUp {
  let ended = false;
  // What keeps it from running – no free port, say – keeps nothing else from running.
  const running = exercise(() => createHandler(sampleDataset()), () => ended).catch(() => undefined);
  return {
    end: () => {
      ended = true;
      return running;
    },
  };
}

async function exercise(createHandler: () => RequestListener, isEnough: () => boolean): Promise<void> {
  const server = await listen(createHandler(), '127.0.0.1', 0);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (let i = 0; i < MOST_REQUESTS && !isEnough(); i++) await exchange(agent, server.port, i);
  } finally {
    agent.destroy();
    await server.close();
  }
}

/** Three of four ask for suggestions, with one letter up to ten. */
function exchange(agent: Agent, port: number, i: number): Promise<void> {
  const name = sampleName((i * 7) % SAMPLE_ENTITIES);
  const id = `e${String(i % SAMPLE_ENTITIES)}`;
  const paths = [`/private/flyout?id=${id}`, `/preview?id=${id}`, `/type/private/suggest?prefix=${name.slice(0, 1)}`, '/'];
  const path = i % 4 === 3 ? (paths[(i >> 2) % paths.length] ?? '/') : `/private/suggest?prefix=${encodeURIComponent(name.slice(0, 1 + (i % 10)))}`;
  return new Promise((resolve, reject) => {
    const sent = request({ agent, host: '127.0.0.1', port, path }, (response) => {
      response.on('error', reject).on('end', resolve).resume();
    });
    sent.on('error', reject).end();
  });
}

const SAMPLE_ENTITIES = 120;
const SYLLABLES = ['al', 'ber', 'car', 'den', 'el', 'fau', 'gar', 'hol', 'is', 'jun', 'kö', 'la', 'mo', 'né'] as const;

function sampleName(i: number): string {
  const syllable = (at: number): string => SYLLABLES[at % SYLLABLES.length] ?? '';
  return `${syllable(i)}${syllable(i * 3 + 1)} ${syllable(i * 5 + 2)}${syllable(i >> 1)}`;
}

function sampleDataset(): LiveDataset {
  const builder = new PackedEntityStoreBuilder();
  const values = createPropertyValueCollector();
  for (let i = 0; i < SAMPLE_ENTITIES; i++) {
    const entity = { id: `e${String(i)}`, name: sampleName(i), aliases: i % 3 === 0 ? [{ text: sampleName(i + 50) }] : [], types: ['sample'], properties: {}, prominence: i };
    builder.add(entity);
    values.add(entity);
  }
  const facts: DatasetFacts = {
    metadata: { name: 'Sample', previewProperties: [], contentHash: '', targetPrecision: 0.97 },
    types: [{ id: 'sample', name: 'Sample', broader: [], entityCount: SAMPLE_ENTITIES }],
    properties: [],
  };
  const entitySections = builder.finish();
  const dataset = attachDataset(facts, entitySections);
  const sections = new Map([...entitySections, ...buildSearchSections(dataset.entities), ...values.finish()]);
  const generation = attachGeneration({ id: 'sample', facts, sections, scoring: estimateScoringModel(dataset, attachLabelTable(sections)) });
  return { current: () => ({ generation, batches: createInlineBatchExecutor(generation, LIMITS) }) };
}
