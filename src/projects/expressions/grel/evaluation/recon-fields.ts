import type { Recon, ReconCandidate, ReconFeatures } from '../../../grid/recon.js';
import type { ExpressionValue, FieldsValue } from '../../expression-value.js';
import { fieldsListOf } from './fields-list.js';

/** The reconciliation data of a cell as programs see it: `cell.recon.match.id`. */
export function reconFields(recon: Recon): FieldsValue {
  return { typeName: 'Recon', field: (name) => reconField(recon, name) };
}

function reconField(recon: Recon, name: string): ExpressionValue {
  switch (name) {
    case 'id':
      return BigInt(recon.id);
    case 'judgment':
    case 'judgement':
      return recon.judgment;
    case 'judgmentAction':
    case 'judgementAction':
      return recon.judgmentAction;
    case 'judgmentHistoryEntry':
    case 'judgementHistoryEntry':
      return BigInt(recon.judgmentHistoryEntry);
    case 'judgmentBatchSize':
    case 'judgementBatchSize':
      return BigInt(recon.judgmentBatchSize);
    case 'matched':
      return recon.judgment === 'matched';
    case 'new':
      return recon.judgment === 'new';
    case 'match':
      return recon.match === null ? null : candidateFields(recon.match);
    case 'best': {
      const [best] = recon.candidates;
      return best === undefined ? null : candidateFields(best);
    }
    case 'candidates':
      // A recon without candidates has no list of them, so that `forEach` over it is an error.
      return recon.candidates.length === 0 ? null : fieldsListOf(recon.candidates.map(candidateFields));
    case 'matchRank':
      return BigInt(recon.matchRank);
    case 'features':
      return featuresFields(recon.features);
    case 'service':
      return recon.service;
    case 'identifierSpace':
      return recon.identifierSpace;
    case 'schemaSpace':
      return recon.schemaSpace;
    case 'error':
      return recon.error;
    default:
      return null;
  }
}

function candidateFields(candidate: ReconCandidate): FieldsValue {
  return {
    typeName: 'ReconCandidate',
    field: (name) => {
      switch (name) {
        case 'id':
          return candidate.id;
        case 'name':
          return candidate.name;
        case 'type':
          return candidate.types;
        case 'score':
          return candidate.score;
        default:
          return null;
      }
    },
  };
}

function featuresFields(features: ReconFeatures): FieldsValue {
  return {
    typeName: 'Features',
    field: (name) => {
      switch (name) {
        case 'typeMatch':
        case 'nameMatch':
        case 'nameWordDistance':
          return features[name];
        case 'nameLevenshtein':
          return features.nameLevenshtein === null ? null : BigInt(features.nameLevenshtein);
        default:
          return null;
      }
    },
  };
}
