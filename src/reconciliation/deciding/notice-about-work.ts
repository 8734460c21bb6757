import type { AnalysedLabel } from '../../text/analysed-label.js';

/*
 * An erratum, a review, a reply has the whole title of the work that it is about in its own, and is another work.
 */

/** How the titles of notices begin, folded, up to the title of the work: kind of the notice, and what joins them. */
const NOTICE = new RegExp(
  `^(?:(?:the |an? )?(?:author |publisher |editor )?(?:${[
    '(?:erratum|errata|corrigendum|corrigenda|correction|corrections|addendum|retraction|withdrawal|expression of concern)(?: (?:to|of|for|in))?',
    '(?:retraction note|retraction notice|correction notice|withdrawal notice)(?: (?:to|of|for))?',
    '(?:reply|response|rejoinder|supplement|sequel|introduction|preface|index|guide|companion) to',
    '(?:book |film |critical )?reviews? of|book review',
    '(?:comments?|commentary|remarks?|notes?|discussion) (?:on|of)',
    '(?:summary|abstract|translation|parody) of',
    'rezension (?:zu|von)|besprechung von|kommentar zu|erganzung zu|berichtigung(?: (?:zu|von))?',
    'compte rendu de|critique de|commentaire (?:de|sur)|rectificatif(?: a)?',
    'resena de|critica de|comentario (?:a|sobre)|fe de erratas(?: de)?|recensione di|recensao de',
  ].join('|')})) `,
  'u',
);
/** The same kinds behind the title. */
const NOTICE_BEHIND = / (?:erratum|errata|corrigendum|addendum|retraction|retracted|(?:a )?(?:book |film |critical )?review|rezension|compte rendu|resena|recensione)$/u;
/** A review is one without "of", too, if something parts it from the title. */
const REVIEW = /^\s*(?:book |film )?reviews?\s*[:–—]/iu;
/** Letters by which an abbreviation of a kind is known ("Rev. of"). */
const SHORTEST_ABBREVIATION = 3;

/** Whether just one of two names says that it is a notice about a work, and the other has no such word at all. */
export function isNoticeAbout(query: AnalysedLabel, label: AnalysedLabel): boolean {
  const [one, other] = [noticeIn(query), noticeIn(label)];
  if (one !== undefined && other === undefined) return !mentions(label, one);
  return one === undefined && other !== undefined && !mentions(query, other);
}

/** The words that say what kind of notice it is. */
function noticeIn({ original, folded }: AnalysedLabel): string | undefined {
  if (REVIEW.test(original)) return 'review';
  return (NOTICE.exec(folded)?.[0] ?? NOTICE_BEHIND.exec(folded)?.[0])?.trim();
}

function mentions({ tokens }: AnalysedLabel, notice: string): boolean {
  const kinds = notice.split(' ').filter((word) => word.length > SHORTEST_ABBREVIATION);
  return tokens.some((word) => word.length >= SHORTEST_ABBREVIATION && kinds.some((kind) => kind.startsWith(word.slice(0, SHORTEST_ABBREVIATION))));
}
