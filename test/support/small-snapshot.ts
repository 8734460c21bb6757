import { attachDataset, type DatasetFacts } from '../../src/entities/packed-entity-store.js';
import type { DatasetMetadata } from '../../src/entities/dataset.js';
import type { Entity } from '../../src/entities/entity.js';
import type { EntityType } from '../../src/entities/type-hierarchy.js';
import { PackedEntityStoreBuilder } from '../../src/entities/packed-entity-store.js';
import type { Property, PropertyValue } from '../../src/entities/property.js';
import type { DatasetSnapshot } from '../../src/scoring/snapshot.js';
import { propertyValueSections } from './property-value-sections.js';
import { attachPropertyValueIndex } from '../../src/scoring/property-values.js';
import { memoryStatistics } from '../../src/scoring/statistics.js';
import { estimateScoringModel } from '../../src/scoring/estimate-statistics.js';
import { memorySource } from '../../src/scoring/estimation-source.js';
import { attachCandidateIndex } from '../../src/search/choose-candidate-index.js';
import { attachPrefixIndex } from '../../src/search/attach-prefix-index.js';
import { buildSearchSections } from '../../src/search/build-search-index.js';

/*
 * A small dataset with everything that the wire can be asked to carry: every datatype, references, a hierarchy of types, names in several
 * scripts, namesakes, and identifiers that are hard on addresses.
 */

const text = (value: string): PropertyValue => ({ kind: 'text', text: value });
const reference = (id: string): PropertyValue => ({ kind: 'reference', id });

function entity(id: string, name: string, types: readonly string[], more: Partial<Entity> = {}): Entity {
  return { id, name, aliases: [], types, properties: {}, prominence: 0, ...more };
}

const ENTITIES: readonly Entity[] = [
  entity('DE', 'Germany', ['Country'], {
    aliases: [{ text: 'Deutschland', language: 'de' }, { text: 'Federal Republic of Germany' }],
    prominence: 100,
    properties: {
      capital: [reference('B')],
      population: [{ kind: 'integer', number: 83_000_000 }],
      code: [{ kind: 'identifier', text: 'DEU' }],
    },
  }),
  entity('FR', 'France', ['Country'], {
    prominence: 99,
    properties: { capital: [reference('P')], code: [{ kind: 'identifier', text: 'FRA' }] },
  }),
  entity('JP', 'Japan', ['Country'], { aliases: [{ text: '日本', language: 'ja' }], prominence: 98 }),
  entity('B', 'Berlin', ['Capital', 'City'], {
    aliases: [
      { text: 'Berlín', language: 'es' },
      { text: 'Берлин', language: 'ru' },
      { text: 'Spree-Athen', language: 'de' },
    ],
    nameLanguage: 'de',
    prominence: 50,
    properties: {
      country: [reference('DE')],
      population: [{ kind: 'integer', number: 3_700_000 }],
      budget: [{ kind: 'integer', number: 39_000_000_000 }],
      area: [{ kind: 'number', number: 891.7 }],
      founded: [{ kind: 'date', date: { year: 1237, month: 10, day: 28 } }],
      firstMentioned: [{ kind: 'date', date: { year: 1237 } }],
      location: [{ kind: 'coordinates', latitude: 52.52, longitude: 13.405 }],
      website: [{ kind: 'url', url: 'https://www.berlin.example/?a=1&b=2' }],
      seatOfGovernment: [{ kind: 'boolean', boolean: true }],
      motto: [{ kind: 'text', text: 'Be “Berlin” <now>', language: 'en' }],
      twin: [reference('P'), reference('elsewhere:Q1'), reference('T')],
    },
  }),
  entity('BNH', 'Berlin', ['City'], {
    description: 'City in New Hampshire',
    prominence: 49,
    properties: { population: [{ kind: 'integer', number: 9_425 }] },
  }),
  entity('P', 'Paris', ['Capital', 'City'], {
    prominence: 60,
    properties: {
      country: [reference('FR')],
      population: [{ kind: 'integer', number: 2_100_000 }],
      founded: [{ kind: 'date', date: { year: -52 } }],
    },
  }),
  entity('PTX', 'Paris', ['City'], { description: 'City in Texas', prominence: 59 }),
  entity('T', 'Tokyo', ['Capital', 'City'], {
    aliases: [{ text: '東京', language: 'ja' }],
    prominence: 70,
    properties: { country: [reference('JP')] },
  }),
  entity('M', 'München', ['City'], {
    aliases: [{ text: 'Munich', language: 'en' }],
    prominence: 40,
    properties: { country: [reference('DE')] },
  }),
  entity('a/b c#d?e&f=g+h%41', 'Odd Junction', ['City'], {
    description: 'A place whose identifier is hard on addresses',
    prominence: 1,
  }),
  entity('Zürich–ZH', 'Zürich', ['City'], { prominence: 30 }),
  entity('https://id.example.org/place/7', 'Seven Sisters', ['City'], { prominence: 2 }),
  entity('__proto__', 'Prototype Falls', ['City'], { prominence: 1 }),
  entity('0', 'Zero Point', [], { prominence: 1, properties: { motto: [text('nought')] } }),
  entity('XSS', '<script>alert("x")</script> & Sons', ['City'], {
    description: '<img src=x onerror=alert(1)>',
    aliases: [{ text: '"><b>bold</b>' }],
    prominence: 1,
    properties: { website: [{ kind: 'url', url: 'javascript:alert(1)' }], motto: [text('<i>italic</i>')] },
  }),
  ...Array.from({ length: 40 }, (_, i) =>
    entity(`N${String(i)}`, `Newtown ${String(i).padStart(2, '0')}`, ['Village'], {
      prominence: 40 - i,
      properties: { country: [reference(i % 2 === 0 ? 'DE' : 'FR')] },
    }),
  ),
];

const DATATYPES: Readonly<
  Record<
    string,
    { readonly name: string; readonly datatype: Property['datatype']; readonly targetTypes?: readonly string[] }
  >
> = {
  country: { name: 'Country', datatype: 'reference', targetTypes: ['Country'] },
  population: { name: 'Population', datatype: 'integer' },
  capital: { name: 'Capital city', datatype: 'reference', targetTypes: ['City'] },
  founded: { name: 'Founded', datatype: 'date' },
  firstMentioned: { name: 'First mentioned', datatype: 'date' },
  code: { name: 'Code', datatype: 'identifier' },
  budget: { name: 'Budget', datatype: 'integer' },
  area: { name: 'Area', datatype: 'number' },
  location: { name: 'Location', datatype: 'coordinates' },
  website: { name: 'Website', datatype: 'url' },
  seatOfGovernment: { name: 'Seat of government', datatype: 'boolean' },
  motto: { name: 'Motto', datatype: 'text' },
  twin: { name: 'Twin town', datatype: 'reference', targetTypes: ['City'] },
};

const BROADER: Readonly<Record<string, readonly string[]>> = {
  Country: [],
  City: ['Place'],
  Capital: ['City'],
  Village: ['Place'],
  Place: [],
};

const METADATA: DatasetMetadata = {
  name: 'Small world',
  description: 'Places for tests',
  licence: 'CC0',
  attribution: 'Made by hand.',
  previewProperties: ['country', 'population', 'founded'],
  contentHash: 'small',
  targetPrecision: 0.95,
};

function typesOf(entities: readonly Entity[]): readonly EntityType[] {
  const names: Readonly<Record<string, string>> = { Capital: 'Capital city' };
  return Object.entries(BROADER).map(([id, broader]) => ({
    id,
    name: names[id] ?? id,
    broader,
    entityCount: entities.filter((one) => one.types.includes(id)).length,
  }));
}

function propertiesOf(entities: readonly Entity[]): readonly Property[] {
  return Object.entries(DATATYPES)
    .map(([id, { name, datatype, targetTypes }]): Property => {
      const having = entities.filter((one) => one.properties[id] !== undefined);
      const usedBy = [...new Set(having.flatMap((one) => one.types))];
      return {
        id,
        name,
        datatype,
        identifying: id === 'code',
        usedBy,
        entityCount: having.length,
        ...(targetTypes === undefined ? {} : { targetTypes }),
      };
    })
    .sort((a, b) => b.entityCount - a.entityCount);
}

/** A snapshot over these few entities, made of the real parts; `metadata` replaces what the dataset says of itself. */
export function smallSnapshot(
  metadata: Partial<DatasetMetadata> = {},
  entities: readonly Entity[] = ENTITIES,
): DatasetSnapshot {
  const builder = new PackedEntityStoreBuilder();
  for (const one of entities) builder.add(one);
  const facts: DatasetFacts = {
    metadata: { ...METADATA, ...metadata },
    types: typesOf(entities),
    properties: propertiesOf(entities),
  };
  const entitySections = builder.finish();
  const sections = new Map([...entitySections, ...buildSearchSections(attachDataset(facts, entitySections).entities)]);
  const dataset = attachDataset(facts, sections);
  const candidateIndex = attachCandidateIndex(sections);
  const propertyValues = attachPropertyValueIndex(propertyValueSections(dataset.entities));
  const scoring = estimateScoringModel(memorySource(dataset, candidateIndex.labels));
  return {
    id: '0123456789abcdef',
    dataset,
    candidateIndex,
    prefixIndex: attachPrefixIndex(sections),
    propertyValues,
    scoring,
    statistics: memoryStatistics({ dataset, labels: candidateIndex.labels, propertyValues, scoring }),
  };
}
