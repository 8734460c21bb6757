import type { Candidate, Feature, TypeReference } from '../../scoring/candidate.js';
import type { AnsweredOutcome } from '../../describe/answer.js';

/*
 * The text is concatenated here, not by `JSON.stringify` of objects: this is the last step of every query, and takes
 * half the time so. A test compares it with `JSON.stringify`.
 */

/**
 * The answer to one query in versions 0.1 and 0.2. `hurried` next to `result` says that time was short and less effort
 * was spent; other clients ignore the key.
 */
export function renderAnswer(outcome: AnsweredOutcome): string {
  let result = '';
  for (const candidate of outcome.candidates) result += (result === '' ? '' : ',') + renderCandidate(candidate);
  return `{"result":[${result}]${outcome.effortLowered ? ',"hurried":true' : ''}}`;
}

/** One candidate, as in `renderAnswer`. */
export function renderCandidate({ id, name, description, types, score, match, features }: Candidate): string {
  const described = description === undefined ? '' : `,"description":${jsonText(description)}`;
  // Scores and values are finite, and JSON writes such numbers as JavaScript does.
  return `{"id":${jsonText(id)},"name":${jsonText(name)}${described},"type":[${renderTypes(types)}],"score":${String(score)},"match":${String(match)},"features":[${renderFeatures(features)}]}`;
}

function renderTypes(types: readonly TypeReference[]): string {
  let text = '';
  for (const { id, name } of types) text += `${text === '' ? '' : ','}{"id":${jsonText(id)},"name":${jsonText(name)}}`;
  return text;
}

/** Without their reasons: they would triple the length of a batch, and /explain has them for any one answer. */
function renderFeatures(features: readonly Feature[]): string {
  let text = '';
  for (const { id, value } of features)
    text += `${text === '' ? '' : ','}{"id":${jsonText(id)},"value":${String(value)}}`;
  return text;
}

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const TILDE = 0x7e;

/**
 * A text as JSON, equal to `JSON.stringify`. Most texts are short and need only quotation marks, which costs a fraction
 * of a call of `JSON.stringify`.
 */
export function jsonText(text: string): string {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < SPACE || code > TILDE || code === QUOTE || code === BACKSLASH) return JSON.stringify(text);
  }
  return `"${text}"`;
}
