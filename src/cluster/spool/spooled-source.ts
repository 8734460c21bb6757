import type { Dataset } from '../../entities/dataset.js';
import type { EntityNames, EstimationSource } from '../../scoring/estimation-source.js';
import { forEachRow, TRANSLITERATION_FLAG } from '../../search/labels/rows-of-names.js';
import { attachVocabulary } from '../../search/words/attach-vocabulary.js';
import { tokensOfFolded } from '../../text/analyse-label.js';
import { namesOf, type EntitySpool, type SpooledEntity } from './entity-spool.js';

/** Source of the scoring model of a spooled dataset. Memory: the words and the samples; each question is one pass over the names, or a reading of the records asked for. */
export function spooledSource(
  spool: EntitySpool,
  { types, properties }: Pick<Dataset, 'types' | 'properties'>,
): EstimationSource {
  const words = attachVocabulary(spool.counted());
  return {
    types,
    properties,
    typeSets: spool.typeSets,
    words: {
      entityCount: spool.size,
      labelCount: spool.labelCount,
      isKnown: (word) => words.idOf(word) >= 0,
      idfOf: (word) => words.weightOf(words.idOf(word)),
    },
    forEachSampled: (entities, visit) => {
      let at = 0;
      for (const { spooled, number } of sampled(spool, entities)) visit(namesAsSearched(spooled, number), at++);
    },
    forEachRecord: (entities, visit) => {
      for (const { spooled, number } of sampled(spool, entities)) visit(spooled.record, number);
    },
    forEachTyped: (visit) => {
      for (const { typeSet, names } of spool.names())
        visit(typeSet)?.(
          new Set(names.flatMap(({ folded, isTransliteration }) => (isTransliteration ? [] : tokensOfFolded(folded)))),
        );
    },
    forEachNamed: (folded, visit) => {
      const asked = new Set(folded);
      let entity = 0;
      for (const { names } of spool.names()) {
        for (const name of names) if (asked.has(name.folded)) visit(name.folded, entity);
        entity++;
      }
    },
  };
}

/** These entities, which ascend; neighbours are read in one go. */
function* sampled(
  spool: EntitySpool,
  entities: readonly number[],
): Generator<{ readonly spooled: SpooledEntity; readonly number: number }, undefined> {
  let next = 0;
  let reading: Generator<SpooledEntity, undefined> | undefined;
  for (const number of entities) {
    // Records are not taken apart when there are many before the one that is wanted.
    if (reading === undefined || number - next > WORTH_READING_ON) {
      reading = spool.entitiesFrom(number);
      next = number;
    }
    for (; next < number; next++) reading.next();
    const { value, done } = reading.next();
    if (done === true) return;
    next++;
    yield { spooled: value, number };
  }
}

const WORTH_READING_ON = 8;

function namesAsSearched({ record, furtherNames }: SpooledEntity, entity: number): EntityNames {
  const rows: { readonly text: string; readonly words: readonly string[]; readonly isTransliteration: boolean }[] = [];
  const folded = new Set<string>();
  forEachRow(namesOf(record, furtherNames), (label, flags, text) => {
    if (folded.has(label.folded)) return false;
    folded.add(label.folded);
    const isTransliteration = (flags & TRANSLITERATION_FLAG) !== 0;
    // A transliteration stands behind the name that it was made from, and has its text.
    rows.push({ text: isTransliteration ? (rows.at(-1)?.text ?? '') : text, words: label.tokens, isTransliteration });
    return true;
  });
  return {
    entity,
    count: rows.length,
    isTransliteration: (at) => rows[at]?.isTransliteration ?? false,
    textOf: (at) => rows[at]?.text ?? '',
    wordsOf: (at) => rows[at]?.words ?? [],
  };
}
