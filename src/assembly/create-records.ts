import type { AccessEntry, RecordAccess } from '../access/access-entry.js';
import type { RecordChange, RecordedChange } from '../access/change.js';
import type { Observe } from '../foundation/observation.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { Settings } from '../settings/setting-definitions.js';
import { createLogFile, type LogFile } from './log-file.js';

/** The access log and the audit log of a service, if configured. */
export interface ServiceRecords {
  readonly recordAccess: RecordAccess | undefined;
  readonly recordChange: RecordChange | undefined;
  readonly withTexts: boolean;
  /** An observer that adds the loads of a dataset, by its name in other lines, to the audit log. */
  readonly loadsOf: (dataset: string) => Observe;
  readonly reopen: () => void;
  readonly close: () => Promise<void>;
}

/** Maximum characters of a value as JSON. */
const MAX_CHARACTERS = 20_000;

/** Opens the logs. `tell` gets lines that could not be written. Throws `file-unwritable`. */
export function createRecords(
  { accessLog, accessLogTexts, auditLog }: Pick<Settings, 'accessLog' | 'accessLogTexts' | 'auditLog'>,
  tell: Observe,
): ServiceRecords {
  const [access, audit] = [logFile('accessLog', accessLog, tell), logFile('auditLog', auditLog, tell)];
  const time = (): string => new Date().toISOString();
  const recordAccess =
    (file: LogFile) =>
    ({ elapsedMs, ...entry }: AccessEntry) =>
      void file.add({ time: time(), ...entry, elapsedMs: Math.round(elapsedMs * 10) / 10 });
  const recordChange =
    (file: LogFile) =>
    ({ before, after, ...change }: RecordedChange) =>
      file.add({
        time: time(),
        ...change,
        ...(before !== undefined && { before: cut(before) }),
        ...(after !== undefined && { after: cut(after) }),
      });
  const loaded = new Map<string, string>();
  return {
    recordAccess: access && recordAccess(access),
    recordChange: audit && recordChange(audit),
    withTexts: accessLogTexts === 'on',
    loadsOf: (dataset) => (observation) => {
      if (audit === undefined || observation.kind !== 'dataset-ready') return;
      const { source, snapshot } = observation;
      void recordChange(audit)({
        who: {},
        dataset,
        action: 'load dataset',
        target: source,
        before: loaded.get(source),
        after: snapshot,
      });
      loaded.set(source, snapshot);
    },
    reopen: () => {
      access?.reopen();
      audit?.reopen();
    },
    close: async () => {
      await access?.close();
      await audit?.close();
    },
  };
}

function logFile(setting: string, path: string, tell: Observe): LogFile | undefined {
  if (path === '') return undefined;
  try {
    return createLogFile({
      path,
      writeOut: (text) => void process.stdout.write(text),
      onFailure: (cause) =>
        tell({ kind: 'log-not-written', path, reason: cause instanceof Error ? cause.message : String(cause) }),
    });
  } catch (cause) {
    throw new SameasError('file-unwritable', `${setting}: the file ${path} cannot be written.`, {
      advice: 'Check that its folder exists and that the user of the service may write there.',
      facts: { file: path },
      cause,
    });
  }
}

/** A value unchanged, or the beginning of its JSON when long. */
function cut(value: unknown): unknown {
  const json = JSON.stringify(value) ?? 'null';
  return json.length <= MAX_CHARACTERS ? value : { cut: json.slice(0, MAX_CHARACTERS) };
}
