import { createHash } from 'node:crypto';
import type { ServiceDescription } from '../../protocols/describe-service.js';
import type { Exchange } from '../exchange.js';
import { nameOfDataset, type JoinedDataset } from './joined-datasets.js';

/** Pixels of the frame that clients show previews in, as for one dataset. */
const PREVIEW_SIZE = { width: 430, height: 260 };

/** What manifests say of all datasets together: its types are the datasets. */
export function describeAll(
  { baseUrl, site, words, limits, keysInManifest: { needsKey, keyInAddress } }: Exchange,
  datasets: readonly JoinedDataset[],
): ServiceDescription {
  const key = keyInAddress === undefined ? '' : `&api_key=${encodeURIComponent(keyInAddress)}`;
  return {
    name: words.say('All datasets'),
    language: undefined,
    identifierSpace: `${baseUrl}/view?id=`,
    schemaSpace: `${baseUrl}/`,
    viewUrl: `${baseUrl}/view?id={{id}}`,
    featureViewUrl: `${baseUrl}/feature?id={{id}}`,
    defaultTypes: datasets.map((dataset) => ({ id: dataset.path, name: nameOfDataset(dataset) })),
    documentation: `${site.serviceUrl}/docs`,
    logo: `${site.serviceUrl}/logo.svg`,
    serviceVersion: createHash('sha256')
      .update(datasets.map(({ live }) => (live.state() === 'ready' ? live.current().snapshot.id : '')).join(' '))
      .digest('hex')
      .slice(0, 16),
    batchSize: limits.batchSize,
    preview: { url: `${baseUrl}/preview?id={{id}}${key}`, ...PREVIEW_SIZE },
    suggestBases: { entity: baseUrl, type: `${baseUrl}/type`, property: `${baseUrl}/property` },
    baseUrl,
    needsKey,
    keyInAddress,
  };
}
