import type { LabelTable } from '../../../search/label-table.js';
import type { AnalysedLabel } from '../../../text/analysed-label.js';
import { createBigramProfile } from '../../../text/similarity/bigram-profile.js';
import { markedAbbreviations } from '../../../text/similarity/marked-abbreviation.js';
import { wordShape } from '../../../text/similarity/word-shape.js';
import { alignWords } from './align-words.js';
import { exchangesByWord } from './exchanges-by-word.js';
import { foremostShare, heaviest } from './foremost-words.js';
import { rememberLabelWords, type LabelWord } from './label-words.js';
import type { NameComparer, NameEvidence, WordAlignment, WordMatchKind } from './name-evidence.js';
import { NAME_WEIGHTS } from './name-weights.js';
import { noteAtEnd, notesDiffer, weakenAtEnd } from './note-at-end.js';
import { numberness } from './numberness.js';
import { createQueryParts, partsOfQuery } from './query-parts.js';
import type { WordingModel } from '../model/scoring-model.js';
import { unlikeWords } from './single-slips.js';
import { weighByPlace } from './weigh-by-place.js';
import { hasWord } from './word-bits.js';
import { wordCosts, type UsualWords } from './word-costs.js';
import { kindOfLikeness, type QueryWord } from './word-likeness.js';
import { acronymRun, anyPlace, closeRanks, isShortFor, joinedRun, joinedWords, mayBeAcronym, meetsInitial, NOTHING_BEHIND, particleBehind, placesTaken } from './word-runs.js';
import { createWordSlots, MAX_WORDS } from './word-slots.js';
import { apartBetween } from './words-between.js';

/*
 * Compares one query label with many rows of the label table. This is the innermost loop of the service: some forty
 * rows a query. Advice to the next person: everything about a word is worked out once a query (a "slot"), rows only
 * look slots up, and nothing is put on the heap for a row. Measure with bench/quality before and after.
 */

/** A label is contained as a whole when typos and the like take no larger share of it. */
const MOST_LOST = 0.25;
const MORE_IN_NOTES = NAME_WEIGHTS.notesDiffer / NAME_WEIGHTS.noted;

/** A comparer over one label table, with what its other names say about its words. It keeps the words it met, so make one and use it again. */
export function createNameComparer(labels: LabelTable, wording: WordingModel): NameComparer {
  const { vocabulary } = labels;
  const exchanges = exchangesByWord(wording);
  const costs = wordCosts(labels, wording);
  const profile = createBigramProfile();
  const slots = createWordSlots(vocabulary, rememberLabelWords(vocabulary, costs));
  const parts = createQueryParts(MAX_WORDS);
  const greatest = costs.weightOf(-1, '');

  // The query.
  let current: AnalysedLabel | undefined;
  let usual: UsualWords | undefined;
  let folded = '';
  let words: QueryWord[] = [];
  let wordCount = 0;
  const wordWeights = new Float64Array(MAX_WORDS);
  const wordMissing = new Float64Array(MAX_WORDS);
  const wordApart = new Float64Array(MAX_WORDS);
  const wordFirst = new Int32Array(MAX_WORDS);
  let saysTwice = false;
  let queryNoteWords = 0;
  let equalRows: ReadonlySet<number> | undefined;

  /** Words of the note at the end of a row's text, and one; negative for a footnote; 0 where nobody has looked yet. */
  const noted = new Int8Array(labels.rowCount);

  // The row compared last.
  const labelTokens = new Uint32Array(MAX_WORDS);
  const labelSlots = new Int32Array(MAX_WORDS);
  const labelWeights = new Float64Array(MAX_WORDS);
  let rowCompared = -1;
  let labelCount = 0;
  let noteWords = 0;
  let bare = false;
  const metBy = new Int32Array(MAX_WORDS); // label word → query word, the first of several, -1 for none
  const metLast = new Int32Array(MAX_WORDS); // label word → the last of them
  const metAs: (WordMatchKind | undefined)[] = new Array<WordMatchKind | undefined>(MAX_WORDS).fill(undefined);
  const taken = new Uint8Array(MAX_WORDS); // query words
  let similarity = 0;
  let letters = 0;
  let matched = 0;
  let unlike = 0;
  let onlyQuery = 0;
  let onlyLabel = 0;
  let apartQuery = 0;
  let apartLabel = 0;
  let labelNumber = 0;
  let notAsked = 0; // query words, one bit each
  let differing = 0; // words of a note at the end that differs
  let numbersDiffer = false;
  let numberMissing = false;
  let contained = false;
  let foremostOfRow: number | undefined; // until somebody asks

  function begin(label: AnalysedLabel, usualWords?: UsualWords): void {
    if (label === current && usualWords === usual) return;
    usual = usualWords;
    current = label;
    folded = label.folded;
    wordCount = Math.min(label.tokens.length, MAX_WORDS);
    words = [];
    saysTwice = false;
    const marked = markedAbbreviations(label.original);
    for (let i = 0; i < wordCount; i++) {
      const word = label.tokens[i] ?? '';
      const id = vocabulary.idOf(word);
      saysTwice ||= id !== -1 && words.some((other) => other.id === id);
      words.push({ shape: wordShape(word), id, exchanges: exchanges.get(id), marked: marked?.has(word) === true });
      wordWeights[i] = usual?.get(id) ?? costs.weightOf(id, word);
      wordApart[i] = costs.tellsApart(id, word);
      wordMissing[i] = costs.missingShare(id);
      wordFirst[i] = word.charCodeAt(0);
    }
    queryNoteWords = weighByPlace(label.original, words, wordWeights, wordApart);
    parts.begin(partsOfQuery(label), wordWeights);
    slots.begin(words, usual);
    equalRows = undefined;
    profile.set(folded);
  }

  /** The word of the row compared last at this place. */
  function labelled(j: number): LabelWord | undefined {
    return slots.words[labelSlots[j] ?? 0];
  }

  function compare(row: number): number {
    rowCompared = row;
    foremostOfRow = undefined;
    const tokenCount = labels.readTokenIds(row, labelTokens);
    labelCount = Math.min(tokenCount, MAX_WORDS);
    for (let j = 0; j < labelCount; j++) {
      const slot = slots.slotOf(labelTokens[j] ?? 0);
      labelSlots[j] = slot;
      labelWeights[j] = slots.weights[slot] ?? 0;
      metBy[j] = -1;
      metAs[j] = undefined;
    }
    for (let i = 0; i < wordCount; i++) taken[i] = 0;
    noteWords = 0;
    notAsked = 0;
    matched = unlike = onlyQuery = 0;
    let lost = 0;
    const exact = meetEqualWords();
    if (exact < labelCount) {
      markNote(row);
      const joined = (exact === 1 && noteWords === 1 ? spellOutNote() : 0) + joinWords();
      lost = meetAlikeWords();
      const gained = joined + matchAcronyms(exact > 0);
      matched += gained;
    }
    for (let j = 0; j < labelCount; j++) if (metBy[j] !== -1 && metAs[j] === 'equal') matched += labelWeights[j] ?? 0;
    sumTheRest(lost);
    if (equals(row)) {
      letters = 1;
      similarity = 1;
    } else {
      letters = lettersInCommon(row, tokenCount);
      similarity = combine();
    }
    return similarity;
  }

  function equals(row: number): boolean {
    equalRows ??= new Set(labels.rowsWithFolded(folded));
    return equalRows.has(row);
  }

  /** From the words, where they are all there is to the folded form: decoding it costs as much as all the rest. */
  function lettersInCommon(row: number, tokens: number): number {
    if (tokens > MAX_WORDS) return profile.similarity(labels.foldedOf(row));
    profile.start();
    for (let j = 0; j < (bare ? labelCount - noteWords : labelCount); j++) {
      const shape = labelled(j)?.shape;
      if (shape?.spaced !== true) {
        profile.finish();
        return profile.similarity(labels.foldedOf(row));
      }
      profile.add(shape.text);
    }
    return profile.finish();
  }

  /** Equal words, each as early in the query as it can be but after the one before it where there is a choice; gives their number. */
  function meetEqualWords(): number {
    const { best: slotBest, similarities } = slots;
    let met = 0;
    let after = 0;
    for (let j = 0; j < labelCount; j++) {
      const slot = labelSlots[j] ?? 0;
      if (slotBest[slot] !== 1) continue;
      const base = slot * MAX_WORDS;
      let at = -1;
      for (let i = after; i < wordCount && at === -1; i++) if (taken[i] === 0 && similarities[base + i] === 1) at = i;
      for (let i = 0; i < after && at === -1; i++) if (taken[i] === 0 && similarities[base + i] === 1) at = i;
      if (at === -1) continue;
      taken[at] = 1;
      metBy[j] = at;
      metLast[j] = at;
      metAs[j] = 'equal';
      met++;
      after = at + 1;
    }
    if (saysTwice && met > 1) closeRanks(metBy, metLast, labelCount, taken, words);
    return met;
  }

  /** Whoever writes "fbi" means all of "federal bureau of investigation (fbi)"; gives the weight matched. */
  function spellOutNote(): number {
    const last = labelCount - 1;
    const at = metBy[last] ?? -1;
    if (at === -1 || !isShortFor(words[at]?.shape.text ?? '', last, labelWordIfFree)) return 0;
    metBy.fill(at, 0, last);
    metLast.fill(at, 0, last);
    metAs.fill('acronym', 0, last);
    return NAME_WEIGHTS.acronymGiven * labelWeights.subarray(0, last).reduce((sum, weight) => sum + weight, 0);
  }

  /** The nearest pairs of the rest, the nearest first; gives the weight that is lost by what differs. */
  function meetAlikeWords(): number {
    const { best: slotBest, similarities } = slots;
    let lost = 0;
    for (;;) {
      let best = 0;
      let bestWord = -1;
      let bestQuery = -1;
      for (let j = 0; j < labelCount; j++) {
        if (metBy[j] !== -1) continue;
        const slot = labelSlots[j] ?? 0;
        if ((slotBest[slot] ?? 0) <= best) continue;
        const base = slot * MAX_WORDS;
        for (let i = 0; i < wordCount; i++) {
          const alike = similarities[base + i] ?? 0;
          if (alike > best && taken[i] === 0) {
            best = alike;
            bestWord = j;
            bestQuery = i;
          }
        }
      }
      if (bestWord < 0) return lost;
      taken[bestQuery] = 1;
      metBy[bestWord] = bestQuery;
      metLast[bestWord] = bestQuery;
      // The word of the query is taken to be the word of the label, so it weighs the same: a typo is not a rare word.
      const weight = labelWeights[bestWord] ?? 0;
      matched += weight * best;
      lost += weight * (1 - best);
      unlike = Math.max(unlike, 1 - best);
    }
  }

  /** Pairs a word of the label with those of the query from `first` to `last`; gives its weight. */
  function meet(j: number, first: number, last: number, as: WordMatchKind): number {
    metBy[j] = first;
    metLast[j] = last;
    metAs[j] = as;
    return labelWeights[j] ?? 0;
  }

  /** "new castle" and "newcastle", "kx tg 9342 t" and "kxtg9342t", either way round; gives the weight matched. */
  function joinWords(): number {
    let gained = 0;
    for (let j = 0; j < labelCount; j++) {
      if (metBy[j] !== -1) continue;
      const inLabel = labelled(j);
      const word = inLabel?.shape.text ?? '';
      for (let i = 0; i + 1 < wordCount; i++) {
        if (wordFirst[i] !== inLabel?.first || taken[i] !== 0) continue;
        const end = joinedRun(word, i, wordCount, queryWordIfFree);
        if (end === -1) continue;
        taken.fill(1, i, end);
        gained += meet(j, i, end - 1, 'joined');
        break;
      }
      const [particle, at] = metBy[j] === -1 ? particleBehind(word, wordCount, queryWordIfFree) : NOTHING_BEHIND;
      if (at === -1) continue;
      taken[particle] = taken[at] = 1;
      gained += meet(j, at, at, 'joined');
    }
    for (let i = 0; i < wordCount; i++) {
      if (taken[i] !== 0) continue;
      const word = words[i]?.shape.text ?? '';
      for (let j = 0; j + 1 < labelCount; j++) {
        if (metBy[j] !== -1 || labelled(j)?.first !== wordFirst[i]) continue;
        const end = joinedRun(word, j, labelCount, labelWordIfFree);
        if (end === -1) continue;
        taken[i] = 1;
        for (let k = j; k < end; k++) gained += meet(k, i, i, 'joined');
        break;
      }
      const [particle, at] = taken[i] === 0 ? particleBehind(word, labelCount, labelWordIfFree) : NOTHING_BEHIND;
      if (at === -1) continue;
      taken[i] = 1;
      gained += meet(particle, i, i, 'joined') + meet(at, i, i, 'joined');
    }
    return gained;
  }

  const beginsFreeQueryWord = (letter: number): boolean => anyPlace(wordCount, (i) => wordFirst[i] === letter && taken[i] === 0);
  const beginsFreeLabelWord = (letter: number): boolean => anyPlace(labelCount, (j) => metBy[j] === -1 && labelled(j)?.first === letter);
  const queryWordIfFree = (i: number): string => (taken[i] === 0 ? (words[i]?.shape.text ?? '') : '');
  const labelWordIfFree = (j: number): string => (metBy[j] === -1 ? (labelled(j)?.shape.text ?? '') : '');

  /** "mit" and "massachusetts institute of technology", either way round; gives the weight matched. */
  function matchAcronyms(withOthers: boolean): number {
    let gained = 0;
    let freeWords = 0;
    let freeLabelWords = 0;
    for (let i = 0; i < wordCount; i++) if (taken[i] === 0) freeWords++;
    for (let j = 0; j < labelCount; j++) if (metBy[j] === -1) freeLabelWords++;
    for (let i = 0; i < wordCount && freeLabelWords > 1; i++) {
      const acronym = words[i]?.shape.text ?? '';
      // Two letters are the beginnings of far too many names, unless they are all there is.
      if (taken[i] !== 0 || !mayBeAcronym(acronym, wordCount === 1 || withOthers) || !beginsFreeLabelWord(wordFirst[i] ?? 0)) continue;
      const run = acronymRun(acronym, labelCount, labelWordIfFree);
      if (run === undefined) continue;
      taken[i] = 1;
      for (let j = run[0]; j < run[1]; j++) {
        gained += NAME_WEIGHTS.acronym * meet(j, i, i, 'acronym');
      }
    }
    for (let j = 0; j < labelCount && freeWords > 1; j++) {
      const acronym = labelled(j)?.shape.text ?? '';
      if (metBy[j] !== -1 || !mayBeAcronym(acronym, withOthers) || !beginsFreeQueryWord(labelled(j)?.first ?? 0)) continue;
      const run = acronymRun(acronym, wordCount, queryWordIfFree);
      if (run === undefined) continue;
      for (let i = run[0]; i < run[1]; i++) {
        taken[i] = 1;
        onlyQuery += (1 - NAME_WEIGHTS.acronym) * (wordWeights[i] ?? 0);
      }
      gained += NAME_WEIGHTS.acronym * meet(j, run[0], run[1] - 1, 'acronym');
    }
    return gained;
  }

  /** What stands at the end of a label in brackets, and the years of a life, is mostly a note that tells namesakes apart. */
  function markNote(row: number): void {
    if (labelCount < 2 || labels.isTransliteration(row)) return;
    let known = noted[row] ?? 0;
    if (known === 0) {
      const { words: count, footnote } = noteAtEnd(labels.textOf(row));
      known = Math.min(count + 1, 100) * (footnote ? -1 : 1);
      noted[row] = known;
    }
    noteWords = Math.abs(known) - 1;
    weakenAtEnd(labelWeights, labelCount, noteWords, known < 0);
  }

  function sumTheRest(lost: number): void {
    onlyQuery += lost;
    differing = notesDiffer(metBy, labelCount, noteWords, taken, wordCount, queryNoteWords) ? queryNoteWords : 0;
    apartQuery = apartLabel = 0;
    let queryNumber = 0;
    for (let i = 0; i < wordCount; i++) {
      if (taken[i] !== 0) continue;
      onlyQuery += (wordWeights[i] ?? 0) * (wordMissing[i] ?? 1) * (i < wordCount - differing ? 1 : MORE_IN_NOTES);
      apartQuery = Math.max(apartQuery, wordApart[i] ?? 0);
      queryNumber = Math.max(queryNumber, numberness(words[i]?.shape));
    }
    onlyLabel = lost;
    labelNumber = 0;
    let before = -2;
    let inRun = true;
    let met = 0;
    bare = isBareName();
    if (bare) onlyLabel += NAME_WEIGHTS.bareNote * matched;
    for (let j = 0; j < labelCount; j++) {
      const at = metBy[j] ?? -1;
      if (at === -1) {
        inRun = false;
        if (bare) continue;
        onlyLabel += (labelWeights[j] ?? 0) * (labelled(j)?.missing ?? 1) * (differing === 0 || j < labelCount - noteWords ? 1 : MORE_IN_NOTES);
        apartLabel = Math.max(apartLabel, labelled(j)?.apart ?? 0);
        labelNumber = Math.max(labelNumber, numberness(labelled(j)?.shape));
        continue;
      }
      // A joined word or an acronym meets several words of the label, or several of the query.
      if (before !== -2 && at !== before + 1 && at !== before) inRun = false;
      before = metLast[j] ?? at;
      met++;
    }
    contained = inRun && met > 0 && met < wordCount;
    noteNumbers(queryNumber, labelNumber);
  }

  /** Whether the query is the label but for its note: whoever writes "Casablanca" or "Thomas Mann" leaves out "(1942)" and ", 1875-1955". */
  function isBareName(): boolean {
    if (noteWords === 0 || noteWords >= labelCount) return false;
    const open = taken.indexOf(0);
    const unmet = metBy.indexOf(-1);
    return (open === -1 || open >= wordCount) && (unmet === -1 || unmet >= labelCount - noteWords);
  }

  /** An "i" alone is a number only if it meets one. */
  function noteNumbers(inQuery: number, inLabel: number): void {
    numbersDiffer = inQuery + inLabel >= 3 && inQuery > 0 && inLabel > 0;
    numberMissing = !numbersDiffer && (inQuery === 2) !== (inLabel === 2);
  }

  function combine(): number {
    let queryWeight = NAME_WEIGHTS.onlyQuery;
    if (contained) queryWeight = labelCount === 1 ? NAME_WEIGHTS.containedOne : labelCount === 2 ? NAME_WEIGHTS.containedTwo : NAME_WEIGHTS.containedMore;
    const whole = matched + queryWeight * onlyQuery + NAME_WEIGHTS.onlyLabel * onlyLabel;
    const byWords = whole === 0 ? 0 : matched / whole;
    let combined = (1 - NAME_WEIGHTS.letters) * byWords + NAME_WEIGHTS.letters * letters;
    if (numbersDiffer) combined *= NAME_WEIGHTS.numbersDiffer;
    else if (numberMissing) combined *= NAME_WEIGHTS.numberMissing;
    return Math.min(combined, 0.985);
  }

  function without(told: number): number {
    if (similarity === 1 || told === 0) return similarity;
    notAsked = told;
    foremostOfRow = undefined;
    const apart = onlyQuery + onlyLabel;
    let queryNumber = 0;
    apartQuery = 0;
    for (let i = 0; i < wordCount; i++) {
      if (taken[i] !== 0) continue;
      if (isOpen(i)) {
        queryNumber = Math.max(queryNumber, numberness(words[i]?.shape));
        apartQuery = Math.max(apartQuery, wordApart[i] ?? 0);
      } else onlyQuery -= (wordWeights[i] ?? 0) * (wordMissing[i] ?? 1) * (i < wordCount - differing ? 1 : MORE_IN_NOTES);
    }
    onlyQuery = Math.max(0, onlyQuery);
    // The letters cannot be told apart by word, so what differs in them shrinks with what differs in the words.
    letters = apart === 0 ? 1 : 1 - ((1 - letters) * (onlyQuery + onlyLabel)) / apart;
    noteNumbers(queryNumber, labelNumber);
    similarity = combine();
    return similarity;
  }

  const isAsked = (i: number): boolean => !hasWord(notAsked, i);
  const isOpen = (i: number): boolean => taken[i] === 0 && isAsked(i);
  const isEqual = (j: number): boolean => metAs[j] === 'equal';
  function foremost(): number {
    foremostOfRow ??= shareOfForemost();
    return foremostOfRow;
  }

  function hasWholePart(): boolean {
    return parts.hasWhole(isOpen, NAME_WEIGHTS.leastOfPart * greatest);
  }

  function shareOfForemost(): number {
    const open = heaviest(wordWeights, wordCount, isOpen) / greatest;
    const equal = heaviest(labelWeights, labelCount, isEqual) / greatest;
    const half = wordCount === 2 && labelCount === 1 && isEqual(0) && words[1 - (metBy[0] ?? 0)]?.id !== -1;
    return foremostShare(similarity, { open, equal, half, parted: parts.several(), wholePart: hasWholePart() });
  }

  /** Words between others tell less than those before or behind them. */
  function apartByPlace(): Pick<NameEvidence, 'apartQuery' | 'apartLabel'> {
    if (bare || apartQuery + apartLabel === 0 || labels.isTransliteration(rowCompared)) return { apartQuery, apartLabel };
    const query = { text: current?.original ?? '', wordCount, wordAt: (i: number) => words[i]?.shape.text ?? '' };
    const label = { text: labels.textOf(rowCompared), wordCount: labelCount, wordAt: (j: number) => labelled(j)?.shape.text ?? '' };
    const tellsApart = (word: string, between: boolean): number => (between ? costs.tellsApartBetween : costs.tellsApart)(vocabulary.idOf(word), word);
    return apartBetween({ query, label, isOpen: (i) => taken[i] === 0, isAsked, metBy, metLast, tellsApart }) ?? { apartQuery, apartLabel };
  }

  function alignment(): WordAlignment {
    const label = Array.from({ length: labelCount }, (_, j) => ({ shape: labelled(j)?.shape, from: metBy[j] ?? -1, to: metLast[j] ?? -1, as: metAs[j] }));
    return alignWords(words, label, isOpen, (word, shape) => kindOfLikeness(word, vocabulary.idOf(shape.text), shape));
  }

  return {
    begin,
    compare,
    without,
    foremost,
    equals,
    containedWeight: () => (contained && onlyLabel <= MOST_LOST * matched && !meetsInitial(metBy, metAs, labelCount, words) ? matched : 0),
    explained: () => placesTaken(taken, wordCount),
    evidence: () => {
      const joined = joinedWords(labelCount, metAs, metBy, metLast);
      const sameButSpaces = joined !== 0 && onlyQuery + onlyLabel + unlike === 0 && metAs.lastIndexOf('acronym', labelCount - 1) === -1;
      // Beside words that only one side has, a slip may be what tells two things apart.
      const others = unlike === 0 || apartQuery + apartLabel > 0 ? { slipped: 0, unlike } : unlikeWords(labelCount, metBy, words, (j) => (metAs[j] === undefined ? labelled(j)?.shape : undefined), (j, i) => slots.similarities[(labelSlots[j] ?? 0) * MAX_WORDS + i] ?? 0);
      const apart = apartByPlace();
      // Every name by itself: spreading objects costs more than all the rest of this.
      return {
        similarity,
        matched,
        unlike: others.unlike,
        slipped: others.slipped,
        onlyQuery,
        onlyLabel,
        apartQuery: apart.apartQuery,
        apartLabel: apart.apartLabel,
        numbersDiffer,
        contained: contained && !sameButSpaces,
        joined,
        sameButSpaces,
        letters,
        wholePart: hasWholePart(),
      };
    },
    alignment,
  };
}
