import type { LayerOrdinals } from '../entities/layer-ordinals.js';
import { ownValue } from '../foundation/own-value.js';
import { keyAskedFor, type PropertyValueIndex } from './property-value-index.js';
import type { ScoringModel } from './scoring/model/scoring-model.js';

/** The values of a base and of the entities that were added to it. `model` is that of the base: of a value that very many of its entities have, its index knows nothing. */
export function layerPropertyValues(base: PropertyValueIndex, added: PropertyValueIndex, ordinals: LayerOrdinals, model: ScoringModel): PropertyValueIndex {
  return {
    entitiesWith: (property, value, most) => {
      const below = base.entitiesWith(property, value, most);
      if (below.length === 0) {
        const key = keyAskedFor(property, value);
        const usual = ownValue(model.properties, property.id)?.frequent;
        const share = key === undefined || usual === undefined ? undefined : ownValue(usual, key);
        if (share !== undefined && share * ordinals.size > most) return [];
      }
      const found = [...below.map(ordinals.ofBase).filter((ordinal) => ordinal >= 0), ...added.entitiesWith(property, value, most).map(ordinals.ofAdded)];
      return found.length > most ? [] : found.sort((a, b) => a - b);
    },
  };
}
