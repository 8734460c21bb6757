// Names of territories, languages and currencies in the languages of the world, from the Unicode CLDR.
import { tidy } from './names.mjs';

// A variant of a language for one country (de-AT, es-419) repeats the language's own names, apart from a few spellings.
const COUNTRY_VARIANT = /-[A-Z]{2}$|-\d{3}$/;
// Forms made for menus and for sorting ("Arabic, Najdi", "menu-core") are no names on their own; the long form of Chinese means Mandarin.
const NOT_A_NAME = /-menu|-alt-menu|-secondary|-alt-long|-alt-chagos/;

/** Three tables, code → { english, all }: `english` the main English name, `all` every name, English first, then by locale. */
export function collectCldrLabels(localeNames, countryNamesByLanguage) {
  const tables = { territories: new Map(), languages: new Map(), currencies: new Map() };
  const note = (table, code, locale, form, name) => {
    // A locale without a name of its own answers with the code.
    if (!name || tidy(name) === code) return;
    if (!table.has(code)) table.set(code, { english: undefined, all: [] });
    const entry = table.get(code);
    if (locale === 'en' && form === 'plain') entry.english = tidy(name);
    entry.all.push(name);
  };
  const locales = localeNames.filter(({ locale }) => locale !== 'und' && !COUNTRY_VARIANT.test(locale));
  const englishFirst = [
    ...locales.filter(({ locale }) => locale === 'en'),
    ...locales.filter(({ locale }) => locale !== 'en'),
  ];
  for (const { locale, territories, languages, currencies } of englishFirst) {
    for (const [table, names] of [
      [tables.territories, territories],
      [tables.languages, languages],
    ]) {
      for (const [key, name] of Object.entries(names)) {
        if (NOT_A_NAME.test(key)) continue;
        const [code] = key.split('-alt-');
        note(table, code, locale, key === code ? 'plain' : 'variant', name);
      }
    }
    for (const [code, forms] of Object.entries(currencies)) {
      for (const [form, name] of Object.entries(forms)) {
        if (form === 'displayName') note(tables.currencies, code, locale, 'plain', name);
        else if (form.startsWith('displayName-count-')) note(tables.currencies, code, locale, 'variant', name);
      }
    }
  }
  for (const { names } of countryNamesByLanguage) {
    for (const [code, list] of Object.entries(names))
      for (const name of [list].flat()) note(tables.territories, code, '', 'variant', name);
  }
  return tables;
}
