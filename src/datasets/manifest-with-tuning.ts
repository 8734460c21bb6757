import { parseDocument, visit } from 'yaml';
import type { LearnedTuning, MatchTuning } from '../entities/dataset.js';
import type { Manifest } from './manifest-schema.js';

type ManifestTuning = NonNullable<Manifest['tuning']>;

function manifestLearning(learned: LearnedTuning): NonNullable<ManifestTuning['learned']> {
  const properties = Object.entries(learned.properties).map(([id, { family, right, pairs }]) => [
    id,
    { family, right: [...right], pairs },
  ]);
  return {
    rows: learned.rows,
    properties: Object.fromEntries(properties) as NonNullable<ManifestTuning['learned']>['properties'],
  }; // made of such entries
}

/** Tuning in the form of the manifest. */
export function manifestTuning({
  matchThreshold,
  propertyWeights,
  evidenceWeights,
  learned,
}: MatchTuning): ManifestTuning {
  return {
    ...(matchThreshold !== undefined && { matchThreshold }),
    ...(propertyWeights !== undefined && { propertyWeights: { ...propertyWeights } }),
    ...(evidenceWeights !== undefined && { evidenceWeights: { ...evidenceWeights } }),
    ...(learned !== undefined && { learned: manifestLearning(learned) }),
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
    return `${JSON.stringify({ ...(typeof parsed === 'object' ? parsed : {}), tuning: manifestTuning(tuning) }, undefined, 2)}\n`;
  }
  const document = parseDocument(plain);
  const configured = document.createNode(manifestTuning(tuning));
  // Shares on one line each.
  visit(configured, { Seq: (_, list) => void (list.flow = true) });
  document.set('tuning', configured);
  return document.toString({ lineWidth: 0 });
}
