import type { ProjectTools } from '../../projects/commands/command-call.js';
import { createClojureLanguage } from '../../projects/expressions/clojure/create-clojure-language.js';
import type { ExpressionLanguage } from '../../projects/expressions/expression-language.js';
import { grelLanguage } from '../../projects/expressions/grel/grel-language.js';
import { regexOf } from '../../projects/expressions/grel/regex/regex-value.js';
import { createJythonLanguage } from '../../projects/expressions/jython/create-jython-language.js';
import type { ProjectTask } from './project-task.js';

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
