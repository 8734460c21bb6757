import { appendAll } from '../foundation/append-all.js';
import { sentence } from '../foundation/message.js';
import { untranslated, type Sentence } from '../foundation/sentence.js';
import type { LabelTable } from '../search/label-table.js';
import { analyseLabel } from '../text/analyse-label.js';
import type { AnalysedLabel } from '../text/analysed-label.js';
import { contradictionOf } from '../text/contradiction.js';
import type { AskedSide } from './candidate.js';
import { alignNames } from './align-names.js';
import { AT, clearRow, type EvidenceRow } from './evidence-table.js';
import {
  CODE,
  type NameAlignment,
  NUMBER,
  type QueryName,
  type QueryToken,
  RELATIONS,
  STOP_WORD,
  type TokenRelation,
} from './query-name.js';

/** Of the weight of words that are found elsewhere than in the other name, what stays in the total. */
const FOUND_ELSEWHERE = 0.2;
/** Of the weight of its words, what a qualifier counts: "(1942)", ", 1685-1750". */
const QUALIFIER = 0.4;
/** Least dissimilarity of a typo. */
const TYPO = 0.15;
/** A typo in an unknown word of so many letters that is this similar leaves no doubt. */
const LONG_WORD = 7;
const SURE_TYPO = 0.8;
/** More in common says no more: a word that one entity has, and half of another. */
const MAX_INFORMATION = 1.5;
const STOP_WORD_SEPARATES = 0.1;

/** A comparison of two names, without its row of evidence. */
interface NameComparison {
  /** 0–1: the weight in common, as a share of that of both names. */
  readonly similarity: number;
  /** Tokens of the query that nothing in the label or the record matches, one bit each. */
  readonly unmatched: number;
  /** The part of the query that the label is as a whole, counted from 0; -1 for none. */
  readonly part: number;
}

/** The result of the last comparison: the innermost loop must not put objects on the heap. */
const found = { similarity: 0, unmatched: 0, part: -1 };

/**
 * Compares the query with the label in a row, and writes the terms of the name into `values`. `inRecord`: tokens of the query that were found in the record of the entity, one bit each.
 * The result is overwritten by the next call. Cost: an alignment.
 */
export function compareNames(
  query: QueryName,
  labels: LabelTable,
  row: number,
  values: EvidenceRow,
  inRecord = 0,
): NameComparison {
  const own = alignNames(query, labels, row);
  found.part = -1;
  clearRow(values);
  const { tokens, table } = query;
  const { ofQuery, ofLabel, pairOf, relationOf, ids, count } = own;
  let [codes, moves, before] = [0, 0, -1];
  let [commonQuery, lostQuery, totalQuery, foundInRecord, separatesQuery, unmatched] = [0, 0, query.weight, 0, 0, 0];
  let [isCore, numbersOfQuery, codesOfQuery, unpaired] = [true, 0, 0, 0];
  let [lastRelation, hasOwnQualifier, met, open] = [0, false, 0, 0];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (token === undefined) break;
    const { weight, classes } = token;
    const similarity = ofQuery[i] ?? 0;
    if (similarity > 0) {
      commonQuery += weight * similarity;
      const at = pairOf[i] ?? -1;
      if (at < before) moves++;
      before = at;
      const relation = relationOf[i] ?? 0;
      if (relation > EQUAL) countRelation(values, RELATIONS[relation], relation === lastRelation, token, similarity);
      lastRelation = relation;
      if ((classes & STOP_WORD) === 0) met++;
      if ((classes & CODE) !== 0 && similarity >= 0.95) codes++;
      continue;
    }
    lastRelation = 0;
    unpaired++;
    if ((inRecord & (1 << i)) !== 0) {
      foundInRecord += weight;
      totalQuery -= (1 - FOUND_ELSEWHERE) * weight;
      if ((classes & CODE) !== 0) codes++;
      continue;
    }
    unmatched |= 1 << i;
    if (i >= query.qualifierFrom) {
      hasOwnQualifier = true;
      totalQuery -= (1 - QUALIFIER) * weight;
      lostQuery += QUALIFIER * weight;
      continue;
    }
    if ((classes & STOP_WORD) === 0) {
      isCore = false;
      open++;
    }
    lostQuery += weight;
    if ((classes & CODE) !== 0) codesOfQuery++;
    else if ((classes & NUMBER) !== 0) numbersOfQuery++;
    separatesQuery = Math.max(separatesQuery, (classes & STOP_WORD) !== 0 ? STOP_WORD_SEPARATES : token.separates);
  }
  let [commonLabel, lostLabel, totalLabel, separatesLabel] = [0, 0, 0, 0];
  let [numbersOfLabel, codesOfLabel] = [0, 0];
  const qualifierFrom = own.labelLeft === 0 ? count : count - labels.qualifierOf(row);
  for (let j = 0; j < count; j++) {
    const id = ids[j] ?? 0;
    const weight = query.weightOf(id);
    totalLabel += weight;
    const similarity = ofLabel[j] ?? 0;
    if (similarity > 0) {
      commonLabel += weight * similarity;
      continue;
    }
    unpaired++;
    const classes = table.classes(id);
    if (query.besideName.has(id)) {
      totalLabel -= (1 - FOUND_ELSEWHERE) * weight;
      if ((classes & CODE) !== 0) codes++;
      continue;
    }
    if (j >= qualifierFrom) {
      if (hasOwnQualifier) values[AT.contradiction] = 1;
      totalLabel -= (1 - QUALIFIER) * weight;
      lostLabel += QUALIFIER * weight;
      continue;
    }
    if ((classes & STOP_WORD) === 0) isCore = false;
    lostLabel += weight;
    if ((classes & CODE) !== 0) codesOfLabel++;
    else if ((classes & NUMBER) !== 0) numbersOfLabel++;
    separatesLabel = Math.max(separatesLabel, (classes & STOP_WORD) !== 0 ? STOP_WORD_SEPARATES : table.separates(id));
  }
  const total = totalQuery + totalLabel;
  const similarity = total > 0 ? (commonQuery + commonLabel) / total : 0;
  const equal = unpaired === 0 && similarity > 0.999;
  const sameWords = equal || (unpaired === 0 && own.isJoined && similarity > 0.94);
  if (equal && moves === 0 && !own.isJoined) values[AT.same] = 1;
  if (sameWords) values[AT.sameWords] = 1;
  if (sameWords || (isCore && commonQuery > 0.95 * (totalQuery - lostQuery - FOUND_ELSEWHERE * foundInRecord)))
    values[AT.sameCore] = 1;
  if (isCore) values[AT.complete] = 1;
  const common = (commonQuery + commonLabel) / 2;
  const onlyQuery = totalQuery > 0 ? lostQuery / totalQuery : 0;
  const onlyLabel = totalLabel > 0 ? lostLabel / totalLabel : 0;
  values[AT.information] = informationOf(query, common);
  values[AT.unusual] = table.statistics.unusualnessOf(similarity);
  values[AT.onlyQuery] = onlyQuery;
  values[AT.lostQuery] = Math.sqrt(lostQuery);
  values[AT.onlyLabel] = onlyLabel;
  values[AT.replaced] = Math.sqrt(onlyQuery * onlyLabel);
  if (query.weight > 0) {
    values[AT.typo] = (values[AT.typo] ?? 0) / query.weight;
    values[AT.abbreviation] = (values[AT.abbreviation] ?? 0) / query.weight;
    if (isCore && met > 1) values[AT.abbreviatedWhole] = values[AT.abbreviation] ?? 0;
  }
  values[AT.numbersDiffer] = numbersOfQuery > 0 && numbersOfLabel > 0 ? 1 : 0;
  values[AT.code] = codes > 0 ? 1 : 0;
  values[AT.codesDiffer] = codesOfQuery > 0 && codesOfLabel > 0 && codes === 0 ? 1 : 0;
  values[AT.separatesQuery] = separatesQuery;
  values[AT.separatesLabel] = separatesLabel;
  values[AT.record] = Math.sqrt(foundInRecord);
  // Without stop words, and with what is found elsewhere, a query that has nothing more is the name itself.
  if (own.labelLeft === 0 && open > 0) {
    values[AT.contained] = 1;
    values[AT.containedShort] = Math.max(
      0,
      1 - common / Math.max(common, table.statistics.usualNameWeight, MIN_WEIGHT),
    );
    const part = wholePart(query, own);
    if (part >= 0) values[AT.wholePart] = onlyQuery;
    found.part = part;
  } else if (own.labelLeft > 0) values[AT.notContained] = onlyQuery;
  if (foundInRecord > 0 && values[AT.sameCore] === 1 && onlyQuery === 0 && onlyLabel === 0) values[AT.explained] = 1;
  values[AT.alias] = labels.kindOf(row) === 'alias' ? 1 : 0;
  values[AT.otherScript] = labels.isTransliteration(row) ? 1 : 0;
  found.similarity = similarity;
  found.unmatched = unmatched;
  return found;
}

const EQUAL = RELATIONS.indexOf('equal');
const MIN_WEIGHT = 1e-9;

/** The weight in common as a share of that of a word which one entity has. */
export function informationOf({ table: { statistics } }: QueryName, common: number): number {
  return Math.min(MAX_INFORMATION, common / Math.log(statistics.entityCount + 1));
}

/** `again`: the token before is paired in the same way. An acronym counts once, whichever side has it. */
function countRelation(
  values: EvidenceRow,
  relation: TokenRelation | undefined,
  again: boolean,
  { id, weight, shape }: QueryToken,
  similarity: number,
): void {
  const unlike = 1 - similarity;
  switch (relation) {
    case 'typo':
      values[AT.typo] = (values[AT.typo] ?? 0) + weight;
      if (id >= 0) values[AT.typoKnown] = (values[AT.typoKnown] ?? 0) + unlike + TYPO;
      else if (shape.text.length >= LONG_WORD && similarity >= SURE_TYPO) return;
      break;
    case 'sound':
    case 'resemblance':
    case 'stem':
      values[AT.typo] = (values[AT.typo] ?? 0) + weight;
      break;
    case 'abbreviation':
    case 'initial':
      values[AT.abbreviation] = (values[AT.abbreviation] ?? 0) + weight;
      break;
    case 'acronym':
      values[AT.abbreviation] = (values[AT.abbreviation] ?? 0) + weight;
      if (!again) values[AT.acronym] = (values[AT.acronym] ?? 0) + 1;
      break;
    case 'spelling':
    case 'given-name':
    case 'generation':
    case 'exchanged':
      values[AT.variant] = (values[AT.variant] ?? 0) + unlike;
      break;
    case 'code':
      values[AT.codeLike] = (values[AT.codeLike] ?? 0) + similarity;
      break;
    default:
      return;
  }
  values[AT.unlike] = Math.max(values[AT.unlike] ?? 0, unlike);
}

/** The one of several parts of the query that the paired tokens are as a whole, -1 for none; stop words are in all of them. */
function wholePart({ parts, tokens }: QueryName, { ofQuery }: NameAlignment): number {
  if (parts === undefined) return -1;
  let part = -1;
  for (let i = 0; i < tokens.length && part < 0; i++)
    if ((ofQuery[i] ?? 0) > 0 && ((tokens[i]?.classes ?? 0) & STOP_WORD) === 0) part = parts[i] ?? -1;
  return part >= 0 &&
    tokens.every(({ classes }, i) => (classes & STOP_WORD) !== 0 || (parts[i] === part) === (ofQuery[i] ?? 0) > 0)
    ? part
    : -1;
}

/** 1 where the two names contradict each other, as those of two things of one kind do; half of it where only one says which of several of the name it is, unless all words of both are paired (`isComplete`): then the mark is an initial. Cost: a look at the words of both. */
export function contradictionIn(query: AnalysedLabel, label: string, isComplete: boolean): number {
  const contradiction = contradictionOf(query, analyseLabel(label));
  if (contradiction?.kind === 'contradiction') return 1;
  return contradiction === undefined || isComplete ? 0 : 0.5;
}

type OfWords = Readonly<Record<AskedSide, (words: string) => Sentence>>;

const HAS_AS_PROPERTY: OfWords = {
  'the query': (words) => sentence('the query has {words} as a property', { words }),
  'the first': (words) => untranslated(`the first has ${words} as a property`),
};
const LACKS: OfWords = {
  'the query': (words) => sentence('the query lacks {words}', { words }),
  'the first': (words) => untranslated(`the first lacks ${words}`),
};
const ONLY_HAS: OfWords = {
  'the query': (words) => sentence('only the query has {words}', { words }),
  'the first': (words) => untranslated(`only the first has ${words}`),
};
const PART_OF: Readonly<Record<AskedSide, Sentence>> = {
  'the query': sentence('a part of the query as a whole'),
  'the first': untranslated('a part of the first as a whole'),
};

/** The comparison of the query with the label in a row in words: what is equal, how the rest differs, what is missing; without tokens that were found in the record, one bit each. Cost: an alignment. */
export function nameReason(
  query: QueryName,
  labels: LabelTable,
  row: number,
  asked: AskedSide,
  inRecord = 0,
): readonly Sentence[] {
  const own = alignNames(query, labels, row);
  const { table, tokens } = query;
  const wordOf = (j: number): string => table.shape(own.ids[j] ?? 0).text;
  const quoted = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(', ');
  const isPaired = (j: number): boolean => (own.ofLabel[j] ?? 0) > 0;
  const places = Array.from({ length: own.count }, (_, j) => j);
  const equal: string[] = [];
  const others: Sentence[] = [];
  let [inOrder, before] = [true, -1];
  for (let i = 0; i < tokens.length; i++) {
    const at = own.pairOf[i] ?? -1;
    if (at < 0) continue;
    if (at < before) inOrder = false;
    before = at;
    const relation = RELATIONS[own.relationOf[i] ?? 0] ?? 'none';
    if (relation === 'equal') {
      equal.push(wordOf(at));
      continue;
    }
    if (relation === 'joined' || relation === 'acronym') {
      // Several tokens of one side stand for one of the other.
      let end = i + 1;
      while (end < tokens.length && own.pairOf[end] === at && own.relationOf[end] === own.relationOf[i]) end++;
      const asWritten = tokens.slice(i, end).map(({ shape }) => shape.text);
      const ofLabel =
        end > i + 1 ? [wordOf(at)] : places.filter((j) => j >= at && own.ofLabel[j] === own.ofQuery[i]).map(wordOf);
      others.push(
        relation === 'joined'
          ? sentence('"{given}" is another form of "{own}"', { given: asWritten.join(' '), own: ofLabel.join(' ') })
          : sentence('"{given}" and "{own}" as an acronym', { given: asWritten.join(' '), own: ofLabel.join(' ') }),
      );
      i = end - 1;
      continue;
    }
    others.push(relationInWords(relation, tokens[i]?.shape.text ?? '', wordOf(at)));
  }
  const missing = places.filter((j) => !isPaired(j) && !query.besideName.has(own.ids[j] ?? 0)).map(wordOf);
  const beside = places.filter((j) => !isPaired(j) && query.besideName.has(own.ids[j] ?? 0)).map(wordOf);
  const only = tokens
    .filter((_, i) => (own.ofQuery[i] ?? 0) === 0 && (inRecord & (1 << i)) === 0)
    .map(({ shape }) => shape.text);
  const parts: Sentence[] = [];
  if (equal.length > 0)
    parts.push(
      others.length + missing.length + beside.length + only.length === 0
        ? sentence('the same words')
        : sentence('equal: {words}', { words: quoted(equal) }),
    );
  appendAll(parts, others);
  if (beside.length > 0) parts.push(HAS_AS_PROPERTY[asked](quoted(beside)));
  if (missing.length > 0) parts.push(LACKS[asked](quoted(missing)));
  if (only.length > 0) parts.push(ONLY_HAS[asked](quoted(only)));
  if (only.length > 0 && own.labelLeft === 0 && wholePart(query, own) >= 0) parts.push(PART_OF[asked]);
  if (!inOrder) parts.push(sentence('in another order'));
  return parts;
}

function relationInWords(relation: TokenRelation, query: string, label: string): Sentence {
  const [given, own] = [query, label];
  switch (relation) {
    case 'number':
      return sentence('"{given}" is the number "{own}"', { given, own });
    case 'typo':
      return sentence('"{given}" is nearly "{own}"', { given, own });
    case 'spelling':
      return sentence('"{given}" is another spelling of "{own}"', { given, own });
    case 'initial':
      return query.length < label.length
        ? sentence('"{given}" is the initial of "{own}"', { given, own })
        : sentence('"{given}" is the initial of "{own}"', { given: own, own: given });
    case 'abbreviation':
      return query.length < label.length
        ? sentence('"{given}" is short for "{own}"', { given, own })
        : sentence('"{given}" is short for "{own}"', { given: own, own: given });
    case 'stem':
      return sentence('"{given}" begins like "{own}"', { given, own });
    case 'sound':
      return sentence('"{given}" sounds like "{own}"', { given, own });
    case 'resemblance':
      return sentence('"{given}" is remotely similar to "{own}"', { given, own });
    case 'exchanged':
      return sentence('"{given}" replaces "{own}" in other names of this dataset', { given, own });
    case 'code':
      return sentence('"{given}" and "{own}" share most of a code', { given, own });
    case 'given-name':
      return sentence('"{given}" and "{own}" are forms of one given name', { given, own });
    case 'generation':
      return sentence('"{given}" and "{own}" are the same generation', { given, own });
    case 'joined':
    case 'acronym':
    case 'equal':
    case 'none':
      return untranslated(`"${label}"`);
  }
}
