import { z } from 'zod';
import type { ErrorCode } from '../../foundation/error-catalogue.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { readBytes } from '../../formats/read-bytes.js';
import { textSource } from '../../formats/text-source.js';

/*
 * The operation history of OpenRefine (Undo/Redo → Extract…): judgments of a person. A history has the judged texts
 * only in operations on "similar cells", or on cells selected by a text facet on the column.
 */

const FACET = z.looseObject({
  columnName: z.string().optional(),
  expression: z.string().optional(),
  invert: z.boolean().optional(),
  selection: z.array(z.looseObject({ v: z.looseObject({ v: z.unknown() }) })).optional(),
});

const OPERATION = z.looseObject({
  op: z.string(),
  columnName: z.string().optional(),
  similarValue: z.string().optional(),
  judgment: z.string().optional(),
  match: z.looseObject({ id: z.string() }).nullish(),
  config: z.looseObject({ type: z.looseObject({ id: z.string() }).nullish() }).nullish(),
  engineConfig: z.looseObject({ facets: z.array(z.unknown()).optional() }).nullish(),
});

type Operation = z.infer<typeof OPERATION>;

const ENTRY = z.looseObject({ operation: OPERATION });
const HISTORY = z.union([
  z.array(z.union([OPERATION, ENTRY])),
  z.looseObject({ entries: z.array(ENTRY) }),
  z.looseObject({ operations: z.array(OPERATION) }),
]);

interface Judgment {
  /** Undefined: judged to be new. */
  readonly id: string | undefined;
  readonly operation: number;
}

/** A text of a column, and its last judgment. */
interface JudgedText {
  readonly column: string;
  readonly text: string;
  /** `undefined`: not in the dataset. */
  readonly id: string | undefined;
  /** 1-based number of the operation that judged it. */
  readonly operation: number;
  /** Type that the column was reconciled with, if any. */
  readonly type: string | undefined;
}

export interface HistoryJudgments {
  /** At least one; column by column, in the order of the first judgments. */
  readonly judged: readonly JudgedText[];
  /** Operations that judge cells without naming their texts. */
  readonly problems: readonly { readonly operation: number; readonly message: string }[];
  /** Sentences on how the history was read. */
  readonly notes: readonly string[];
}

/**
 * The judgments of a file that is a history, `undefined` for any other file. Errors: those of reading the file; `code`
 * for a history that is unreadable or without a judgment.
 */
export async function readHistory(file: string, code: ErrorCode): Promise<HistoryJudgments | undefined> {
  const operations = await readOperations(file, code);
  return operations === undefined ? undefined : judgmentsOf(file, operations, code);
}

async function readOperations(file: string, code: ErrorCode): Promise<readonly unknown[] | undefined> {
  if (!/\.(?:json|txt)(?:\.gz)?$/i.test(file)) return undefined;
  const { bytes } = await readBytes(file);
  const source = textSource(file, bytes);
  if (!/^\s*[[{]/.test(source.head) || !/"op"\s*:\s*"core\//.test(source.head)) return undefined;
  const text = [...source.chunks(() => undefined)].join('');
  const parsed = HISTORY.safeParse(jsonOf(file, text, code));
  if (!parsed.success) {
    throw new SameasError(
      code,
      `${file} looks like an operation history of OpenRefine, but cannot be read as one: ${firstIssue(parsed.error)}.`,
      {
        advice: 'Extract the operations again in OpenRefine: Undo/Redo, Extract…',
        facts: { file },
      },
    );
  }
  const entries = Array.isArray(parsed.data)
    ? parsed.data
    : 'entries' in parsed.data
      ? parsed.data.entries
      : parsed.data.operations;
  return Array.isArray(entries) ? entries.map((entry: unknown) => ENTRY.safeParse(entry).data?.operation ?? entry) : [];
}

/** The last judgment of a text wins. */
function judgmentsOf(file: string, operations: readonly unknown[], code: ErrorCode): HistoryJudgments {
  const byColumn = new Map<string, Map<string, Judgment>>();
  const types = new Map<string, string>();
  const problems: { readonly operation: number; readonly message: string }[] = [];
  let bestCandidates = 0;
  operations.forEach((entry, i) => {
    const operation = OPERATION.safeParse(entry).data;
    if (operation === undefined) return;
    if (operation.op === 'core/recon-match-best-candidates') bestCandidates++;
    const fault = applyOperation(operation, i + 1, byColumn, types);
    if (fault !== undefined) problems.push({ operation: i + 1, message: fault });
  });
  const judged = [...byColumn].flatMap(([column, byText]) =>
    [...byText].map(([text, { id, operation }]): JudgedText => ({
      column,
      text,
      id,
      operation,
      type: types.get(column),
    })),
  );
  if (judged.length === 0) {
    throw new SameasError(
      code,
      `${file} is an operation history without a judgment that names the text it judges.${problems[0] === undefined ? '' : ` Operation ${problems[0].operation}: ${problems[0].message}`}`,
      {
        advice:
          'Export the table as CSV instead, with a column of the matched ids (Reconcile → Add entity identifiers column) and one of the judgments.',
        facts: { file },
      },
    );
  }
  return {
    judged,
    problems,
    notes: [
      `Read as an operation history of OpenRefine: ${judged.length} judged ${judged.length === 1 ? 'text' : 'texts'} in ${[...byColumn.keys()].map((column) => `"${column}"`).join(', ')}.`,
      ...(bestCandidates === 0
        ? []
        : [
            '"Match each cell to its best candidate" was left out: it repeats what a service said, and is no judgment of a person.',
          ]),
    ],
  };
}

/** Applies one operation to the judgments; returns its fault, if any. */
function applyOperation(
  operation: Operation,
  number: number,
  judged: Map<string, Map<string, Judgment>>,
  types: Map<string, string>,
): string | undefined {
  const { columnName = '', similarValue, judgment, match } = operation;
  const ofColumn = judged.get(columnName) ?? new Map<string, Judgment>();
  const judge = (texts: readonly string[], id: string | undefined): void => {
    judged.set(columnName, ofColumn);
    for (const text of texts) ofColumn.set(text, { id, operation: number });
  };
  switch (operation.op) {
    case 'core/recon':
      if (operation.config?.type) types.set(columnName, operation.config.type.id);
      return undefined;
    case 'core/recon-judge-similar-cells':
      if (similarValue === undefined) return 'It does not say which text it judges.';
      if (judgment === 'new') judge([similarValue], undefined);
      else if (judgment === 'matched' && match) judge([similarValue], match.id);
      else if (judgment === 'matched') return `"${similarValue}" is said to be matched, but with no id.`;
      else ofColumn.delete(similarValue);
      return undefined;
    case 'core/recon-match-specific-topic-to-cells': {
      const texts = chosenTexts(operation);
      if (texts === undefined) return NOT_NAMED;
      if (!match) return 'It matches cells, but with no id.';
      judge(texts, match.id);
      return undefined;
    }
    case 'core/recon-mark-new-topics': {
      const texts = chosenTexts(operation);
      if (texts === undefined) return NOT_NAMED;
      judge(texts, undefined);
      return undefined;
    }
    case 'core/recon-clear-similar-cells':
      if (similarValue !== undefined) ofColumn.delete(similarValue);
      return undefined;
    case 'core/recon-discard-judgments':
      for (const text of chosenTexts(operation) ?? [...ofColumn.keys()]) ofColumn.delete(text);
      return undefined;
    default:
      return undefined;
  }
}

const NOT_NAMED =
  'It judges whatever rows were shown, and a history does not say which those were. Export the table as CSV with a column of ids to use them.';

/** The texts selected by a text facet on the column; `undefined` for rows selected in another way. */
function chosenTexts({ columnName, engineConfig }: Operation): readonly string[] | undefined {
  for (const raw of engineConfig?.facets ?? []) {
    const facet = FACET.safeParse(raw).data;
    if (
      facet === undefined ||
      facet.columnName !== columnName ||
      facet.invert === true ||
      !/^(?:grel:)?value$/.test(facet.expression ?? '')
    )
      continue;
    const texts = (facet.selection ?? []).flatMap(({ v: { v } }) => (typeof v === 'string' ? [v] : []));
    if (texts.length > 0) return texts;
  }
  return undefined;
}

function jsonOf(file: string, text: string, code: ErrorCode): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed;
  } catch (cause) {
    throw new SameasError(
      code,
      `${file} looks like an operation history of OpenRefine, but is not whole JSON: ${cause instanceof Error ? cause.message : String(cause)}.`,
      {
        advice: 'Extract the operations again in OpenRefine: Undo/Redo, Extract…',
        facts: { file },
        cause,
      },
    );
  }
}

function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue === undefined
    ? 'it is not a list of operations'
    : `at ${issue.path.join('.') || 'its beginning'}, ${issue.message}`;
}
