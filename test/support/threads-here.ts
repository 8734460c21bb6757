import type { Browsing } from '../../src/browsing/browse-query.js';
import { EntityBrowser } from '../../src/browsing/entity-browser.js';
import type { DatasetSnapshot } from '../../src/scoring/snapshot.js';
import { readMessage } from '../../src/protocols/read-message.js';
import { readForm, type ReadingThreads } from '../../src/web/bodies/read-form.js';
import { TABLE_TASKS } from '../../src/web/matching/table-tasks.js';
import type { TableThreads } from '../../src/web/matching/table-task.js';

/** Looks through the entities in this thread; a browser is kept for each snapshot. */
const browsers = new WeakMap<DatasetSnapshot, Promise<EntityBrowser>>();

function browserOf(snapshot: DatasetSnapshot): Promise<EntityBrowser> {
  const known = browsers.get(snapshot);
  if (known !== undefined) return known;
  const browser = new EntityBrowser(snapshot, 1_000);
  const built = browser.build(() => undefined).then(() => browser);
  browsers.set(snapshot, built);
  return built;
}

/** What the service does on threads, done on this one: the forms, messages and tables of tests are short. */
export const threadsHere: {
  readonly reading: ReadingThreads;
  readonly tables: TableThreads;
  readonly browsing: Browsing;
} = {
  reading: { form: readForm, message: (task) => Promise.resolve().then(() => readMessage(task)) },
  tables: {
    match: (task, { dataset }, ask) => TABLE_TASKS.match(task, { dataset }, ask),
    verdicts: (sent, { dataset }, ask) => TABLE_TASKS.verdicts(sent, { dataset }, ask),
    keep: (task, { dataset }) => TABLE_TASKS.keep(task, { dataset }),
    write: (task, { dataset }) => TABLE_TASKS.write(task, { dataset }),
    look: (table, { dataset }, ask) => TABLE_TASKS.look(table, { dataset }, ask),
    matchRows: (rows, { dataset }, ask, take) => TABLE_TASKS.matchRows(rows, { dataset }, ask, take),
  },
  browsing: {
    browse: async (snapshot, query) => (await browserOf(snapshot)).browse(query),
    save: async (snapshot, query, form) => (await browserOf(snapshot)).save(query, form),
    progress: () => 1,
  },
};
