import { COMMAND_TABLE, type CommandDefinition } from '../src/projects/commands/command-table.js';
import { ONE_OPERATION_TABLE } from '../src/projects/commands/one-operation-table.js';
import { INTERFACE_VERSION } from '../src/web/commands/answer-service-command.js';

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
    `Programs work on projects by commands over HTTP, in the way that OpenRefine ${INTERFACE_VERSION.split('.').slice(0, 2).join('.')} does; scripts and libraries written for it work unchanged. The wing is there when the`,
    'service has a folder for its projects: `sameas serve --data-dir FOLDER`, or `npm start`, which keeps them in the folder `sameas-data`.',
    'In a browser, *Projects* shows them, and a form to make one from a file. The page of a project has its rows with facets, a filter and an order, its history with undo and redo, a recipe to apply, a column to reconcile with this service, the decisions on its cells, exports, another name, and deletion.',
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
    'A command is `GET` or `POST` to `/command/core/` and its name; what follows one more slash is only a name for the download. Parameters come from the query string and from the',
    'body – a form, or multipart – and where a name comes twice, the query string counts; only where a project is made do the fields of the body. Parameters that',
    'hold JSON may leave the quotes of member names away, and an empty text counts as not sent. Form bodies may be 64 MB long, uploads as long as `maxUploadBytes` says.',
    '',
    'An answer is JSON. When something went wrong it is `{"code": "error", "status": "error", "message": "…", "errorCode": "…"}`, mostly with the HTTP status 200, as clients expect; look at',
    '`code`, and for the kind of error at `errorCode`, which [errors.md](errors.md) lists. `{"code": "pending"}` says that the work goes on: `get-processes` tells when it is done.',
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
    '## More',
    '',
    '[importing.md](importing.md) tells how files become projects, and [exporting.md](exporting.md) how projects become files. [operations.md](operations.md) explains every operation of a recipe. Expressions',
    'are written in GREL, in Python ([jython.md](jython.md)) or in Clojure ([clojure.md](clojure.md)).',
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
  'The numbers of a reconciled column (`reconStats`) are counted. OpenRefine adds them up, and is wrong once a judgment of one cell is cleared.',
  'One form of errors for all commands, with a plain sentence: no names of Java classes, no `stack`.',
  'A command with a method that it does not have is answered with 405 and JSON, not with 500 and a page.',
  'Reading commands take GET and POST; also those that evaluate expressions, so that links to exports work.',
  'Multipart fields are read with every command.',
  'A project that cannot be made is an error with a status of its own, 400 for a faulty file and 413 for one that is too long (a page for browsers, JSON for programs), where OpenRefine says 500 for all; there is never a redirect to a broken project.',
  '`options` without `separator` have it guessed; `recordPath` is guessed where it is not given; sheets that are not chosen are all that have more than one row.',
  'The field `ignore-quotes` means what it says.',
  'Lines that begin with `#` are kept.',
  "The parameters `download` of uploads, `project-url` and `importingJobID` are not known: files are sent, not fetched, and there are no import jobs (`create-importing-job` and its kin: only OpenRefine's own pages use them, none of fourteen programs that we have read) and SQL exports.",
  'Archives of projects (`export-project`, `import-project`) hold what was done, not what was undone; the largest histories lose their oldest entries. A change that cannot be gone back over (extending data) ends what can be undone. `create-project-from-upload` opens a file called `.openrefine.tar.gz` as `import-project` does.',
  "Clustering has no keyers `metaphone3` and `beider-morse`; a request for a function that there is not names those that there are, where OpenRefine finds no clusters by such a distance. Clusters by distance do not depend on the number of processors: each is a text with all its neighbours, while OpenRefine adds parts of them on machines with several. An expression of one's own for a distance is GREL, and one that gives no number is an error.",
  '`get-rows` without `start` and `end` begins at the first row. Beyond the last row `start` and `limit` come back as they were asked for.',
  'In a template a single `}` within `{{…}}` needs no backslash. OpenRefine prints such a piece as it stands, without evaluating it.',
  'Addresses with letters beyond ASCII are links in HTML and spreadsheets, too.',
  'Extending a column in which no cell is matched adds the columns all the same, empty, so that the rest of a recipe finds them.',
  'Putting rows in the order of a column that is not there is an error, as any operation on such a column is.',
  'What is no command is answered in JSON, and every text says that it is UTF-8.',
  'An expression shows the fraction of a second that a time has (`toString(now())`); the cells of `get-rows` do not.',
  'A cell that is there without a value, as `null` in JSON becomes, has the member `v` all the same.',
  'An error in a recipe names the position of the operation; nothing is run before the whole recipe was read and held against the columns of the project.',
  'A facet that cannot be computed refuses an export or an operation, instead of letting every row through.',
  'A facet of a range whose `from` or `to` is left out is open at that end, not bounded by 0.',
  '`undo-redo` answers `ok` when it is done, not `pending`.',
  '`renames` of `apply-operations` gives columns other names wherever members of operations name them, and leaves expressions alone.',
  '`preview-expression` shows up to 1,000 rows; rows that it does not reach within three seconds have an error that says so.',
  'While a process works on a project, every change of it waits and is answered with `pending`, and `delete-project` stops the process first.',
  'Everything an export can be refused for is looked at before its first byte is sent; it is finished on disk before.',
  "`Content-Disposition` says `UTF-8''`, without the space that does not belong there.",
  'Damaged projects stand in the member `damaged` of `get-all-project-metadata`, with the reason.',
  'Operations may connect to no other service unless the setting `urlAccess` allows it; the reconciliation service next door can always be asked.',
];
