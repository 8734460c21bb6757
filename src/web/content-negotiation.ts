import type { Dataset } from '../entities/dataset.js';
import { isSameLanguage } from '../entities/label-in-language.js';
import { mediaRanges } from '../protocols/choose-form.js';
import type { ReconciliationQuery } from '../scoring/query.js';
import type { Exchange } from './exchange.js';
import { largestOf } from '../foundation/largest-of.js';

/** Languages read of a request. */
const MAX_ASKED = 5;
const TAG = /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/;

/** Those that a request asks for. */
export function languagesOf({ parameters, header }: Exchange): readonly string[] {
  return languagesAsked(parameters.get('lang'), header('Accept-Language') ?? '');
}

/**
 * Preferred languages of names as lower-case tags, best first: of the parameter `lang`, else of the header
 * Accept-Language.
 */
export function languagesAsked(lang: string | undefined, acceptLanguage: string): readonly string[] {
  const wanted =
    lang === undefined || lang === ''
      ? mediaRanges(acceptLanguage.slice(0, 500))
          .filter(({ quality }) => quality > 0)
          .sort((a, b) => b.quality - a.quality)
          .map(({ type }) => type)
      : lang.slice(0, 500).split(',');
  return [...new Set(wanted.map((tag) => tag.trim().toLowerCase()).filter((tag) => TAG.test(tag)))].slice(0, MAX_ASKED);
}

/**
 * Those of them in which the dataset has labels, up to the language of its preferred names; none where preferred names
 * are requested.
 */
export function labelLanguages(
  asked: readonly string[],
  { metadata: { languages = [], language } }: Pick<Dataset, 'metadata'>,
): readonly string[] {
  const known = asked.filter(
    (tag) =>
      languages.some((one) => isSameLanguage(one, tag)) || (language !== undefined && isSameLanguage(language, tag)),
  );
  const end = known.findIndex((tag) => language !== undefined && isSameLanguage(language, tag));
  return end < 0 ? known : known.slice(0, end);
}

/** The query with those requested languages in which the dataset has labels, where its metadata names its languages. */
export function inLanguagesAsked(
  query: ReconciliationQuery,
  asked: readonly string[],
  { metadata: { languages: known = [], language } }: Pick<Dataset, 'metadata'>,
): ReconciliationQuery {
  const languages =
    known.length === 0 ? [] : asked.filter((tag) => [...known, language].some((one) => isSameLanguage(one, tag)));
  return languages.length === 0 ? query : { ...query, languages };
}

/** Content-Language of an answer with names; `undefined` where it is unknown. */
export function contentLanguage(
  shown: readonly string[],
  { metadata: { language } }: Pick<Dataset, 'metadata'>,
): string | undefined {
  const tags = [...shown, ...(language === undefined || language === '' ? [] : [language])];
  return tags.length === 0 || !tags.every((tag) => TAG.test(tag.toLowerCase())) ? undefined : tags.join(', ');
}

/**
 * Whether the reader is a person with a browser: `text/html` is named, and no JSON with a higher weight. Wildcard
 * ranges say nothing; the programs that use the service send them.
 */
export function prefersPage({ header }: Pick<Exchange, 'header'>): boolean {
  const ranges = mediaRanges(header('Accept') ?? '');
  const html = ranges.find(({ type }) => type === 'text/html')?.quality ?? 0;
  const json = largestOf(
    ranges.filter(({ type }) => type === 'application/json' || type.endsWith('+json')).map(({ quality }) => quality),
    0,
  );
  return html > 0 && html > json;
}
