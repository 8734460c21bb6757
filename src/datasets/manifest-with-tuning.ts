import { parseDocument } from 'yaml';
import type { MatchTuning } from '../entities/dataset.js';
import type { Manifest } from './manifest-schema.js';

/** Tuning as a manifest states it. */
export function statedTuning({ matchThreshold, propertyWeights, evidenceWeights }: MatchTuning): NonNullable<Manifest['tuning']> {
  return { ...(matchThreshold !== undefined && { matchThreshold }), ...(propertyWeights !== undefined && { propertyWeights: { ...propertyWeights } }), ...(evidenceWeights !== undefined && { evidenceWeights: { ...evidenceWeights } }) };
}

/**
 * The text of a manifest with this tuning in place of any that it had; all else is as it was, in YAML also comments and order. `text` is one that
 * `readManifest` takes; a file called `.json` stays JSON.
 */
export function manifestWithTuning(path: string, text: string, tuning: MatchTuning): string {
  const plain = text.replace(/^\uFEFF/, '');
  if (/\.json$/i.test(path)) {
    const parsed: unknown = JSON.parse(plain);
    return `${JSON.stringify({ ...(typeof parsed === 'object' ? parsed : {}), tuning: statedTuning(tuning) }, undefined, 2)}\n`;
  }
  const document = parseDocument(plain);
  document.set('tuning', document.createNode(statedTuning(tuning)));
  return document.toString({ lineWidth: 0 });
}
