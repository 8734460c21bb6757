import { inLanguages, type AnsweredOutcome, type AnswerForm } from '../describe/answer.js';
import type { Dataset } from '../entities/dataset.js';
import { SameasError } from '../foundation/sameas-error.js';
import { renderSeedAnswer } from './freebase/render.js';
import { renderAnswer } from './v0-2/render-answer.js';
import { renderDraftAnswer } from './v1-0-draft/render-answer.js';

/**
 * The wire forms of an answer, by the name that travels with a batch to its thread:
 *
 * - `objects`: types as `{id, name}`, with descriptions and features; versions 0.1 and 0.2;
 * - `strings`: types as ids, nothing beyond the seed's form;
 * - `draft`: candidates of version 1.0-draft.
 */
const ANSWER_FORMS = {
  objects: renderAnswer,
  strings: renderSeedAnswer,
  draft: renderDraftAnswer,
} as const satisfies Readonly<Record<string, AnswerRenderer>>;

/** Renders the answer to one query in its wire form, as JSON text. */
type AnswerRenderer = (outcome: AnsweredOutcome, dataset: Dataset) => string;

export type AnswerFormName = keyof typeof ANSWER_FORMS;

/** The form whose candidates have their labels in the first possible language; its name is part of cache keys. */
export function formInLanguages<Form extends AnswerForm>(form: Form, languages: readonly string[]): Form {
  if (languages.length === 0) return form;
  const given: AnswerForm = form;
  const inThem = typeof given === 'string' ? `${given}@${languages.join(',')}` : { ...given, languages };
  return inThem as Form; // text or data, as the form is
}

/**
 * The answer in the wire form of this name. Throws `internal` for an unknown name: only the service itself names forms.
 */
export function renderAs(form: string, outcome: AnsweredOutcome, dataset: Dataset): string {
  const [name = '', languages] = form.split('@');
  if (!isFormName(name)) throw new SameasError('internal', `There is no answer form "${name}".`);
  return ANSWER_FORMS[name](inLanguages(outcome, dataset, languages?.split(',') ?? []), dataset);
}

function isFormName(name: string): name is AnswerFormName {
  return Object.hasOwn(ANSWER_FORMS, name);
}
