import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SameasError } from '../../foundation/sameas-error.js';
import { jsonWithWholeNumbers } from '../../projects/browsing/value-json.js';
import type { CommandReply, ProjectTools } from '../../projects/commands/command-call.js';
import { COMMAND_HANDLERS } from '../../projects/commands/command-handlers.js';
import { commandParameters } from '../../projects/commands/command-parameters.js';
import { runRecipe } from '../../projects/commands/recipe-commands.js';
import type { OpenProject } from '../../projects/store/open-project.js';
import { asUnwritable } from '../../projects/store/store-errors.js';
import type { ProjectTask, ProjectTaskReply } from './project-task.js';
import { createClojureLanguage } from '../../projects/expressions/clojure/create-clojure-language.js';
import type { ExpressionLanguage } from '../../projects/expressions/expression-language.js';
import { grelLanguage } from '../../projects/expressions/grel/grel-language.js';
import { regexOf } from '../../projects/expressions/grel/regex/regex-value.js';
import { createJythonLanguage } from '../../projects/expressions/jython/create-jython-language.js';

/** Maximum restarts of a command whose project changed during it. */
const MAX_ATTEMPTS = 3;

/**
 * Runs one task. A reading command holds no lock: if its files are gone because undone work was overwritten meanwhile,
 * it restarts on the current project. `replyFolder` takes a long reply. Throws the errors of the command.
 */
export async function runProjectTask(
  task: ProjectTask,
  tools: ProjectTools,
  replyFolder: string,
): Promise<ProjectTaskReply> {
  for (let attempt = 1; ; attempt += 1) {
    const opened: OpenProject[] = [];
    const open = (id: string): OpenProject => {
      const project = tools.store.open(id);
      opened.push(project);
      return project;
    };
    const watched: ProjectTools = { ...tools, store: { ...tools.store, open } };
    try {
      return plainReply(await carryOut(task, watched), replyFolder);
    } catch (thrown) {
      const wasOvertaken =
        thrown instanceof SameasError &&
        thrown.code === 'project-damaged' &&
        opened.some((project) => tools.store.wasOvertaken(project));
      if (!wasOvertaken || attempt === MAX_ATTEMPTS) throw thrown;
    }
  }
}

async function carryOut({ work, files, workFolder }: ProjectTask, tools: ProjectTools): Promise<CommandReply> {
  if ('process' in work) {
    const { projectId, operations } = work.process;
    await runRecipe(tools.store.open(projectId), operations, tools, { runLong: true, checkColumns: false });
    return { kind: 'json', value: { code: 'ok' } };
  }
  const parameters = commandParameters(new Map(work.parameters));
  return COMMAND_HANDLERS[work.command]({ parameters, trailingName: work.trailingName, files, tools, workFolder });
}

/** Longer JSON (in UTF-16 code units) goes through a file, whose bytes the service only passes on. */
const MAX_JSON_LENGTH = 256 * 1024;

function plainReply(reply: CommandReply, folder: string): ProjectTaskReply {
  if (reply.kind !== 'json') return reply;
  const json = jsonWithWholeNumbers(reply.value);
  if (json.length <= MAX_JSON_LENGTH) return { kind: 'json', json };
  const path = join(folder, `reply-${randomBytes(12).toString('hex')}`);
  try {
    writeFileSync(path, json, { mode: 0o600 });
  } catch (thrown) {
    rmSync(path, { force: true });
    throw asUnwritable('The answer', thrown);
  }
  return { kind: 'long-json', path };
}

interface ProjectLanguages {
  /** In the order of get-models. */
  readonly all: readonly ExpressionLanguage[];
  /** Regular expressions in the dialect of recipes. */
  readonly translateRegex: ProjectTools['translateRegex'];
  /** Loads the interpreters of languages that are named in the task. */
  readonly prepareFor: (task: ProjectTask) => Promise<void>;
}

/** Languages whose interpreters are loaded with the first task that names them. */
export function createProjectLanguages(): ProjectLanguages {
  const jython = createJythonLanguage();
  const clojure = createClojureLanguage();
  return {
    all: [grelLanguage, jython, clojure],
    translateRegex: (pattern, { ignoreCase }) => regexOf(pattern, ignoreCase),
    prepareFor: async ({ work }) => {
      const texts =
        'process' in work ? [JSON.stringify(work.process.operations)] : work.parameters.map(([, value]) => value);
      for (const language of [jython, clojure]) {
        const prefix = new RegExp(`${language.id}\\s*:`, 'i');
        if (texts.some((text) => prefix.test(text))) await language.prepare();
      }
    },
  };
}
