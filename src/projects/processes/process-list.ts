import { SameasError } from '../../foundation/sameas-error.js';
import { inEnglish, sentenceOf, type Sentence } from '../../foundation/sentence.js';

/** Work on a project after its request was answered. */
interface ProcessWork {
  readonly projectId: string;
  readonly description: Sentence;
  /** About the memory that it takes while it waits. */
  readonly bytes: number;
  /** Ends early when it is stopped. Rejects with its error, in words. */
  readonly run: (control: ProcessControl) => Promise<void>;
}

interface ProcessControl {
  readonly stop: AbortSignal;
  /** 0 to 100. */
  readonly percent: (done: number) => void;
}

/** Answer of get-processes, translatable. */
export interface ProcessesAnswer {
  readonly processes: readonly {
    readonly id: number;
    readonly description: Sentence;
    readonly immediate: false;
    readonly status: 'pending' | 'running';
    readonly progress: number;
  }[];
  /** Errors since the last call. */
  readonly exceptions?: readonly { readonly message: Sentence }[];
}

/** The same for clients of commands. */
interface EnglishProcesses {
  readonly processes: readonly (Omit<ProcessesAnswer['processes'][number], 'description'> & {
    readonly description: string;
  })[];
  readonly exceptions?: readonly { readonly message: string }[];
}

/** Processes for clients of commands. */
export function processesInEnglish({ processes, exceptions }: ProcessesAnswer): EnglishProcesses {
  return {
    processes: processes.map((process) => ({ ...process, description: inEnglish(process.description) })),
    ...(exceptions === undefined
      ? {}
      : { exceptions: exceptions.map(({ message }) => ({ message: inEnglish(message) })) }),
  };
}

/** The work of all projects: for each project one after the other, for different projects in parallel. */
export interface ProcessList {
  /** Throws `too-many-requests` where too much waits already, for this project or for all. */
  readonly add: (work: ProcessWork) => void;
  readonly isBusy: (projectId: string) => boolean;
  /** Has each exception once. */
  readonly describe: (projectId: string) => ProcessesAnswer;
  /** Stops running work and forgets waiting work; returns when nothing runs any more. */
  readonly cancel: (projectId: string) => Promise<void>;
  readonly cancelAll: () => Promise<void>;
}

interface Process {
  readonly id: number;
  readonly work: ProcessWork;
  readonly abort: AbortController;
  progress: number;
}

interface ProjectProcesses {
  /** The first one runs. */
  readonly queue: Process[];
  readonly exceptions: { readonly message: Sentence }[];
  done: Promise<void>;
}

/** Waiting work of one project. */
const MAX_IN_PROJECT = 100;
/** Memory of all waiting work. */
const MAX_BYTES = 128 * 1024 * 1024;

/** An empty list. */
export function createProcessList(): ProcessList {
  const projects = new Map<string, ProjectProcesses>();
  let nextId = 1;

  async function cancel(projectId: string): Promise<void> {
    const project = projects.get(projectId);
    if (project === undefined) return;
    for (const { abort } of project.queue) abort.abort();
    project.queue.splice(1);
    await project.done;
  }

  return {
    add: (work) => {
      let project = projects.get(work.projectId);
      refuseTooMuch(work.bytes, project?.queue.length ?? 0, projects.values());
      if (project === undefined)
        projects.set(work.projectId, (project = { queue: [], exceptions: [], done: Promise.resolve() }));
      project.queue.push({ id: nextId, work, abort: new AbortController(), progress: 0 });
      nextId += 1;
      if (project.queue.length === 1) project.done = runAll(project);
    },
    isBusy: (projectId) => (projects.get(projectId)?.queue.length ?? 0) > 0,
    describe: (projectId) => {
      const project = projects.get(projectId);
      if (project === undefined) return { processes: [] };
      if (project.queue.length === 0) projects.delete(projectId);
      return answerOf(project);
    },
    cancel,
    cancelAll: async () => {
      await Promise.all([...projects.keys()].map(cancel));
    },
  };
}

function refuseTooMuch(bytes: number, inProject: number, projects: Iterable<ProjectProcesses>): void {
  const waiting = [...projects].flatMap(({ queue }) => queue).reduce((sum, { work }) => sum + work.bytes, 0);
  if (inProject < MAX_IN_PROJECT && (waiting === 0 || waiting + bytes <= MAX_BYTES)) return;
  throw new SameasError('too-many-requests', 'Too much work is waiting for what goes on in projects.', {
    advice: 'Wait until it is done, or cancel it with cancel-processes.',
  });
}

/** Runs the work of one project, one after the other, until none is left. */
async function runAll({ queue, exceptions }: ProjectProcesses): Promise<void> {
  for (let current = queue[0]; current !== undefined; current = queue[0]) {
    const running = current;
    const stop = running.abort.signal;
    const percent = (done: number): void => {
      running.progress = Math.max(0, Math.min(100, done));
    };
    try {
      if (!stop.aborted) await running.work.run({ stop, percent });
    } catch (thrown) {
      if (!stop.aborted) exceptions.push({ message: sentenceOf(thrown) });
    }
    queue.shift();
  }
}

/** The work of one project, and its errors, which are forgotten. */
function answerOf({ queue, exceptions }: ProjectProcesses): ProcessesAnswer {
  const said = exceptions.splice(0);
  return {
    processes: queue.map(({ id, work: { description }, progress }, place) => ({
      id,
      description,
      immediate: false,
      status: place === 0 ? 'running' : 'pending',
      progress,
    })),
    ...(said.length === 0 ? {} : { exceptions: said }),
  };
}

/** One at a time for each project, in order of arrival. */
export interface ProjectLocks {
  /** Waits for its turn; resolves to the function that ends it. `first` goes before all that wait. */
  readonly acquire: (projectId: string, options?: { readonly first?: boolean }) => Promise<() => void>;
}

/** Free locks; a project that no task waits for costs nothing. */
export function createProjectLocks(): ProjectLocks {
  const waiting = new Map<string, (() => void)[]>();
  return {
    acquire: async (projectId, { first = false } = {}) => {
      const queue = waiting.get(projectId);
      if (queue === undefined) waiting.set(projectId, []);
      else await new Promise<void>((turn) => void (first ? queue.unshift(turn) : queue.push(turn)));
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        const next = waiting.get(projectId)?.shift();
        if (next === undefined) waiting.delete(projectId);
        else next();
      };
    },
  };
}
