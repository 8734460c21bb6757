// Currencies: those in use by ISO 4217, with names and symbols from the CLDR.
import { distinctNames } from './names.mjs';

// Names that people write and that none of the sources has.
const MORE_NAMES = {
  CHF: ['Franken', 'Swiss Franken'],
  CNY: ['Renminbi', 'RMB', 'Yuan'],
  GBP: ['Pound sterling', 'Sterling', 'British pounds'],
  ILS: ['Shekel', 'New Israeli Sheqel'],
  PLN: ['Zloty'],
  USD: ['Dollar', 'American dollar', 'US$', 'U.S. dollar'],
  JPY: ['Yen'],
  INR: ['Rupee'],
  EUR: ['Euros'],
  KRW: ['Won'],
  TRY: ['Lira', 'New Turkish lira'],
  RUB: ['Ruble', 'Rouble'],
  THB: ['Baht'],
  CZK: ['Koruna', 'Czech crown'],
  HUF: ['Forint'],
  SEK: ['Swedish crown'],
  NOK: ['Norwegian crown'],
  DKK: ['Danish crown'],
  AUD: ['AU$'],
  CAD: ['CA$'],
  VND: ['Dong'],
  BRL: ['Real'],
  ZAR: ['Rand'],
  UAH: ['Hryvnia'],
};

/** Currency codes that are legal tender of a country today, by the CLDR: country code → codes, main one first. */
export function currenciesInUse(currencyData) {
  const use = new Map();
  for (const [country, periods] of Object.entries(currencyData.region)) {
    const codes = periods
      .flatMap((period) => Object.entries(period))
      .filter(([, when]) => !when._to && when._tender !== 'false');
    use.set(country, [...new Set(codes.map(([code]) => code))]);
  }
  return use;
}

/** One entity a currency. `usersOf`: code → ids of countries; `countryNameOf`, `populationOf`: by country id. */
export function makeCurrencies({ currencies, labels, symbols, usersOf, countryNameOf, populationOf }) {
  return currencies.map((currency) => {
    const { code } = currency;
    const known = labels.currencies.get(code);
    const name = known?.english ?? currency.currency;
    const users = usersOf(code);
    const symbol = symbols[code]?.['symbol-alt-narrow'] ?? symbols[code]?.symbol;
    return {
      id: code,
      name,
      type: 'Currency',
      aliases: distinctNames(
        [currency.currency, ...(MORE_NAMES[code] ?? []), ...localSymbols(code, symbols), ...(known?.all ?? [])].filter(
          (alias) => !/^[A-Za-z]{1,2}$/.test(alias),
        ),
        [name],
      ),
      description: describe(code, users.map(countryNameOf)),
      iso4217: code,
      numeric_code: currency.number,
      minor_units: currency.digits,
      symbol: symbol === code ? undefined : symbol,
      used_in: users,
      prominence: Math.round(users.reduce((sum, country) => sum + populationOf(country), 0) / 10) || 100,
    };
  });
}

// A bare "$" or "£" stands for a dozen currencies; only a symbol that names one of them is worth finding it by.
function localSymbols(code, symbols) {
  const own = symbols[code]?.['symbol-alt-narrow'];
  if (!own || own === code) return [];
  const shared = Object.entries(symbols).some(([other, forms]) => other !== code && forms['symbol-alt-narrow'] === own);
  return shared ? [] : [own];
}

function describe(code, countries) {
  if (countries.length === 0) return `Currency code ${code}`;
  const shown = countries.slice(0, 3).join(', ');
  const rest = countries.length - 3;
  return `Currency (${code}) of ${shown}${rest > 0 ? ` and ${rest} more` : ''}`;
}
