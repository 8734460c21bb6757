import { COMMAND_TABLE, type CommandDefinition } from '../src/projects/commands/command-table.js';
import { ONE_OPERATION_TABLE } from '../src/projects/commands/one-operation-table.js';
import { INTERFACE_VERSION } from '../src/web/commands/command-handler.js';

/* docs/commands.md: every command, and where we differ on purpose from what the interface grew up with. */

const TOKENS: Readonly<Record<CommandDefinition['token'], string>> = {
  never: '–',
  evaluating: 'strict only',
  changing: 'yes',
};

/** The page of commands, made from their table. */
export function renderCommands(): string {
  const commands: readonly CommandDefinition[] = COMMAND_TABLE;
  const byOperation = new Set<string>([...Object.keys(ONE_OPERATION_TABLE), 'annotate-rows']);
  const plain = commands.filter(({ name }) => !byOperation.has(name));
  return [
    '# Commands',
    '<!-- Made by scripts/generate-docs.ts; edit the table it is made from. -->',
    '',
    `Programs work on projects by commands over HTTP, as OpenRefine ${INTERFACE_VERSION.split('.').slice(0, 2).join('.')} has them; scripts and libraries written for it work unchanged. The service needs a folder for projects: \`sameas serve --data-dir FOLDER\`, or \`npm start\`.`,
    'In a browser, *Projects* lists them and makes one from a file; the page of a project has rows with facets, a filter and an order, history, recipes, reconciling, exports and deletion.',
    '',
    '```text',
    '$ curl -s http://127.0.0.1:8000/command/core/get-csrf-token',
    '{"token":"00touihka76a1c4b5b320073f9f81463"}',
    '$ curl -si "http://127.0.0.1:8000/command/core/create-project-from-upload?csrf_token=00touihka76a1c4b5b320073f9f81463" -F project-file=@people.csv',
    'HTTP/1.1 302 Found',
    'Location: http://127.0.0.1:8000/project?project=1795254576075',
    '$ curl -s "http://127.0.0.1:8000/command/core/text-transform?project=1795254576075&csrf_token=00touihka76a1c4b5b320073f9f81463" -d columnName=name --data-urlencode "expression=grel:value.toTitlecase()" -d onError=keep-original',
    '{"code":"ok","historyEntry":{"id":1795254890123,"description":"Text transform on 2 cells in column name: grel:value.toTitlecase()","time":"2026-11-21T10:00:00Z","operation_id":"core/text-transform"}}',
    '$ curl -s "http://127.0.0.1:8000/command/core/export-rows/people.csv?project=1795254576075&format=csv"',
    'name,born',
    'Ada Lovelace,1815',
    'Alan Turing,1912',
    '$ curl -s "http://127.0.0.1:8000/command/core/delete-project?project=1795254576075&csrf_token=00touihka76a1c4b5b320073f9f81463" -d ""',
    '{"code":"ok"}',
    '```',
    '',
    '## How commands are given',
    '',
    'A command is `GET` or `POST` to `/command/core/` and its name; what follows one more slash is only a name for the download. Parameters come from the query string or the body (form or multipart); the query string takes precedence, except where a project is made.',
    'Parameters with JSON may leave out the quotes of member names; an empty text counts as not sent. Form bodies may be 64 MB long, uploads as long as `maxUploadBytes`.',
    '',
    'A failed command answers `{"code": "error", "status": "error", "message": "…", "errorCode": "…"}`, mostly with the HTTP status 200, as clients expect; [errors.md](errors.md) lists `errorCode`. `{"code": "pending"}` says that the work goes on, which `get-processes` shows.',
    '',
    '## Tokens',
    '',
    'Commands that change something need the parameter `csrf_token`, with a token of `get-csrf-token` that is less than an hour old. The setting `csrf` says how strictly:',
    '',
    '* `strict`: also commands that evaluate expressions need one ("strict only" in the table).',
    '* `compatible`, the default: those may come without, as clients of before 3.8.3 send them; a wrong token is refused.',
    '* `off`: tokens are given out and not looked at, for clients that know none: the PHP client of Keboola, node-openrefine, refine-ruby, and the Python clients of before 3.3.',
    '',
    'Whatever is set, requests from the pages of other sites are refused, and so are names of hosts that the service does not have (`allowedHosts`). No command may be read from another origin.',
    '',
    '## Every command',
    '',
    '| command | methods | token | what it does |',
    '|---|---|---|---|',
    ...plain.map(({ name, methods, token, summary }) => `| \`${name}\` | ${methods} | ${TOKENS[token]} | ${summary} |`),
    '',
    '## Commands for one operation',
    '',
    'Each takes the members of its operation ([operations.md](operations.md)) as parameters of the same names, with `engine` in the place of `engineConfig`; all are `POST` and need a token. The answer holds the new',
    '`historyEntry`.',
    '',
    '| command | operation | parameters |',
    '|---|---|---|',
    ...commands
      .filter(({ name }) => byOperation.has(name))
      .map(
        ({ name, summary }) => `| \`${name}\` | ${summary.replace(/core\/[\w-]+/g, '`$&`')} | ${parametersOf(name)} |`,
      ),
    '',
    '## Where we differ on purpose',
    '',
    ...DIFFERENCES.map((difference) => `* ${difference}`),
    '',
  ].join('\n');
}

function parametersOf(name: string): string {
  if (name === 'annotate-rows') return '`starred` or `flagged`';
  const found = Object.entries(ONE_OPERATION_TABLE).find(([command]) => command === name);
  const members = Object.keys(found?.[1].members ?? {});
  return members.length === 0
    ? '–'
    : members
        .map((member) =>
          member
            .split('|')
            .map((one) => `\`${one}\``)
            .join(' or '),
        )
        .join(', ');
}

const DIFFERENCES: readonly string[] = [
  'Numbers of a reconciled column (`reconStats`) are counted; OpenRefine adds them up, and is wrong once a judgment of one cell is cleared.',
  'Errors have one form with a plain sentence, without `stack`. Faulty methods are 405, faulty files 400 and too long ones 413, in JSON (a page for browsers); there is never a redirect to a broken project. All answers say that they are UTF-8.',
  'Reading commands take GET and POST, also those that evaluate expressions. Multipart fields are read with every command.',
  '`options` without `separator`, `recordPath` or sheets have them recognised ([importing.md](importing.md)). `ignore-quotes` means what it says, and lines that begin with `#` are kept.',
  "Not offered: the parameters `download`, `project-url` and `importingJobID` (files are sent, not fetched), import jobs (`create-importing-job` and its kin, which only OpenRefine's own pages use) and SQL exports.",
  'Archives of projects hold what was done, not what was undone; the largest histories lose their oldest entries. A change that cannot be gone back over (extending data) ends what can be undone. `create-project-from-upload` opens a file called `.openrefine.tar.gz`, too.',
  "Clustering has no keyer `metaphone3`; unknown functions are errors. Clusters by distance do not depend on the number of processors. An expression of one's own for a distance is GREL, and must give a number.",
  '`get-rows` without `start` and `end` begins at the first row. A cell without a value, as `null` in JSON becomes, has the member `v`.',
  'In a template a single `}` within `{{…}}` needs no backslash. Addresses with letters beyond ASCII are links in HTML and spreadsheets.',
  'Extending a column without matched cells adds the columns all the same. Ordering by a column that is missing is an error.',
  'An expression shows the fraction of a second of a time (`toString(now())`).',
  'An error in a recipe names the position of the operation; nothing is run before the whole recipe was checked against the columns. `renames` of `apply-operations` renames columns in members of operations, not in expressions.',
  'A facet that cannot be computed refuses an export or an operation. A range without `from` or `to` is open at that end.',
  '`undo-redo` answers `ok` when it is done, not `pending`. While a process works on a project, every change of it waits (`pending`), and `delete-project` stops the process.',
  '`preview-expression` shows up to 1,000 rows; rows that it does not reach within three seconds have an error.',
  "Everything an export can be refused for is checked before its first byte is sent. `Content-Disposition` says `UTF-8''`, without a space.",
  'Damaged projects stand in the member `damaged` of `get-all-project-metadata`, with the reason.',
  'Operations may connect to no other service unless `urlAccess` allows it; this reconciliation service can always be asked.',
];
