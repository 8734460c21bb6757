import { NO_TERM_FOUND } from '../../../formats/sssom/sssom-vocabulary.js';
import type { ExpandCurie } from './curie-map.js';

/** What a person says with a mapping: that both are the same, that they are not, that there is no such thing in the list; open: nobody has judged it, or it says something else. */
export type MappingVerdict = 'same' | 'different' | 'nothing' | 'open';

/** The cell of a slot; empty where there is none. */
export type SlotOf = (slot: string) => string;

const SKOS = 'http://www.w3.org/2004/02/skos/core#';
const OWL = 'http://www.w3.org/2002/07/owl#';
const SAME: ReadonlySet<string> = new Set([
  `${SKOS}exactMatch`,
  `${OWL}sameAs`,
  `${OWL}equivalentClass`,
  `${OWL}equivalentProperty`,
]);
/** What is not even close is not the same. */
const CLOSE = `${SKOS}closeMatch`;
const SEMAPV = 'https://w3id.org/semapv/vocab/';
const BY_A_PERSON: ReadonlySet<string> = new Set([`${SEMAPV}ManualMappingCuration`, `${SEMAPV}MappingReview`]);

/** `object`: the CURIE on the side of the list. */
export function mappingVerdict(slot: SlotOf, object: string, expand: ExpandCurie): MappingVerdict {
  const predicate = expand(slot('predicate_id'));
  const isDenied = slot('predicate_modifier').toLowerCase() === 'not';
  const isIdentity = SAME.has(predicate) || (isDenied && predicate === CLOSE);
  if (!isIdentity || !isJudged(slot, expand)) return 'open';
  if (expand(object) === expand(NO_TERM_FOUND)) return isDenied ? 'open' : 'nothing';
  return isDenied ? 'different' : 'same';
}

/** Made by a person, or reviewed by one who did not disagree. */
function isJudged(slot: SlotOf, expand: ExpandCurie): boolean {
  const agreement = slot('reviewer_agreement');
  if (agreement !== '' && !(Number(agreement) > 0)) return false;
  return (
    BY_A_PERSON.has(expand(slot('mapping_justification'))) ||
    slot('reviewer_id') !== '' ||
    slot('reviewer_label') !== ''
  );
}
