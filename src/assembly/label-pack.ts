/**
 * The labels of several entities in one text, as a few large messages between threads are cheaper than many small ones.
 */
export interface LabelPack {
  readonly text: string;
  /** Length of each label in UTF-16 code units. */
  readonly lengths: Uint32Array<ArrayBuffer>;
  /** Number of labels of each entity, at least one. */
  readonly counts: Uint32Array<ArrayBuffer>;
}

/** Maximum number of entities of a pack. */
const PACK_ENTITIES = 4096;

interface LabelPacker {
  /** The labels of the next entity, its preferred name first. */
  readonly add: (labels: readonly string[]) => void;
  readonly flush: () => void;
}

/** Calls `visit` with each full pack. */
export function createLabelPacker(visit: (pack: LabelPack) => void): LabelPacker {
  let texts: string[] = [];
  let counts: number[] = [];
  function flush(): void {
    if (counts.length === 0) return;
    const pack = {
      text: texts.join(''),
      lengths: Uint32Array.from(texts, (text) => text.length),
      counts: Uint32Array.from(counts),
    };
    texts = [];
    counts = [];
    visit(pack);
  }
  return {
    add: (labels) => {
      for (const label of labels) texts.push(label);
      counts.push(labels.length);
      if (counts.length === PACK_ENTITIES) flush();
    },
    flush,
  };
}

/** Calls `visit` with the labels of each entity, in order. */
export function unpackLabels({ text, lengths, counts }: LabelPack, visit: (labels: readonly string[]) => void): void {
  let at = 0;
  let label = 0;
  for (const count of counts) {
    const labels: string[] = [];
    for (const end = label + count; label < end; label++) {
      const length = lengths[label] ?? 0;
      labels.push(text.slice(at, at + length));
      at += length;
    }
    visit(labels);
  }
}
