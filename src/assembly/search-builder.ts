import { availableParallelism } from 'node:os';
import type { Entity } from '../entities/entity.js';
import type { SectionArray } from '../foundation/sections.js';
import { attachWords, LABEL_STEPS, PREFIX_STEP, wordSteps, type BuildStep } from '../search/build-steps.js';
import { createLabelCollector, type CollectedLabels } from '../search/labels/collect-labels.js';
import { labelSections, numberWords } from '../search/labels/label-sections.js';
import type { ChosenIndex } from '../search/choose-candidate-index.js';
import { createLabelPacker, unpackLabels, type LabelPack } from './label-pack.js';
import { runSteps } from './run-build-steps.js';
import type { begin } from './search-build-worker.js';
import { interrupted } from './workers/interrupted.js';
import { WorkerService } from './workers/worker-service.js';
import type { WorkerEnd } from './workers/worker-thread.js';

/*
 * Builds search structures while the entities are being read. From some thousand entities on, a second thread analyses
 * names as they come. When it knows all, it sorts the words and then the names, while this thread builds the parts that
 * need only the words; then both share the remaining steps. The result is the same, byte for byte, as with one thread.
 */

interface SearchBuilder {
  /** Announces many entities, so that the second thread is ready in time; no effect when there is to be none. */
  readonly expectMany: () => void;
  /** Adds entities by ordinal, with additional searchable names. */
  readonly add: (entity: Pick<Entity, 'name' | 'aliases'>, furtherNames?: readonly string[]) => void;
  /**
   * Called once, after the last entity: resolves to the sections of the labels. `prominence` is in shared memory.
   * Meanwhile this thread builds the parts that need only the words. `choose` picks the candidate index by the sections
   * of the labels: MiniSearch needs no compiled parts for so few names that there is no second thread.
   */
  readonly labels: (
    prominence: Float64Array,
    choose?: (labels: ReadonlyMap<string, SectionArray>) => ChosenIndex,
  ) => Promise<ReadonlyMap<string, SectionArray>>;
  /** Number of steps of `finish`. */
  readonly steps: number;
  /**
   * Called once, after `labels`: resolves to the result of `buildSearchSections`, or less for MiniSearch. `hasDone`
   * gets the number of steps taken by both threads.
   */
  readonly finish: (hasDone?: (steps: number) => void) => Promise<Map<string, SectionArray>>;
  /** Ends the second thread, if any; must always be called. */
  readonly close: () => Promise<void>;
}

/** Fewer entities are indexed before a thread has started. */
const WORTH_A_THREAD = 30_000;

export interface SearchBuilderOptions {
  /** Minimum number of entities for a second thread; by default some thousand with two processors. */
  readonly shareFrom?: number | undefined;
}

/** Takes entities while they are read. Cost: packing their names. */
export function createSearchBuilder({
  shareFrom = availableParallelism() > 1 ? WORTH_A_THREAD : Infinity,
}: SearchBuilderOptions = {}): SearchBuilder {
  let entities = 0;
  let packs: LabelPack[] = [];
  let helper: SearchBuildHelper | undefined;
  let begun:
    | {
        readonly labels: ReadonlyMap<string, SectionArray>;
        readonly ofWords: Map<string, SectionArray>;
        readonly prominence: Float64Array;
        readonly taken: Int32Array;
        readonly steps: readonly BuildStep[];
        readonly others?: Promise<ReadonlyMap<string, SectionArray>>;
      }
    | undefined;

  const packer = createLabelPacker((pack) => {
    if (helper === undefined) packs.push(pack);
    else helper.send(pack);
  });

  function startHelper(): void {
    helper = startSearchBuildHelper();
    packs.forEach(helper.send);
    packs = [];
  }

  function collectAlone(): CollectedLabels {
    const collector = createLabelCollector(entities);
    for (const pack of packs) unpackLabels(pack, collector.add);
    packs = [];
    return collector.finish();
  }

  return {
    expectMany: () => {
      if (helper === undefined && shareFrom < Infinity) startHelper();
    },
    add: ({ name, aliases }, furtherNames = []) => {
      packer.add(
        aliases.length + furtherNames.length === 0
          ? [name]
          : [name, ...aliases.map(({ text }) => text), ...furtherNames],
      );
      if (++entities === shareFrom && helper === undefined) startHelper();
    },
    labels: async (prominence, choose = () => 'compiled') => {
      packer.flush();
      const taken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
      if (helper === undefined) {
        const collected = collectAlone();
        const words = numberWords(collected);
        const labels = labelSections(collected, words, prominence);
        const isCompiled = choose(labels) === 'compiled';
        const ofWords = isCompiled ? wordSteps(attachWords(words.sections)) : new Map<string, SectionArray>();
        begun = {
          labels,
          ofWords,
          prominence,
          taken,
          steps: isCompiled ? LABEL_STEPS : [PREFIX_STEP],
        };
      } else {
        const made = helper.finish(prominence, taken);
        const ofWords = wordSteps(attachWords(await made.words));
        begun = { labels: await made.labels, ofWords, prominence, taken, steps: LABEL_STEPS, others: made.steps };
      }
      return begun.labels;
    },
    steps: LABEL_STEPS.length,
    finish: async (hasDone = () => undefined) => {
      if (begun === undefined) throw new Error('the labels come before the steps');
      const { labels, ofWords, prominence, taken, steps, others } = begun;
      const own = runSteps(labels, prominence, taken, hasDone, steps);
      return new Map([...labels, ...ofWords, ...own, ...((await others) ?? [])]);
    },
    close: async () => {
      await helper?.end();
    },
  };
}

interface HelperSections {
  readonly words: Promise<ReadonlyMap<string, SectionArray>>;
  readonly labels: Promise<ReadonlyMap<string, SectionArray>>;
  readonly steps: Promise<ReadonlyMap<string, SectionArray>>;
}

interface SearchBuildHelper {
  readonly send: (pack: LabelPack) => void;
  /** Called once, after the last pack. */
  readonly finish: (prominence: Float64Array, taken: Int32Array) => HelperSections;
  readonly end: () => Promise<void>;
}

/** Maximum number of waiting packs; above it this thread waits, to bound memory. */
const MAX_WAITING = 64;
/** Time without progress after which the second thread is considered gone: continuing lets its error arrive. */
const PATIENCE_MS = 60_000;

function startSearchBuildHelper(): SearchBuildHelper {
  const packsTaken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let packsSent = 0;
  let lost: WorkerEnd | undefined;
  const service = new WorkerService<typeof begin>({
    module: 'search-build-worker',
    start: () => packsTaken,
    // A replacement thread would lack the names.
    whenLost: (end) => {
      lost = end;
      void service.close();
    },
    faultOf: (end) => interrupted('Indexing', lost ?? end),
  });
  service.wake();
  function waitForRoom(): void {
    for (;;) {
      const taken = Atomics.load(packsTaken, 0);
      // Before its first pack the thread may still be starting, which it cannot while this one is blocked.
      if (taken === 0 || packsSent - taken < MAX_WAITING) return;
      if (Atomics.wait(packsTaken, 0, taken, PATIENCE_MS) === 'timed-out') return;
    }
  }
  return {
    send: (pack) => {
      waitForRoom();
      packsSent++;
      service.tellAll('take', pack, [pack.lengths.buffer, pack.counts.buffer]);
    },
    finish: (prominence, taken) => {
      const made = {
        words: service.run('words', undefined),
        labels: service.run('labels', prominence),
        steps: service.run('steps', { prominence, taken }),
      };
      // After a failed loading there is no caller for them; otherwise their errors still reach the caller.
      for (const promise of Object.values(made)) promise.catch(() => undefined);
      return made;
    },
    end: () => service.close(),
  };
}
