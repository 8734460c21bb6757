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
 * Search structures made while the entities are still being read. From some thousand entities on, a second thread analyses
 * names as they come. When it knows them all it puts the words in order, and then the names, while this thread makes what
 * is made from the words alone; then the two share the steps that are left, each taking the next one that is not taken.
 * What comes out is the same, byte for byte, as with one thread.
 */

interface SearchBuilder {
  /** Says that there will be many entities, so that the second thread is ready when they come; changes nothing where there is to be none. */
  readonly expectMany: () => void;
  /** Entities in the order of ordinals, with further names that they are to be found by. */
  readonly add: (entity: Pick<Entity, 'name' | 'aliases'>, furtherNames?: readonly string[]) => void;
  /**
   * To be called once, after the last entity: the sections of the labels. `prominence` is over shared memory. Meanwhile this thread makes what needs the words alone. `choose` says what is to
   * find candidates, for the sections of the labels: for MiniSearch, nothing is compiled of so few names that there is no second thread.
   */
  readonly labels: (
    prominence: Float64Array,
    choose?: (labels: ReadonlyMap<string, SectionArray>) => ChosenIndex,
  ) => Promise<ReadonlyMap<string, SectionArray>>;
  /** How many steps `finish` takes. */
  readonly steps: number;
  /** To be called once, after `labels`: everything that `buildSearchSections` gives, or less where MiniSearch searches. `hasDone` hears how many steps have been taken, by whichever thread. */
  readonly finish: (hasDone?: (steps: number) => void) => Promise<Map<string, SectionArray>>;
  /** Ends the second thread, if there is one; always to be called. */
  readonly close: () => Promise<void>;
}

/** Fewer entities are indexed before a thread has started. */
const WORTH_A_THREAD = 30_000;

export interface SearchBuilderOptions {
  /** Number of entities from which on a second thread takes part; by default some thousand where there are two processors. */
  readonly shareFrom?: number | undefined;
}

/** Takes entities as they are read. Cost of what it does between: packing their names. */
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
        /** Those that the second thread takes. */
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

/** What the second thread makes. */
interface HelperSections {
  readonly words: Promise<ReadonlyMap<string, SectionArray>>;
  readonly labels: Promise<ReadonlyMap<string, SectionArray>>;
  readonly steps: Promise<ReadonlyMap<string, SectionArray>>;
}

interface SearchBuildHelper {
  readonly send: (pack: LabelPack) => void;
  /** To be called once, after the last pack. */
  readonly finish: (prominence: Float64Array, taken: Int32Array) => HelperSections;
  readonly end: () => Promise<void>;
}

/** Packs of labels that may wait for the second thread; of more, this thread waits for it: names that wait take memory. */
const MAX_WAITING = 64;
/** Where the other thread takes nothing in for so long, it has gone: going on lets its error arrive. */
const PATIENCE_MS = 60_000;

function startSearchBuildHelper(): SearchBuildHelper {
  const packsTaken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let packsSent = 0;
  let lost: WorkerEnd | undefined;
  const service = new WorkerService<typeof begin>({
    module: 'search-build-worker',
    start: () => packsTaken,
    // Another thread would not have the names.
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
      // Before its first pack the thread may be starting still, which it cannot where this one is waiting.
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
      // When loading fails there is no one to wait for them; otherwise the error reaches those who do all the same.
      for (const promise of Object.values(made)) promise.catch(() => undefined);
      return made;
    },
    end: () => service.close(),
  };
}
