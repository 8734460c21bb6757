import { parseDocument, visit } from 'yaml';
import type { LearnedTuning, MatchTuning } from '../entities/dataset.js';
import type { Manifest } from './manifest-schema.js';

type StatedTuning = NonNullable<Manifest['tuning']>;

function statedLearning(learned: LearnedTuning): NonNullable<StatedTuning['learned']> {
  const properties = Object.entries(learned.properties).map(([id, { family, right, pairs }]) => [
    id,
    { family, right: [...right], pairs },
  ]);
  return {
    rows: learned.rows,
    properties: Object.fromEntries(properties) as NonNullable<StatedTuning['learned']>['properties'],
  }; // made of such entries
}

/** Tuning in the form of the manifest. */
export function statedTuning({ matchThreshold, propertyWeights, evidenceWeights, learned }: MatchTuning): StatedTuning {
  return {
    ...(matchThreshold !== undefined && { matchThreshold }),
    ...(propertyWeights !== undefined && { propertyWeights: { ...propertyWeights } }),
    ...(evidenceWeights !== undefined && { evidenceWeights: { ...evidenceWeights } }),
    ...(learned !== undefined && { learned: statedLearning(learned) }),
  };
}

/**
 * The text of a manifest with its tuning replaced; all else stays, in YAML also comments and order. `text` must be
 * valid for `readManifest`; a `.json` file stays JSON.
 */
export function manifestWithTuning(path: string, text: string, tuning: MatchTuning): string {
  const plain = text.replace(/^\uFEFF/, '');
  if (/\.json$/i.test(path)) {
    const parsed: unknown = JSON.parse(plain);
    return `${JSON.stringify({ ...(typeof parsed === 'object' ? parsed : {}), tuning: statedTuning(tuning) }, undefined, 2)}\n`;
  }
  const document = parseDocument(plain);
  const stated = document.createNode(statedTuning(tuning));
  // Shares on one line each.
  visit(stated, { Seq: (_, list) => void (list.flow = true) });
  document.set('tuning', stated);
  return document.toString({ lineWidth: 0 });
}
