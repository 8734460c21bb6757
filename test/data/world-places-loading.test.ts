import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { findEntity } from '../../src/entities/entity-store.js';
import { loadForTest } from '../support/loaded-entities.js';
import { readBuildReport } from './read-world-places.js';

const manifestFile = fileURLToPath(new URL('../../data/world-places.manifest.yaml', import.meta.url));

describe('the manifest', () => {
  it('says everything, so that the dataset loads without a guess, a warning or a rejected record', async () => {
    const { dataset, report } = await loadForTest({ files: [], manifestFile });
    expect(report.inferred).toEqual([]);
    expect(report.counts).toMatchObject({
      entities: readBuildReport().entities,
      labels: readBuildReport().names,
      rejected: 0,
      warnings: 0,
    });

    const berlin = findEntity(dataset.entities, '2950159');
    expect(berlin).toMatchObject({ name: 'Berlin', types: ['City'], prominence: 3426354 });
    expect(berlin?.properties['country']).toEqual([{ kind: 'reference', id: 'DE' }]);
    expect(berlin?.properties['coordinates']).toEqual([
      { kind: 'coordinates', latitude: 52.52437, longitude: 13.41053 },
    ]);
    expect(dataset.properties.map(({ id }) => id)).not.toContain('prominence');
    expect(dataset.types.isA('City', 'Place')).toBe(true);
  }, 240_000);
});
