import { z } from 'zod';
import type { InstalledPackages } from './packages.js';
import { plain } from './same-things.js';
import type { AskedName, SetOfNames, Thing } from './write-set.js';

const COUNTRIES = z.record(
  z.string(),
  z.object({ name: z.string(), sub: z.record(z.string(), z.object({ name: z.string() })) }),
);

/** Provinces, states and districts by their codes. */
export const PROVINCES = {
  needed: { npm: ['iso-3166-2@1.0.0', 'cldr-subdivisions-full@48.2.0', 'country-state-city@3.2.1'] },
  async makeSets(packages: InstalledPackages): Promise<readonly SetOfNames[]> {
    const { default: codes } = await packages.load(
      'iso-3166-2/iso3166.min.js',
      z.object({ default: z.object({ data: COUNTRIES }) }),
    );
    const list = Object.values(codes.data).flatMap(({ name: country, sub }): readonly Thing[] =>
      Object.entries(sub).map(([id, { name }]) => ({ id, name: name.trim(), properties: { country } })),
    );
    const ids = new Map(list.map(({ id }) => [id.replace('-', '').toLowerCase(), id]));
    const countries = new Map(
      packages
        .jsonOf('country-state-city/lib/assets/country.json', z.object({ isoCode: z.string(), name: z.string() }))
        .map(({ isoCode, name }) => [isoCode, name]),
    );
    const asked = [...cldrNames(packages, ids), ...states(packages)].map((one) => withCountry(one, countries));
    const anew = countriesNumberedAnew(list, asked);
    return [
      {
        name: 'provinces',
        title: 'The provinces of one package, by the names of others',
        list,
        asked: asked.filter(({ right }) => right.every((id) => !anew.has(countryOf(id)))),
      },
    ];
  },
};

/** Countries of which two provinces and more have each other's names by the other sources: their codes were given anew in between. */
function countriesNumberedAnew(list: readonly Thing[], asked: readonly AskedName[]): ReadonlySet<string> {
  const names = new Map(list.map(({ id, name }) => [`${countryOf(id)} ${plain(name)}`, id]));
  const crossed = asked.flatMap(({ text, right: [id = ''] }) => {
    const holder = names.get(`${countryOf(id)} ${plain(text)}`);
    return holder === undefined ||
      holder === id ||
      plain(list.find((thing) => thing.id === id)?.name ?? '') === plain(text)
      ? []
      : [countryOf(id)];
  });
  return new Set(crossed.filter((country, place) => crossed.indexOf(country) < place));
}

function countryOf(id: string): string {
  return id.slice(0, 2);
}

function cldrNames(packages: InstalledPackages, ids: ReadonlyMap<string, string>): readonly AskedName[] {
  const shape = z.object({
    subdivisions: z.object({ localeDisplayNames: z.object({ subdivisions: z.record(z.string(), z.string()) }) }),
  });
  const { subdivisions } = packages.json('cldr-subdivisions-full/subdivisions/en/en.json', shape).subdivisions
    .localeDisplayNames;
  return Object.entries(subdivisions).flatMap(([code, text]) => {
    const id = ids.get(code);
    return id === undefined ? [] : [{ text, right: [id], source: 'cldr' }];
  });
}

function states(packages: InstalledPackages): readonly AskedName[] {
  const shape = z.object({ name: z.string(), isoCode: z.string(), countryCode: z.string() });
  return packages.jsonOf('country-state-city/lib/assets/state.json', shape).map(({ name, isoCode, countryCode }) => ({
    text: name,
    right: [`${countryCode}-${isoCode}`],
    source: 'country-state-city',
  }));
}

function withCountry(asked: AskedName, countries: ReadonlyMap<string, string>): AskedName {
  return { ...asked, properties: { country: countries.get(countryOf(asked.right[0] ?? '')) ?? '' } };
}
