import type { LabelTable } from '../search/label-table.js';
import { LABEL_LONGER, MAX_TOKENS, type NameAlignment, PLACE, type QueryName, STOP_WORD } from './query-name.js';

/** Similarity of words that are written together on one side, and of an acronym with its words. */
const JOINED = 0.95;
const ACRONYM = 0.9;
const SHORTEST_ACRONYM = 3;
const SHORTEST_JOINED = 4;

/** Pairs the tokens of a query with those of the label in a row, and gives the alignment that belongs to the query. Always the same for the same two. */
export function alignNames(query: QueryName, labels: LabelTable, row: number): NameAlignment {
  const { alignment: own } = query.table;
  const { ofQuery, ofLabel, pairOf, relationOf, ids } = own;
  const n = query.tokens.length;
  const m = Math.min(labels.readTokenIds(row, ids), MAX_TOKENS);
  own.count = m;
  own.queryLeft = n;
  own.labelLeft = m;
  own.isJoined = false;
  ofQuery.fill(0, 0, n);
  ofLabel.fill(0, 0, m);
  pairOf.fill(-1, 0, n);
  relationOf.fill(0, 0, n);
  for (let i = 0; i < n; i++) {
    const id = query.tokens[i]?.id ?? -1;
    if (id < 0) continue;
    if (i < m && ofLabel[i] === 0 && ids[i] === id) pair(own, i, i, 1, PLACE.equal);
    else
      for (let j = 0; j < m; j++)
        if (ofLabel[j] === 0 && ids[j] === id) {
          pair(own, i, j, 1, PLACE.equal);
          break;
        }
  }
  if (own.queryLeft > 0 && own.labelLeft > 0) {
    pairJoined(query, own);
    pairSimilar(query, own);
    pairAcronym(query, own);
  }
  return own;
}

function pair(own: NameAlignment, i: number, j: number, similarity: number, relation: number): void {
  own.ofQuery[i] = similarity;
  own.ofLabel[j] = similarity;
  own.pairOf[i] = j;
  own.relationOf[i] = relation;
  own.queryLeft--;
  own.labelLeft--;
}

/** "new castle" and "newcastle", several tokens on either side. */
function pairJoined(query: QueryName, own: NameAlignment): void {
  const { tokens } = query;
  const { ofQuery, ofLabel, pairOf, relationOf, ids } = own;
  for (let j = 0; j < own.count; j++) {
    if (ofLabel[j] !== 0) continue;
    const slot = query.slotOf(ids[j] ?? 0);
    for (let i = 0; i < tokens.length; i++) {
      if (ofQuery[i] !== 0) continue;
      query.compareAt(slot, i, ids[j] ?? 0);
      const beginning = query.beginningAt(slot + i);
      if (beginning === 0) continue;
      if (beginning === LABEL_LONGER) {
        const length = piecesOfLabel(query, own, i, j);
        if (length === 0) continue;
        for (let k = i; k < i + length; k++) {
          ofQuery[k] = JOINED;
          pairOf[k] = j;
          relationOf[k] = PLACE.joined;
        }
        ofLabel[j] = JOINED;
        own.queryLeft -= length;
        own.labelLeft--;
      } else {
        const length = piecesOfQuery(query, own, i, j);
        if (length === 0) continue;
        ofLabel.fill(JOINED, j, j + length);
        ofQuery[i] = JOINED;
        pairOf[i] = j;
        relationOf[i] = PLACE.joined;
        own.queryLeft--;
        own.labelLeft -= length;
      }
      own.isJoined = true;
      break;
    }
  }
}

/** "mb13 grn see v2" and "mb13grnseev2". */
const MAX_PIECES = 5;

/** Number of unpaired tokens of the query from this place on, at least two, that make the token of the label together; 0 for none. */
function piecesOfLabel({ tokens, table }: QueryName, { ofQuery, ids }: NameAlignment, i: number, j: number): number {
  const { text } = table.shape(ids[j] ?? 0);
  let length = 0;
  for (let k = i; k < tokens.length && k < i + MAX_PIECES && ofQuery[k] === 0; k++) {
    const piece = tokens[k]?.shape.text ?? '';
    if (!text.startsWith(piece, length)) return 0;
    length += piece.length;
    if (length === text.length) return k > i ? k - i + 1 : 0;
  }
  return 0;
}

/** Number of unpaired tokens of the label from this place on, at least two, that make the token of the query together; 0 for none. */
function piecesOfQuery(
  { tokens, table }: QueryName,
  { ofLabel, ids, count }: NameAlignment,
  i: number,
  j: number,
): number {
  const text = tokens[i]?.shape.text ?? '';
  if (text.length < SHORTEST_JOINED) return 0;
  let length = 0;
  for (let k = j; k < count && k < j + MAX_PIECES && ofLabel[k] === 0; k++) {
    const piece = table.shape(ids[k] ?? 0).text;
    if (!text.startsWith(piece, length)) return 0;
    length += piece.length;
    if (length === text.length) return k > j ? k - j + 1 : 0;
  }
  return 0;
}

/** The most similar tokens that are left, all compared by `pairJoined`, one pair after the other; of pairs as similar, those at the same place. */
function pairSimilar(query: QueryName, own: NameAlignment): void {
  const { ofQuery, ofLabel, ids } = own;
  const n = query.tokens.length;
  while (own.queryLeft > 0 && own.labelLeft > 0) {
    let [best, bestI, bestJ, relation] = [0, -1, -1, 0];
    for (let j = 0; j < own.count; j++) {
      if (ofLabel[j] !== 0) continue;
      const slot = query.slotOf(ids[j] ?? 0);
      for (let i = 0; i < n; i++) {
        if (ofQuery[i] !== 0) continue;
        const similarity = query.similarityAt(slot + i);
        if (similarity === 0 || similarity + (i === j ? 0.01 : 0) <= best) continue;
        best = similarity + (i === j ? 0.01 : 0);
        [bestI, bestJ, relation] = [i, j, query.relationAt(slot + i)];
      }
    }
    if (bestI < 0) return;
    pair(own, bestI, bestJ, Math.min(1, best), relation);
  }
}

/** A token that is the initials of all that is left on the other side, stop words as may be. */
function pairAcronym({ tokens, table }: QueryName, own: NameAlignment): void {
  const { ofQuery, ofLabel, pairOf, relationOf, ids, count } = own;
  if (own.queryLeft > 0 && own.labelLeft >= SHORTEST_ACRONYM)
    for (let i = 0; i < tokens.length; i++) {
      const text = tokens[i]?.shape.text ?? '';
      if (ofQuery[i] !== 0 || text.length < SHORTEST_ACRONYM || text.length > own.labelLeft) continue;
      let [at, first] = [0, -1];
      for (let j = 0; j < count && at >= 0; j++) {
        if (ofLabel[j] !== 0) continue;
        if (first < 0) first = j;
        const id = ids[j] ?? 0;
        if (at < text.length && table.shape(id).text.charCodeAt(0) === text.charCodeAt(at)) at++;
        else if ((table.classes(id) & STOP_WORD) === 0) at = -1;
      }
      if (at !== text.length) continue;
      for (let j = 0; j < count; j++) if (ofLabel[j] === 0) ofLabel[j] = ACRONYM;
      ofQuery[i] = ACRONYM;
      pairOf[i] = first;
      relationOf[i] = PLACE.acronym;
      own.queryLeft--;
      own.labelLeft = 0;
      return;
    }
  if (own.labelLeft > 0 && own.queryLeft >= SHORTEST_ACRONYM)
    for (let j = 0; j < count; j++) {
      if (ofLabel[j] !== 0) continue;
      const { text } = table.shape(ids[j] ?? 0);
      if (text.length < SHORTEST_ACRONYM || text.length > own.queryLeft) continue;
      let at = 0;
      for (let i = 0; i < tokens.length && at >= 0; i++) {
        const token = tokens[i];
        if (ofQuery[i] !== 0 || token === undefined) continue;
        if (at < text.length && token.shape.text.charCodeAt(0) === text.charCodeAt(at)) at++;
        else if ((token.classes & STOP_WORD) === 0) at = -1;
      }
      if (at !== text.length) continue;
      for (let i = 0; i < tokens.length; i++)
        if (ofQuery[i] === 0) {
          ofQuery[i] = ACRONYM;
          pairOf[i] = j;
          relationOf[i] = PLACE.acronym;
        }
      ofLabel[j] = ACRONYM;
      own.queryLeft = 0;
      own.labelLeft--;
      return;
    }
}
