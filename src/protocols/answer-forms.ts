import type { Dataset } from '../entities/dataset.js';
import { labelInLanguage } from '../entities/label-in-language.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { AnsweredOutcome, AnswerRenderer } from './answered-outcome.js';
import { renderInnerAnswer } from './inner-answer.js';
import { renderSeedAnswer } from './freebase/render-answer.js';
import { renderAnswer } from './v0-2/render-answer.js';
import { renderDraftAnswer } from './v1-0-draft/render-answer.js';

/**
 * The wire forms of an answer, by the name that travels with a batch to where it is computed:
 *
 * - `objects`: types as `{id, name}`, with descriptions and features; versions 0.1 and 0.2;
 * - `strings`: types as ids, nothing beyond what the seed's form knows;
 * - `draft`: candidates as version 1.0-draft has them;
 * - `inner`: candidates and the null with their figures, for other parts of the program;
 * - `pair`: candidates with the reasons of their features, for reports of entities that may be one;
 * - `reasoned`: candidates with the reasons of their features, for the pages on which people look at candidates.
 */
const ANSWER_FORMS = {
  objects: renderAnswer,
  strings: renderSeedAnswer,
  draft: renderDraftAnswer,
  inner: renderInnerAnswer,
  pair: renderPairAnswer,
  reasoned: renderReasonedAnswer,
} as const satisfies Readonly<Record<string, AnswerRenderer>>;

/** A name in the table of forms. */
export type AnswerFormName = keyof typeof ANSWER_FORMS;

/** The name of a form in which candidates are called by their labels in the first of these languages in which they have one: it travels, and is part of the key under which answers are kept. */
export function formInLanguages(form: AnswerFormName, languages: readonly string[]): string {
  return languages.length === 0 ? form : `${form}@${languages.join(',')}`;
}

/** The renderer of this name. Throws `internal` for a name that is not in the table: only the service itself names forms. */
export function answerForm(name: string): AnswerRenderer {
  const [form = '', languages] = name.split('@');
  if (languages === undefined) return formNamed(form);
  const render = formNamed(form);
  const asked = languages.split(',');
  return (outcome, dataset) => render(inLanguages(outcome, dataset, asked), dataset);
}

function formNamed(name: string): AnswerRenderer {
  if (isFormName(name)) return ANSWER_FORMS[name];
  throw new SameasError('internal', `There is no answer form "${name}".`);
}

/** The same candidates, called by their labels in the first of these languages in which each has one. Cost: an entity decoded for each candidate. */
function inLanguages(
  outcome: AnsweredOutcome,
  { entities, metadata }: Dataset,
  languages: readonly string[],
): AnsweredOutcome {
  return {
    ...outcome,
    candidates: outcome.candidates.map((candidate) => {
      const ordinal = entities.ordinalOf(candidate.id);
      if (ordinal < 0) return candidate;
      const { text, language } = labelInLanguage(entities.entity(ordinal), languages, metadata.language);
      // Reasons of features are read on demand: the candidate is not copied, but stood in front of.
      return { ...candidate, name: text, ...(language !== undefined && { nameLanguage: language }) };
    }),
  };
}

/**
 * The answer to a query that is the name of an entity: all that is known of each candidate, with reasons that are told of the two. For reports of sameas
 * itself; no client asks for it.
 */
function renderPairAnswer({ candidates }: AnsweredOutcome): string {
  return JSON.stringify({
    candidates: candidates.map((candidate) => ({
      ...candidate,
      features: candidate.features.map((feature) => ({
        id: feature.id,
        value: feature.value,
        reason: feature.reasonOfPair ?? feature.reason,
      })),
    })),
  });
}

/** The answer to one query with the reason of every feature, for the pages of the service itself; batches of clients would be three times as long with them. */
function renderReasonedAnswer({ candidates }: AnsweredOutcome): string {
  return JSON.stringify({
    candidates: candidates.map(({ id, name, types, score, match, probability, features }) => ({
      id,
      name,
      types,
      score,
      match,
      probability,
      features: features.map((feature) => ({ id: feature.id, value: feature.value, reason: feature.reason })),
    })),
  });
}

function isFormName(name: string): name is AnswerFormName {
  return Object.hasOwn(ANSWER_FORMS, name);
}
