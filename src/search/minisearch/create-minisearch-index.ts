import MiniSearch, { type Query, type SearchOptions } from 'minisearch';
import { abbreviated } from '../../text/abbreviations.js';
import { analyseInLatin } from '../../text/analyse-label.js';
import type { AnalysedLabel } from '../../text/analysed-label.js';
import { formsOfGivenName } from '../../text/given-names.js';
import { capitalsIn } from '../../text/short-forms-in.js';
import type { CandidateIndex, RetrievalRequest, RetrievalResult } from '../candidate-index.js';
import { createLabelSimilarity, type RelatedWord } from '../label-similarity.js';
import type { LabelTable } from '../label-table.js';
import { mergeRetrievals } from '../merge-retrievals.js';
import { acronymsOf, acronymsOfLabel } from '../words/acronyms.js';
import { canHaveSimilar } from '../words/similar-words.js';
import { canHaveTypos, editsAllowed } from '../words/typo-neighbourhood.js';

/*
 * Candidates by MiniSearch's own search, for datasets of some thousand names: nothing is compiled, and all structures are made from the label table at the first query.
 * MiniSearch finds rows that share words, misspelt words or acronyms with the query, or words with which those of the query share pieces; the nearest rows are selected by one plain similarity.
 */

/** A row as MiniSearch has it: texts of terms with spaces between. */
interface IndexedRow {
  readonly id: number;
  readonly words: string;
  /** Neighbouring words written as one, and all words. */
  readonly joined: string;
  readonly acronyms: string;
}
const FIELDS = ['words', 'joined', 'acronyms'] as const satisfies readonly (keyof IndexedRow)[];

/** A row this similar needs no search for typos. */
const NEARLY_EQUAL = 0.93;
/** When no row is this similar, words of the query may be misspelt beyond recognition, and the right row is one of many that are as far. */
const FAR = 0.6;
/** Then so many times the wanted rows are given, up to a limit. */
const TIMES_WHEN_FAR = 4;
const MOST_WHEN_FAR = 300;
/** Rows of one search that are compared with the query, the best by MiniSearch's score first; no fewer than can be given. */
const MOST_COMPARED = 200;
/** Rows that are equal to the query. */
const MOST_HOMONYMS = 100;
/** What an acronym and the name it may stand for are worth to each other, when nothing else speaks for them. */
const ACRONYM_SELECTION = 0.6;
const SHORTEST_ACRONYM = 2;
const LONGEST_ACRONYM = 8;
/** In a text of more words, an acronym among them is not looked up. */
const MOST_WORDS_WITH_ACRONYM = 3;
/** A sentence longer than this is read up to here. */
const MOST_WORDS_READ = 64;
/** Of a sentence, the name is likely to be among the words that are known. */
const MOST_WORDS_IN_PIECES = 8;
/** Shorter beginnings are those of too many words. */
const SHORTEST_BEGINNING = 2;
const SHORTEST_JOINED_WITH_TYPO = 6;
const PIECE_LENGTH = 3;
/** Words of the index that share pieces with one of the query. */
const MOST_ALIKE = 12;
const ABBREVIATION_SIMILARITY = 0.9;
const GIVEN_NAME_SIMILARITY = 0.8;

const termsIn = (text: string): string[] => text.split(' ').filter((term) => term !== '');
const OPTIONS: SearchOptions = { tokenize: termsIn, processTerm: (term) => term, combineWith: 'OR' };

/** The candidate index over MiniSearch. Cost: nothing before the first query, then some 50 µs for each row; a query some milliseconds for some thousand rows. */
export function createMiniSearchIndex(labels: LabelTable): CandidateIndex {
  const similarityTo = createLabelSimilarity(labels, relatedWords);
  let index: MiniSearch<IndexedRow> | undefined;
  let pieces: MiniSearch<IndexedWord> | undefined;

  function retrieve(request: RetrievalRequest): RetrievalResult {
    const filled = (index ??= indexRows(labels));
    const found = retrieveOne(filled, request.label, request);
    const latin = analyseInLatin(request.label.original);
    return latin === undefined ? found : mergeRetrievals(found, retrieveOne(filled, latin, request));
  }

  function retrieveOne(
    filled: MiniSearch<IndexedRow>,
    label: AnalysedLabel,
    { wanted, accepts, deadline }: RetrievalRequest,
  ): RetrievalResult {
    const similarity = similarityTo(label);
    const selections = new Map<number, number>();
    let closest = 0;
    let postingsVisited = 0;
    const isAccepted = (row: number): boolean => accepts === undefined || accepts(labels.entityOf(row));
    const add = (row: number, least = 0): void => {
      const selection = Math.max(least, similarity(row));
      if (selection <= (selections.get(row) ?? 0)) return;
      selections.set(row, selection);
      closest = Math.max(closest, selection);
    };
    const mostGiven = Math.max(wanted, Math.min(wanted * TIMES_WHEN_FAR, MOST_WHEN_FAR));
    const look = (queries: readonly Query[], least = 0): void => {
      const found = filled.search(
        { queries: [...queries] },
        { ...OPTIONS, ...(accepts !== undefined && { boostDocument: (row) => (isAccepted(Number(row)) ? 1 : 0) }) },
      );
      postingsVisited += found.length;
      for (const { id } of found.slice(0, Math.max(MOST_COMPARED, mostGiven))) add(Number(id), least);
    };
    const words = [...new Set(label.tokens.slice(0, MOST_WORDS_READ))];
    const equal = labels.rowsWithFolded(label.folded).filter(isAccepted).slice(0, Math.max(wanted, MOST_HOMONYMS));
    for (const row of words.length === 0 ? [] : equal) add(row);
    for (const acronym of acronymsOf(label.tokens).filter(({ length }) => length >= SHORTEST_ACRONYM)) {
      for (const row of labels.rowsWithFolded(acronym).filter(isAccepted)) add(row, ACRONYM_SELECTION);
    }
    const acronyms = acronymsIn(label);
    if (acronyms.length > 0) look([{ ...OPTIONS, queries: acronyms, fields: ['acronyms'] }], ACRONYM_SELECTION);
    look([asWritten(words)]);
    const secondPhase = closest < NEARLY_EQUAL && !deadline.expired();
    if (secondPhase) look(misspelt(words, label.tokens));
    const thirdPhase = secondPhase && closest < FAR && words.length <= MOST_WORDS_IN_PIECES && !deadline.expired();
    if (thirdPhase)
      look([{ ...OPTIONS, queries: alike((pieces ??= indexPieces(labels)), labels, words), fields: ['words'] }]);
    const given = Math.max(closest < FAR ? mostGiven : wanted, words.length === 0 ? 0 : equal.length);
    return {
      labels: [...selections]
        .map(([row, selection]) => ({ row, entity: labels.entityOf(row), selection }))
        .sort((a, b) => b.selection - a.selection || a.row - b.row)
        .slice(0, given),
      statistics: {
        postingsVisited,
        secondPhase,
        thirdPhase,
        effortLowered: closest < NEARLY_EQUAL && deadline.expired(),
      },
    };
  }

  return { labels, retrieve };
}

function indexRows(labels: LabelTable): MiniSearch<IndexedRow> {
  const index = new MiniSearch<IndexedRow>({ fields: [...FIELDS], tokenize: termsIn, processTerm: (term) => term });
  for (let row = 0; row < labels.rowCount; row++) {
    const words = labels.tokensOf(row);
    index.add({
      id: row,
      words: words.join(' '),
      joined: joinedOf(words).join(' '),
      acronyms: acronymsOfLabel(words).join(' '),
    });
  }
  return index;
}

/** A word of the vocabulary by the triples of its letters. */
interface IndexedWord {
  readonly id: number;
  readonly pieces: string;
}

function indexPieces({ vocabulary }: LabelTable): MiniSearch<IndexedWord> {
  const index = new MiniSearch<IndexedWord>({ fields: ['pieces'], tokenize: termsIn, processTerm: (term) => term });
  for (let id = 0; id < vocabulary.size; id++) {
    const word = vocabulary.tokenOf(id);
    if (canHaveSimilar(word)) index.add({ id, pieces: piecesOf(word).join(' ') });
  }
  return index;
}

/** Words of the vocabulary that share many pieces with those of the query: with unknown words, and where there is none, with all. */
function alike(index: MiniSearch<IndexedWord>, { vocabulary }: LabelTable, words: readonly string[]): string[] {
  const able = words.filter(canHaveSimilar);
  const unknown = able.filter((word) => vocabulary.idOf(word) < 0);
  const found = (unknown.length > 0 ? unknown : able).flatMap((word) =>
    index.search({ queries: piecesOf(word) }, OPTIONS).slice(0, MOST_ALIKE),
  );
  return [...new Set(found.map(({ id }) => vocabulary.tokenOf(Number(id))))];
}

/** The words as they are, what the last one begins, and what abbreviations stand for. */
function asWritten(words: readonly string[]): Query {
  const last = words.at(-1);
  const meant = words.flatMap((word) => (word.length > 1 ? abbreviated(word) : []));
  return {
    ...OPTIONS,
    queries: [...words, ...meant],
    fields: ['words'],
    prefix: (term) => term === last && term.length >= SHORTEST_BEGINNING,
  };
}

/** The words with typos, as beginnings, written as one, and as names that are written as one. */
function misspelt(words: readonly string[], tokens: readonly string[]): readonly Query[] {
  return [
    {
      ...OPTIONS,
      queries: [...words],
      fields: ['words'],
      prefix: (term) => term.length >= SHORTEST_BEGINNING,
      fuzzy: (term) => (canHaveTypos(term) ? editsAllowed(term.length) : false),
    },
    {
      ...OPTIONS,
      queries: [...new Set([...words, ...joinedOf(tokens.slice(0, MOST_WORDS_READ))])],
      fields: ['joined', 'words'],
      fuzzy: (term) => (term.length >= SHORTEST_JOINED_WITH_TYPO ? 1 : false),
    },
  ];
}

/** Each two neighbouring words as one, and all words as one. */
function joinedOf(words: readonly string[]): readonly string[] {
  if (words.length < 2) return [];
  return [...new Set([words.join(''), ...words.slice(1).map((word, place) => `${words[place] ?? ''}${word}`)])];
}

/** What names may be looked up by as acronyms: a query of one short word, and words in capitals beside one or two others. */
function acronymsIn({ original, folded, tokens }: AnalysedLabel): string[] {
  if (tokens.length === 1) return folded.length >= SHORTEST_ACRONYM && folded.length <= LONGEST_ACRONYM ? [folded] : [];
  return tokens.length <= MOST_WORDS_WITH_ACRONYM ? [...capitalsIn(original)] : [];
}

function piecesOf(word: string): string[] {
  const text = `_${word}_`;
  return Array.from({ length: Math.max(0, text.length - PIECE_LENGTH + 1) }, (_, at) =>
    text.slice(at, at + PIECE_LENGTH),
  );
}

function relatedWords(word: string): readonly RelatedWord[] {
  return [
    ...abbreviated(word).map((meant) => ({ word: meant, similarity: ABBREVIATION_SIMILARITY })),
    ...formsOfGivenName(word).map((form) => ({ word: form, similarity: GIVEN_NAME_SIMILARITY })),
  ];
}
