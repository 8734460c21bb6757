import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { listOf } from '../../src/datasets/manifest-files.js';
import { MANIFEST_SCHEMA } from '../../src/datasets/manifest-schema.js';
import { foldName, readBuildReport, readManifestText, readWorldPlaces } from './read-world-places.js';
import type { WorldPlacesRecord } from './read-world-places.js';

const { packed, text, records } = readWorldPlaces();
const report = readBuildReport();
const manifest = MANIFEST_SCHEMA.parse(parse(readManifestText()));
const byId = new Map(records.map((record) => [record.id, record]));
const digest = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const sayRecord = (record: WorldPlacesRecord) => `${record.id} ${record.name}`;

describe('the committed file', () => {
  it('is the one that the build reported', () => {
    expect(digest(packed)).toBe(report.sha256);
    expect(digest(text)).toBe(report.unpackedSha256);
    expect(packed.length).toBe(report.bytes);
  });

  it('has at most 6 MB', () => {
    expect(packed.length).toBeLessThanOrEqual(6_000_000);
  });

  it('holds as many entities and names as the build reported', () => {
    const byType: Record<string, { entities: number; names: number }> = {};
    for (const { type, aliases } of records) {
      const count = (byType[type] ??= { entities: 0, names: 0 });
      count.entities++;
      count.names += 1 + (aliases?.length ?? 0);
    }
    expect(byType).toEqual(report.byType);
    expect(records).toHaveLength(report.entities);
  });

  it('is packed without a time and without the name of a system', () => {
    expect([...packed.subarray(4, 8), packed[9]]).toEqual([0, 0, 0, 0, 255]);
  });
});

describe('every record', () => {
  it('has an id of its own', () => {
    expect(byId.size).toBe(records.length);
  });

  it('refers only to ids that are there, and of the types that the manifest says', () => {
    const references = (manifest.properties ?? []).filter((property) => property.datatype === 'reference');
    const faults: string[] = [];
    let followed = 0;
    for (const record of records) {
      for (const { column, targetTypes } of references) {
        const value = column === undefined ? undefined : record[column];
        for (const id of value === undefined ? [] : [value].flat()) {
          const target = byId.get(String(id));
          followed++;
          if (target === undefined || !listOf(targetTypes).includes(target.type))
            faults.push(`${record.id} ${column} ${id}`);
        }
      }
    }
    expect(faults).toEqual([]);
    expect(followed).toBeGreaterThan(120_000);
  });

  it('has only keys that the manifest describes', () => {
    const described = new Set([
      'id',
      'name',
      'type',
      'aliases',
      'description',
      'prominence',
      ...(manifest.properties ?? []).map((property) => property.column),
    ]);
    expect([...new Set(records.flatMap((record) => Object.keys(record)))].filter((key) => !described.has(key))).toEqual(
      [],
    );
  });

  it('names no name twice, not even in another spelling', () => {
    const twice = records.filter(({ name, aliases }) => {
      const folded = [name, ...(aliases ?? [])].map(foldName);
      return new Set(folded).size < folded.length;
    });
    expect(twice.map(sayRecord)).toEqual([]);
  });

  it('lies on Earth', () => {
    const astray = records.filter(({ coordinates }) => {
      if (coordinates === undefined) return false;
      const parts = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(String(coordinates));
      return parts === null || Math.abs(Number(parts[1])) > 90 || Math.abs(Number(parts[2])) > 180;
    });
    expect(astray.map(sayRecord)).toEqual([]);
  });

  it('has a prominence that is a number and not negative, where it has one', () => {
    expect(
      records.filter(
        ({ prominence }) => prominence !== undefined && !(typeof prominence === 'number' && prominence >= 0),
      ),
    ).toEqual([]);
  });

  it.each([
    ['identifiers of countries', 'Country', 'iso_alpha2', /^[A-Z]{2}$/],
    ['three-letter codes', 'Country', 'iso_alpha3', /^[A-Z]{3}$/],
    ['numbers of countries', 'Country', 'iso_numeric', /^\d{3}$/],
    ['calling codes', 'Country', 'calling_codes', /^\+\d[\d ]*$/],
    ['codes of subdivisions', 'Subdivision', 'iso_3166_2', /^[A-Z]{2}-[A-Z0-9]{1,3}$/],
    ['airport codes on tickets', 'Airport', 'iata', /^[A-Z]{3}$/],
    ['airport codes of pilots', 'Airport', 'icao', /^[A-Z]{4}$/],
    ['articles', 'Airport', 'wikipedia', /^https?:\/\/\S+$/],
    ['articles about subdivisions', 'Subdivision', 'wikipedia', /^https?:\/\/\S+$/],
    ['codes of currencies', 'Currency', 'iso4217', /^[A-Z]{3}$/],
    ['numbers of currencies', 'Currency', 'numeric_code', /^\d{3}$/],
    ['codes of languages', 'Language', 'iso639_3', /^[a-z]{3}$/],
    ['Wikidata items', 'Language', 'wikidata', /^Q\d+$/],
    ['time zones', 'City', 'timezone', /^[A-Z]\w+(\/[\w+-]+){0,2}$/],
  ])('writes %s alike', (_what, type, property, form) => {
    const values = records
      .filter((record) => record.type === type)
      .flatMap((record) => (record[property] === undefined ? [] : [record[property]].flat()));
    expect(values.length).toBeGreaterThan(0);
    expect(values.filter((value) => !form.test(String(value)))).toEqual([]);
  });
});

describe('other names of cities', () => {
  const aliases = records
    .filter((record) => record.type === 'City')
    .flatMap((record) => (record.aliases ?? []).map((alias) => ({ alias, of: record.name })));

  it.each([
    ['web addresses', /^https?:|^www\.|\.(com|org|net)\b/],
    ['airport codes and other runs of capitals', /^(?!NYC$|HCMC$|TPHCM$|NOLA$)[A-Z]{2,6}$/],
    ['postal codes', /^[A-Z]?\d[\dA-Z -]*$/],
    ['Wikidata items', /^Q\d+$/],
    ['years in brackets', /\[.*\]/],
    ['romanisations by machine, which have no capital', /^[a-z][a-z ]+$/],
    ['two letters that are a word elsewhere', /^[A-Za-z]{1,2}$/],
    ['marks of a page of notes', /[_@#|<>{}]/],
  ])('are never %s', (_what, pattern) => {
    expect(aliases.filter(({ alias }) => pattern.test(alias))).toEqual([]);
  });

  it('are many', () => {
    expect(aliases.length).toBeGreaterThan(220_000);
  });

  it('are not the name of a country elsewhere', () => {
    const countries = new Map(
      records.filter((record) => record.type === 'Country').map((record) => [foldName(record.name), record.id]),
    );
    const astray = records
      .filter((record) => record.type === 'City')
      .filter((record) =>
        record.aliases?.some((alias) => ![undefined, record['country']].includes(countries.get(foldName(alias)))),
      );
    expect(astray.map(sayRecord)).toEqual([]);
  });
});

describe('codes', () => {
  it('of two letters are no names of countries, save the two that people write', () => {
    const codes = records
      .filter((record) => record.type === 'Country')
      .flatMap((record) => (record.aliases ?? []).filter((alias) => /^[A-Z]{2}$/.test(alias)));
    expect(codes.sort()).toEqual(['UK', 'US']);
  });

  it('that serve as names mean one thing', () => {
    const owners = new Map<string, Set<string>>();
    for (const record of records) {
      for (const name of [record.name, ...(record.aliases ?? [])])
        owners.set(foldName(name), (owners.get(foldName(name)) ?? new Set()).add(record.id));
    }
    const shared = records.flatMap((record) =>
      [record['iso_alpha3'], record['iso4217'], record['iata']].filter(
        (code) =>
          typeof code === 'string' &&
          record.aliases?.includes(code) === true &&
          (owners.get(foldName(code))?.size ?? 0) > 1,
      ),
    );
    // Names that people write, and codes at the same time.
    expect(shared.filter((code) => !['USA'].includes(String(code)))).toEqual([]);
  });
});

describe('links', () => {
  it('lead from nearly every city to a subdivision, in its own country', () => {
    const cities = records.filter((record) => record.type === 'City');
    const linked = cities.filter((city) => city['subdivision'] !== undefined);
    expect(linked.length / cities.length).toBeGreaterThan(0.98);
    expect(linked.length).toBe(report.cities.linkedToSubdivision);
    expect(
      linked.filter((city) => byId.get(String(city['subdivision']))?.['country'] !== city['country']).map(sayRecord),
    ).toEqual([]);
  });

  it('agree with the airports, which know their subdivision from another source', () => {
    const withParents = (id: unknown) =>
      [String(id), byId.get(String(id))?.['part_of']?.toString()].filter((code) => code !== undefined);
    const pairs = records
      .filter((record) => record.type === 'Airport' && record['subdivision'] !== undefined)
      .map((airport) => ({ airport, city: byId.get(String(airport['city'])) }))
      .filter(({ city }) => city?.['subdivision'] !== undefined);
    const agreeing = pairs.filter(({ airport, city }) =>
      withParents(airport['subdivision']).some((code) => withParents(city?.['subdivision']).includes(code)),
    );
    expect(pairs.length).toBeGreaterThan(3000);
    // The rest are airports beyond the border of the town they serve.
    expect(agreeing.length / pairs.length).toBeGreaterThan(0.96);
  });

  it('between capitals and what they are capital of go both ways', () => {
    const oneWay: string[] = [];
    for (const record of records) {
      const back = byId.get(String(record['capital']))?.['capital_of'];
      if (record['capital'] !== undefined && ![back].flat().includes(record.id)) oneWay.push(sayRecord(record));
      for (const id of record['capital_of'] === undefined ? [] : [record['capital_of']].flat()) {
        if (byId.get(String(id))?.['capital'] !== record.id) oneWay.push(sayRecord(record));
      }
    }
    expect(oneWay).toEqual([]);
  });

  it('of parts never go in a circle', () => {
    const circles = records.filter((record) => {
      let at: string | undefined = record.id;
      for (let step = 0; step < 6 && at !== undefined; step++) at = byId.get(at)?.['part_of']?.toString();
      return at !== undefined;
    });
    expect(circles.map(sayRecord)).toEqual([]);
  });
});
