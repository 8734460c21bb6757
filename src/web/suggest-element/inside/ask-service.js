/**
 * Kinds of suggestions.
 * @typedef {'entity' | 'type' | 'property'} SuggestKind
 */

/**
 * A suggestion; its texts are unchecked, and may hold anything.
 * @typedef {object} Suggestion
 * @property {string} id
 * @property {string} name
 * @property {string} description Empty when there is none.
 * @property {readonly string[]} types Ids of the types of an entity.
 */

/** An unusable answer. Without an answer, `fetch` throws something else. */
export class RefusedError extends Error {}

/**
 * Base address of the service, with a slash at the end: `asked`, or the folder of `script`.
 *
 * @param {string | null} asked As it is registered in a client; may be relative to the page.
 * @param {string} script Address of this script.
 * @param {string} page Address of the page.
 */
export function serviceAddress(asked, script, page) {
  const address = asked === null || asked.trim() === '' ? new URL('.', script) : new URL(asked.trim(), page);
  address.search = '';
  address.hash = '';
  if (!address.pathname.endsWith('/')) address.pathname += '/';
  return address.href;
}

/** Of a pasted text; an address has a limited length, and no name is longer. */
const MAX_CHARACTERS = 500;

/** @type {Readonly<Record<SuggestKind, string>>} */
const FOLDERS = { entity: 'private/', type: 'type/private/', property: 'property/private/' };

/**
 * At most `limit` suggestions for a prefix, best first. Throws RefusedError, or errors of `fetch`.
 *
 * @param {string} service Its base address.
 * @param {{ readonly kind: SuggestKind, readonly prefix: string, readonly limit: number, readonly type?: string | null }} asked
 * The type: an id, or several as a JSON array.
 * @param {AbortSignal} signal
 */
export async function fetchSuggestions(service, { kind, prefix, limit, type }, signal) {
  const parameters = new URLSearchParams({ prefix: prefix.slice(0, MAX_CHARACTERS), limit: String(limit) });
  if (type !== undefined && type !== null && type !== '') parameters.set('type', type);
  return readSuggestions(await fetchJson(`${service}${FOLDERS[kind]}suggest?${parameters}`, signal)).slice(0, limit);
}

/**
 * The suggestion with exactly this id, if the service has it.
 *
 * @param {string} service
 * @param {SuggestKind} kind
 * @param {string} id
 * @param {AbortSignal} signal
 */
export async function fetchById(service, kind, id, signal) {
  // An id comes before all names, except a name that begins with it, which is among the first few.
  const found = await fetchSuggestions(service, { kind, prefix: id, limit: 10 }, signal);
  return found.find((one) => one.id === id);
}

/**
 * The card as unchecked HTML.
 *
 * @param {string} service
 * @param {SuggestKind} kind
 * @param {string} id
 * @param {AbortSignal} signal
 */
export async function fetchCard(service, kind, id, signal) {
  const answer = await fetchJson(`${service}${FOLDERS[kind]}flyout?${new URLSearchParams({ id })}`, signal);
  return textOf(answer, 'html');
}

/**
 * @param {string} address
 * @param {AbortSignal} signal
 * @returns {Promise<unknown>}
 */
async function fetchJson(address, signal) {
  const answer = await fetch(address, { signal, headers: { Accept: 'application/json' } });
  if (!answer.ok) throw new RefusedError(`${answer.status} ${answer.statusText}`);
  const text = await answer.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new RefusedError('The answer is no JSON.');
  }
}

/**
 * The suggestions of an answer; those without an id are ignored.
 *
 * @param {unknown} answer
 * @returns {readonly Suggestion[]}
 */
export function readSuggestions(answer) {
  const result = memberOf(answer, 'result');
  if (!Array.isArray(result)) throw new RefusedError('The answer has no list of suggestions.');
  return result
    .map((/** @type {unknown} */ one) => {
      const id = textOf(one, 'id');
      const types = memberOf(one, 'notable');
      return {
        id,
        name: textOf(one, 'name') || id,
        description: textOf(one, 'description'),
        types: Array.isArray(types) ? types.filter((type) => typeof type === 'string') : [],
      };
    })
    .filter(({ id }) => id !== '');
}

/**
 * @param {unknown} value
 * @param {string} key
 * @returns {unknown}
 */
function memberOf(value, key) {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/**
 * @param {unknown} value
 * @param {string} key
 */
function textOf(value, key) {
  const member = memberOf(value, key);
  return typeof member === 'string' ? member : '';
}
