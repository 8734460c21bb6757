import { html, type SafeHtml } from '../../foundation/escape-html.js';
import type { Message } from '../../foundation/message.js';
import { untranslated, type Sentence } from '../../foundation/sentence.js';
import type { Words } from '../messages/words.js';
import { localisedSentence } from './localised-sentence.js';
import type { ColumnPart, ReadList } from '../uploads/dataset-uploads.js';

const MAX_SENTENCES = 40;

const PARTS = {
  id: 'identifier',
  name: 'name',
  alias: 'other name',
  type: 'type',
  description: 'description',
  property: 'compared and shown',
  unused: 'not used',
} as const satisfies Readonly<Record<ColumnPart, Message>>;

/** Columns of a dataset, each with its recognised part and first values. */
export function listColumns(columns: ReadList['columns'], { say }: Words): SafeHtml {
  const rows = columns.map(
    ({ heading, part, examples }) =>
      html`<tr><th scope="row" dir="auto">${heading}</th><td>${say(PARTS[part])}</td><td dir="auto">${examples.join(' · ')}</td></tr>`,
  );
  return html`<div class="scroll" role="region" aria-label="${say('Columns')}" tabindex="0"><table><thead><tr><th scope="col">${say('Column')}</th><th scope="col">${say('Recognised as')}</th><th scope="col">${say('First values')}</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** The choice of the columns of name, identifier and type. */
export function listColumnFields(columns: ReadList['columns'], { say }: Words): SafeHtml {
  const select = (part: 'name' | 'id' | 'type', label: string, none: string | undefined): SafeHtml => {
    const chosen = columns.find((column) => column.part === part)?.heading ?? '';
    return html`<label>${label} <select name="${part}">${none === undefined || chosen !== '' ? undefined : html`<option value="" selected>${none}</option>`}${columns.map(
      ({ heading }) =>
        heading === chosen ? html`<option selected>${heading}</option>` : html`<option>${heading}</option>`,
    )}</select></label>`;
  };
  return html`${select('name', say('Name'), undefined)}${select('id', say('Identifier'), say('none: made from the names'))}${select('type', say('Type'), say('none'))}`;
}

/** Sentences in a folded part. */
export function sentences(title: string, all: readonly (string | Sentence)[], words: Words): SafeHtml | undefined {
  if (all.length === 0) return undefined;
  return html`<details><summary>${title}</summary><ul>${all.slice(0, MAX_SENTENCES).map((sentence) => html`<li>${localisedSentence(untranslated(sentence), words)}</li>`)}</ul></details>`;
}
