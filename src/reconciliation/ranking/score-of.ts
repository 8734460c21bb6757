import type { PropertyEvidence } from '../scoring/properties/property-evidence.js';
import type { ScoredEntity } from './scored-entity.js';

/** What is left of the score of an entity that the query would rather not have: outside a preferred type, or with a value that is not wanted. */
export const SHARE_OUTSIDE_TYPE = 0.8;
/** An equal value of an identifying property names the entity as surely as its own identifier does, whatever its name. */
const IDENTIFIED = 1;
/** What one unit of evidence from properties moves on the logistic scale of the score. */
const PROPERTY_FORCE = 0.42;

/** The score that name, properties and type make together: 0–100 with two decimals. */
export function scoreOf(candidate: ScoredEntity, properties: PropertyEvidence | undefined): number {
  let similarity = candidate.named && !candidate.idIsName ? 1 : candidate.nameSimilarity;
  if (properties !== undefined && properties.weight !== 0 && !(similarity === 1 && properties.weight > 0)) {
    const clamped = Math.min(Math.max(similarity, 0.02), 0.98);
    const odds = Math.log(clamped / (1 - clamped)) + PROPERTY_FORCE * properties.weight;
    const moved = 1 / (1 + Math.exp(-odds));
    // Evidence for an entity never lowers what its name gave, and only an equal name may reach the full score.
    similarity = properties.weight > 0 ? Math.max(similarity, Math.min(moved, 0.995)) : moved;
  }
  if (properties?.identified === true && !properties.contradicted) similarity = Math.max(similarity, IDENTIFIED);
  if (!candidate.typeHeld) similarity *= SHARE_OUTSIDE_TYPE;
  return Math.round(similarity * 1e4) / 100;
}
