import { CODE } from './code.js';
import { CONTRADICTION } from './contradiction.js';
import type { EvidenceKind, WeighedCandidate } from './evidence-kind.js';
import { IDENTIFIER } from './identifier.js';
import { NAME } from './name.js';
import { ORDER } from './order.js';
import { PROPERTY } from './property.js';
import { RECORD } from './record.js';
import { TYPE } from './type.js';
import { weights } from './weights.js';

/** Every kind of evidence. The decision, explanations, docs/scoring.md and the fitting of weights go through this table. */
export const EVIDENCE_TABLE: readonly EvidenceKind[] = [
  IDENTIFIER,
  ORDER,
  NAME,
  CODE,
  CONTRADICTION,
  RECORD,
  TYPE,
  PROPERTY,
];

/** What one kind says of a candidate. */
export interface WeighedEvidence {
  readonly kind: EvidenceKind;
  /** By the terms of the kind; empty for zeros. */
  readonly values: readonly number[];
  /** Logarithm of odds: above 0 for the candidate, below 0 against it. */
  readonly nats: number;
}

/** What each kind says, in the order of the table. Cost: mostly a look at the words of one name. */
export function weighAll(weighed: WeighedCandidate): readonly WeighedEvidence[] {
  const factors = weighed.ranked.snapshot.tuning?.evidenceWeights;
  return EVIDENCE_TABLE.map((kind) => {
    const values = kind.values(weighed);
    return { kind, values, nats: (factors?.[kind.id] ?? 1) * natsOf(kind, values) };
  });
}

/** The sum of the terms of a kind by their weights. */
function natsOf({ terms }: Pick<EvidenceKind, 'terms'>, values: readonly number[]): number {
  const { terms: weightOf } = weights();
  let nats = 0;
  for (let i = 0; i < values.length; i++) nats += (values[i] ?? 0) * (weightOf[terms[i]?.id ?? ''] ?? 0);
  return nats;
}
