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

/** Fewer entities are indexed before a thread has started. */
const WORTH_A_THREAD = 30_000;

export interface SearchBuilderOptions {
  /** Minimum number of entities for a second thread; by default some thousand with two processors. */
  readonly shareFrom?: number | undefined;
}

/**
 * Builds search structures while the entities are being read. From some thousand entities on, a second thread analyses
 * names as they come. When it knows all, it sorts the words and then the names, while this thread builds the parts that
 * need only the words; then both share the remaining steps. The result is the same, byte for byte, as with one thread.
 */
export class SearchBuilder {
  readonly #shareFrom: number;
  #entities = 0;
  #packs: LabelPack[] = [];
  #helper: SearchBuildHelper | undefined;
  #begun: BegunSections | undefined;
  readonly #packer = createLabelPacker((pack) => {
    if (this.#helper === undefined) this.#packs.push(pack);
    else this.#helper.send(pack);
  });
  /** Number of steps of `finish`. */
  readonly steps = LABEL_STEPS.length;

  /** Takes entities while they are read. Cost: packing their names. */
  constructor({ shareFrom = availableParallelism() > 1 ? WORTH_A_THREAD : Infinity }: SearchBuilderOptions = {}) {
    this.#shareFrom = shareFrom;
  }

  /** Announces many entities, so that the second thread is ready in time; no effect when there is to be none. */
  expectMany(): void {
    if (this.#helper === undefined && this.#shareFrom < Infinity) this.#startHelper();
  }

  /** Adds entities by ordinal, with additional searchable names. */
  add({ name, aliases }: Pick<Entity, 'name' | 'aliases'>, furtherNames: readonly string[] = []): void {
    this.#packer.add(
      aliases.length + furtherNames.length === 0 ? [name] : [name, ...aliases.map(({ text }) => text), ...furtherNames],
    );
    if (++this.#entities === this.#shareFrom && this.#helper === undefined) this.#startHelper();
  }

  /**
   * Called once, after the last entity: resolves to the sections of the labels. `prominence` is in shared memory.
   * Meanwhile this thread builds the parts that need only the words. `choose` picks the candidate index by the sections
   * of the labels: MiniSearch needs no compiled parts for so few names that there is no second thread.
   */
  async labels(
    prominence: Float64Array,
    choose: (labels: ReadonlyMap<string, SectionArray>) => ChosenIndex = () => 'compiled',
  ): Promise<ReadonlyMap<string, SectionArray>> {
    this.#packer.flush();
    const taken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    if (this.#helper === undefined) {
      const collected = this.#collectAlone();
      const words = numberWords(collected);
      const labels = labelSections(collected, words, prominence);
      const isCompiled = choose(labels) === 'compiled';
      const ofWords = isCompiled ? wordSteps(attachWords(words.sections)) : new Map<string, SectionArray>();
      this.#begun = {
        labels,
        ofWords,
        prominence,
        taken,
        steps: isCompiled ? LABEL_STEPS : [PREFIX_STEP],
      };
    } else {
      const made = this.#helper.finish(prominence, taken);
      const ofWords = wordSteps(attachWords(await made.words));
      this.#begun = { labels: await made.labels, ofWords, prominence, taken, steps: LABEL_STEPS, others: made.steps };
    }
    return this.#begun.labels;
  }

  /**
   * Called once, after `labels`: resolves to the result of `buildSearchSections`, or less for MiniSearch. `hasDone`
   * gets the number of steps taken by both threads.
   */
  async finish(hasDone: (steps: number) => void = () => undefined): Promise<Map<string, SectionArray>> {
    if (this.#begun === undefined) throw new Error('the labels come before the steps');
    const { labels, ofWords, prominence, taken, steps, others } = this.#begun;
    const own = runSteps(labels, prominence, taken, hasDone, steps);
    return new Map([...labels, ...ofWords, ...own, ...((await others) ?? [])]);
  }

  /** Ends the second thread, if any; must always be called. */
  async close(): Promise<void> {
    await this.#helper?.end();
  }

  #startHelper(): void {
    this.#helper = new SearchBuildHelper();
    for (const pack of this.#packs) this.#helper.send(pack);
    this.#packs = [];
  }

  #collectAlone(): CollectedLabels {
    const collector = createLabelCollector(this.#entities);
    for (const pack of this.#packs) unpackLabels(pack, collector.add);
    this.#packs = [];
    return collector.finish();
  }
}

/** Sections of the labels, and the steps that follow. */
interface BegunSections {
  readonly labels: ReadonlyMap<string, SectionArray>;
  readonly ofWords: Map<string, SectionArray>;
  readonly prominence: Float64Array;
  readonly taken: Int32Array;
  readonly steps: readonly BuildStep[];
  readonly others?: Promise<ReadonlyMap<string, SectionArray>>;
}

interface HelperSections {
  readonly words: Promise<ReadonlyMap<string, SectionArray>>;
  readonly labels: Promise<ReadonlyMap<string, SectionArray>>;
  readonly steps: Promise<ReadonlyMap<string, SectionArray>>;
}

/** Maximum number of waiting packs; above it this thread waits, to bound memory. */
const MAX_WAITING = 64;
/** Time without progress after which the second thread is considered gone: continuing lets its error arrive. */
const PATIENCE_MS = 60_000;

class SearchBuildHelper {
  readonly #packsTaken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #packsSent = 0;
  readonly #service: WorkerService<typeof begin>;

  constructor() {
    let lost: WorkerEnd | undefined;
    this.#service = new WorkerService<typeof begin>({
      module: 'search-build-worker',
      start: () => this.#packsTaken,
      // A replacement thread would lack the names.
      whenLost: (end) => {
        lost = end;
        void this.#service.close();
      },
      faultOf: (end) => interrupted('Indexing', lost ?? end),
    });
    this.#service.wake();
  }

  send(pack: LabelPack): void {
    this.#waitForRoom();
    this.#packsSent++;
    this.#service.tellAll('take', pack, [pack.lengths.buffer, pack.counts.buffer]);
  }

  /** Called once, after the last pack. */
  finish(prominence: Float64Array, taken: Int32Array): HelperSections {
    const made = {
      words: this.#service.run('words', undefined),
      labels: this.#service.run('labels', prominence),
      steps: this.#service.run('steps', { prominence, taken }),
    };
    // After a failed loading there is no caller for them; otherwise their errors still reach the caller.
    for (const promise of Object.values(made)) promise.catch(() => undefined);
    return made;
  }

  end(): Promise<void> {
    return this.#service.close();
  }

  #waitForRoom(): void {
    for (;;) {
      const taken = Atomics.load(this.#packsTaken, 0);
      // Before its first pack the thread may still be starting, which it cannot while this one is blocked.
      if (taken === 0 || this.#packsSent - taken < MAX_WAITING) return;
      if (Atomics.wait(this.#packsTaken, 0, taken, PATIENCE_MS) === 'timed-out') return;
    }
  }
}
