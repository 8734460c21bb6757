import { z } from 'zod';
import type { Entity } from '../../entities/entity.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { analyseLabel } from '../../text/analyse-label.js';
import { idOfEntity } from '../document-of-entity.js';
import { idOfWord } from '../document-of-word.js';
import type { IndexNames } from '../index-names.js';
import { readEntityDocument, readWordDocument } from '../read-documents.js';
import type { EntitySpool } from '../spool/entity-spool.js';
import { termKey } from '../term-key.js';
import type { PatientCluster } from './ask-patiently.js';

const searchesSchema = z.object({ responses: z.array(z.object({ timed_out: z.literal(false), _shards: z.object({ failed: z.literal(0) }), hits: z.object({ hits: z.array(z.object({ _id: z.string(), _source: z.unknown() })) }) })) });
const documentsSchema = z.object({ docs: z.array(z.object({ found: z.boolean(), _source: z.unknown().optional() })) });

/**
 * Asks an index for the names of up to so many entities, spread evenly over the dataset: each has to be found by its name with its record, and the first word of the name with how many
 * entities have it. Gives how many were asked. Rejects with `search-cluster-unavailable` for the first one that is not as it was written.
 */
export async function checkKnownAnswers(cluster: PatientCluster, { entities, words }: IndexNames, spool: EntitySpool, wanted: number): Promise<number> {
  const sample = sampleOf(spool, Math.min(wanted, spool.size));
  if (sample.length === 0) return 0;
  const searches = sample.flatMap(({ record, folded }) => [
    { allow_partial_search_results: false },
    { size: 1, query: { bool: { filter: [{ term: { names: termKey(folded) } }, { ids: { values: [idOfEntity(record.id)] } }] } } },
  ]);
  const { body: found } = await cluster.need({ method: 'POST', path: `/${entities}/_msearch`, body: searches });
  const { responses } = searchesSchema.parse(found);
  const { body: documents } = await cluster.need({ method: 'POST', path: `/${words}/_mget`, body: { ids: sample.map(({ word }) => idOfWord(word)) } });
  const { docs } = documentsSchema.parse(documents);
  for (const [at, { record, word }] of sample.entries()) {
    const [hit] = responses[at]?.hits.hits ?? [];
    const same = hit?._id === idOfEntity(record.id) && JSON.stringify(readEntityDocument(hit._source).record) === JSON.stringify(record);
    if (!same) throw differs(`the entity "${record.id}" ("${record.name}")`);
    const document = docs[at];
    if (document?.found !== true || readWordDocument(document._source).entities !== spool.words.countOf(word)) throw differs(`the word "${word}"`);
  }
  return sample.length;
}

/** Entities with a name that has words, and the first of these. */
function sampleOf(spool: EntitySpool, wanted: number): readonly { readonly record: Entity; readonly folded: string; readonly word: string }[] {
  return Array.from({ length: wanted }, (_, i) => Math.floor(((i + 0.5) * spool.size) / wanted)).flatMap((place) => {
    const { value } = spool.entitiesFrom(place).next();
    const { folded, tokens: [word] } = analyseLabel(value?.record.name ?? '');
    return value === undefined || word === undefined ? [] : [{ record: value.record, folded, word }];
  });
}

function differs(what: string): SameasError {
  return new SameasError('search-cluster-unavailable', `The search cluster does not give ${what} as it was written. What is served is as it was.`, { advice: 'Check the log of the cluster, and index the dataset again.' });
}
