import type { Entity } from '../../src/entities/entity.js';
import type { EntityStore } from '../../src/entities/entity-store.js';
import type { ServedSnapshot } from '../../src/describe/served-snapshot.js';
import type { DatasetSnapshot } from '../../src/scoring/snapshot.js';

/*
 * A dataset whose contents are not at hand. What is said of it as a whole is; whoever asks for more outside of `read` is refused, and within it what is computed finds
 * nothing at first, then everything, as where contents are fetched when they are asked for.
 */

/** `read` and `snapshot` over one in memory; `outside`: what was asked for outside of `read`. */
export function clusterContents(
  whole: DatasetSnapshot,
): Pick<ServedSnapshot, 'snapshot' | 'read'> & { readonly outside: readonly string[] } {
  const outside: string[] = [];
  const refused = (what: string): never => {
    outside.push(what);
    throw new Error(`${what} outside of read`);
  };
  return {
    snapshot: withContents(whole, (what) => () => refused(what)),
    read: (compute) => {
      try {
        compute(withContents(whole, (_, nothing) => () => nothing));
      } catch {
        // With nothing of what it needs, it may find fault with the request.
      }
      return new Promise((resolve) => {
        resolve(compute(whole));
      });
    },
    outside,
  };
}

const NO_ENTITY: Entity = { id: '', name: '', aliases: [], types: [], properties: {}, prominence: 0 };

/** The snapshot with another answer in place of each of its contents: `answer` is given what is asked for, and the answer that there is nothing. */
function withContents(
  whole: DatasetSnapshot,
  answer: <Nothing>(what: string, nothing: Nothing) => () => Nothing,
): DatasetSnapshot {
  const { dataset, candidateIndex } = whole;
  const entities: EntityStore = {
    ...dataset.entities,
    ordinalOf: answer('ordinalOf', -1),
    idOf: answer('idOf', ''),
    nameOf: answer('nameOf', ''),
    typesOf: answer('typesOf', []),
    typeSetOf: answer('typeSetOf', 0),
    prominenceOf: answer('prominenceOf', 0),
    descriptionOf: answer('descriptionOf', undefined),
    entity: answer('entity', NO_ENTITY),
  };
  const labels = {
    ...candidateIndex.labels,
    rowsOf: answer<readonly [number, number]>('rowsOf', [0, 0]),
    rowsWithFolded: answer('rowsWithFolded', []),
    textOf: answer('textOf', ''),
    tokensOf: answer('tokensOf', []),
  };
  const statistics = { postingsVisited: 0, secondPhase: false, thirdPhase: false, effortLowered: false };
  return {
    ...whole,
    dataset: { ...dataset, entities },
    candidateIndex: { name: 'cluster', labels, retrieve: answer('retrieve', { labels: [], statistics }) },
    prefixIndex: { complete: answer('complete', []), completeNearly: answer('completeWithTypos', []) },
    propertyValues: { entitiesWith: answer('entitiesWith', []) },
  };
}
