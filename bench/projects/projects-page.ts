import { withRecords, type RunConditions } from '../page-of-records.js';

export const PROJECTS_PAGE = 'docs/performance-projects.md';

const MARK =
  '<!-- Made by bench/projects/write-projects-page.ts from bench/projects/records; what follows is overwritten. -->\n';

/** What something took. */
export interface Cost {
  readonly seconds: number;
  /** Of all processors together. */
  readonly processorSeconds: number;
}

/** The same work, done by this service and by OpenRefine in one run. */
export interface ProjectsFigure {
  readonly name: string;
  readonly own: Cost;
  readonly theirs: Cost;
}

/** What one run of bench/projects/run.ts wrote down. */
export interface ProjectsRecord extends RunConditions {
  readonly figures: readonly ProjectsFigure[];
  /** A large file through a process that has done nothing else. */
  readonly memory: {
    readonly fileBytes: number;
    readonly importSeconds: number;
    readonly exportSeconds: number;
    readonly peakAfterImportBytes: number;
    readonly peakBytes: number;
  };
}

/** `page` with its figures made anew from the records in `folder`. Throws when it has lost the mark after which they stand. */
export function withProjectsFigures(page: string, folder: string): string {
  return withRecords<ProjectsRecord>(page, MARK, folder, (records) => records.map(section).join('\n'));
}

function section({ date, commit, machine, load, figures, memory }: ProjectsRecord): string {
  const rows = figures.map(
    ({ name, own, theirs }) =>
      `| ${name} | ${seconds(own.seconds)} | ${seconds(theirs.seconds)} | ${ratio(theirs.seconds, own.seconds)} | ${ratio(theirs.processorSeconds, own.processorSeconds)} |`,
  );
  return [
    `## ${date.slice(0, 10)}, commit ${commit}`,
    '',
    `${machine.processor}, ${machine.cores} processors, ${Math.round(machine.memoryBytes / 1e9)} GB, Node ${machine.node}; load average ${load.before.toFixed(1)} before and ${load.after.toFixed(1)} after.`,
    '',
    '| Work | sameas, s | OpenRefine, s | times as fast | by processor time |',
    '|---|---:|---:|---:|---:|',
    ...rows,
    '',
    `A file of ${megabytes(memory.fileBytes)} MB: imported in ${seconds(memory.importSeconds)} s and exported in ${seconds(memory.exportSeconds)} s. The whole process had at most ${megabytes(memory.peakAfterImportBytes)} MB resident until the end of the import, and ${megabytes(memory.peakBytes)} MB until the end of the export.`,
    '',
  ].join('\n');
}

const seconds = (value: number): string => value.toFixed(2);
const megabytes = (bytes: number): string => String(Math.round(bytes / 1e6));
const ratio = (theirs: number, own: number): string => (own > 0 ? (theirs / own).toFixed(2) : '–');
