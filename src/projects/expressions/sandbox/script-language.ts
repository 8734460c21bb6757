import { z } from 'zod';
import { ErrorValue } from '../../grid/cell-value.js';
import {
  ExpressionSyntaxError,
  type CompiledExpression,
  type ExpressionLanguage,
  type ExpressionLanguageId,
  type RowBindings,
  lateRow,
} from '../expression-language.js';
import type { ExpressionValue } from '../expression-value.js';
import {
  encodeRows,
  holdsDate,
  resolveInRow,
  neededColumns,
  type ColumnSyntax,
  type NeededColumns,
  fromWire,
} from './wire-values.js';
import { MEMORY_BYTES, type ScriptLimits, SealedEngine, type CallOutcome, type EngineParts } from './sealed-engine.js';
import { appendAll } from '../../../foundation/append-all.js';

const DEFAULT_SCRIPT_LIMITS: ScriptLimits = { rowMs: 1_000, totalMs: 60_000 };

/** For parsing a program, before the first row. */
const COMPILE_MS = 3_000;

/** Rows sent into the interpreter at once. */
const ROWS_PER_BATCH = 500;

/** Parts of an expression language in a sealed interpreter. */
interface ScriptDefinition {
  readonly id: ExpressionLanguageId;
  readonly name: string;
  readonly defaultExpression: string;
  readonly columnSyntax: ColumnSyntax;
  /** Reads the scripts from disk; called when the language is first prepared. */
  readonly parts: () => EngineParts;
  /** The program in the form of the interpreter. Throws `ExpressionSyntaxError` for a program refused beforehand. */
  readonly prepareSource: (program: string) => string;
  /** Imports inside before the program is parsed; they stay for later programs. */
  readonly importsOf: (program: string) => readonly string[];
  /** Imports inside before the first date. */
  readonly importsForDates: readonly string[];
  /** The place in the program, from 0, of a fault that the interpreter reports; line and column as it counts them. */
  readonly offsetOf: (program: string, line: number, column: number) => number | undefined;
}

export interface ScriptLanguageOptions {
  readonly limits?: Partial<ScriptLimits>;
}

/** A language whose interpreter has to be loaded before it is used. */
export interface ScriptLanguage extends ExpressionLanguage {
  /**
   * Loads the interpreter, or a fresh one where the last one is worn out: half a second the first time, nothing later.
   * Awaited before `compile`, and before a program that was compiled earlier is evaluated in a new piece of work.
   */
  prepare(): Promise<void>;
  compile(program: string): CompiledScript;
}

interface CompiledScript extends CompiledExpression {
  /** As in `CompiledExpression`; missing limits are those of the language. */
  evaluate(rows: readonly RowBindings[], limits?: Partial<ScriptLimits>): readonly ExpressionValue[];
}

/**
 * The expression language of a definition. Each program runs in a fresh interpreter: after another program, the
 * interpreter is reset to its sealed state and the program parsed anew, which takes some 30 ms.
 */
export function createScriptLanguage(
  definition: ScriptDefinition,
  options: ScriptLanguageOptions = {},
): ScriptLanguage {
  const bench = new Workbench(definition);
  const defaults: ScriptLimits = { ...DEFAULT_SCRIPT_LIMITS, ...options.limits };
  return {
    id: definition.id,
    name: definition.name,
    defaultExpression: definition.defaultExpression,
    prepare: () => bench.prepare(),
    compile: (program) => {
      const script: Script = {
        program,
        source: definition.prepareSource(program),
        needed: neededColumns(program, definition.columnSyntax),
        imports: definition.importsOf(program),
        dependsOnValueAlone: false,
      };
      bench.lay(script);
      const evaluateAll: EvaluateRows = (rows, limits) => evaluate(bench, script, rows, { ...defaults, ...limits });
      return { evaluate: script.dependsOnValueAlone ? onceForEachValue(evaluateAll) : evaluateAll };
    },
  };
}

interface Script {
  readonly program: string;
  readonly source: string;
  readonly needed: NeededColumns;
  readonly imports: readonly string[];
  /** Known when the interpreter has parsed it. */
  dependsOnValueAlone: boolean;
}

/* JSON from driver.js, unless a program has replaced it. */

/** Of a parsed program. */
const readProgramSchema = z.object({
  fault: z.object({ message: z.string(), line: z.number().optional(), column: z.number().optional() }).nullable(),
  dependsOnValueAlone: z.boolean(),
});

/** Of rows; the values are checked one by one. */
const resultsSchema = z.object({ exhausted: z.boolean(), results: z.array(z.unknown()) });

/** Longer text than the results of a batch can be is not even parsed. */
const MAX_OUTCOME_LENGTH = 64 * 1024 * 1024;

/** Undefined for anything outside the schema. */
function readOutcome<S extends z.ZodType>(schema: S, text: string): z.output<S> | undefined {
  if (text.length > MAX_OUTCOME_LENGTH) return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

class Workbench {
  readonly #definition: ScriptDefinition;
  readonly #imported = new Set<string>();
  #engine: SealedEngine | undefined;
  #laid: Script | undefined;
  #loading: Promise<void> | undefined;

  constructor(definition: ScriptDefinition) {
    this.#definition = definition;
  }

  async prepare(): Promise<void> {
    if (this.#engine !== undefined && !this.#engine.wornOut) return;
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    await this.#loading;
  }

  async #load(): Promise<void> {
    this.#engine = await SealedEngine.create(this.#definition.parts());
    this.#laid = undefined;
    this.#imported.clear();
  }

  /** Puts the program into the engine. Throws `ExpressionSyntaxError` for an invalid program. */
  lay(script: Script): SealedEngine {
    const engine = this.#ready();
    this.load(script.imports);
    if (this.#laid === script) return engine;
    this.clear();
    engine.reset();
    const outcome = engine.call('compileProgram', script.source, { rowMs: COMPILE_MS, totalMs: COMPILE_MS });
    if (outcome.kind !== 'returned')
      throw new ExpressionSyntaxError(`The program cannot be read: ${failureText(outcome, COMPILE_MS)}`);
    const read = readOutcome(readProgramSchema, outcome.text);
    if (read === undefined) throw new ExpressionSyntaxError('The program cannot be read: it changes the interpreter');
    const { fault, dependsOnValueAlone } = read;
    if (fault !== null) {
      const { message, line, column } = fault;
      throw new ExpressionSyntaxError(
        message,
        line === undefined ? undefined : this.#definition.offsetOf(script.program, line, column ?? 0),
      );
    }
    script.dependsOnValueAlone = dependsOnValueAlone;
    this.#laid = script;
    return engine;
  }

  /** Loads missing modules, into the sealed state. */
  load(names: readonly string[]): void {
    const missing = names.filter((name) => !this.#imported.has(name));
    if (missing.length === 0) return;
    const engine = this.#ready();
    this.clear();
    engine.reset();
    const outcome = engine.call('importNames', JSON.stringify(missing), { rowMs: 10_000, totalMs: 10_000 });
    if (outcome.kind !== 'returned')
      throw new Error(
        `The ${this.#definition.name} interpreter cannot load ${missing.join(', ')}: ${failureText(outcome, 10_000)}`,
      );
    for (const name of missing) this.#imported.add(name);
    engine.seal();
  }

  clear(): void {
    this.#laid = undefined;
  }

  /** Whether nothing can be evaluated before the next `prepare`. */
  get broken(): boolean {
    return this.#engine?.broken ?? false;
  }

  #ready(): SealedEngine {
    if (this.broken) throw new Error(`The ${this.#definition.name} interpreter has failed: await prepare() first`);
    if (this.#engine === undefined)
      throw new Error(`The ${this.#definition.name} interpreter is not loaded: await prepare() first`);
    return this.#engine;
  }

  get importsForDates(): readonly string[] {
    return this.#definition.importsForDates;
  }
}

const BROKEN = new ErrorValue('The interpreter failed and has to be loaded anew: try again');

function evaluate(
  bench: Workbench,
  script: Script,
  rows: readonly RowBindings[],
  limits: ScriptLimits,
): readonly ExpressionValue[] {
  const results: ExpressionValue[] = [];
  const end = performance.now() + limits.totalMs;
  while (results.length < rows.length) {
    if (bench.broken) return [...results, ...rows.slice(results.length).map(() => BROKEN)];
    const leftMs = end - performance.now();
    if (leftMs <= 0) {
      const late = lateRow(limits.totalMs);
      while (results.length < rows.length) results.push(late);
      break;
    }
    const batch = rows.slice(results.length, results.length + ROWS_PER_BATCH);
    appendAll(results, evaluateBatch(bench, script, batch, { rowMs: limits.rowMs, totalMs: leftMs }));
  }
  return results;
}

/** Results of the first rows of the batch: of one at least, and of all unless a row had to be stopped. */
function evaluateBatch(
  bench: Workbench,
  script: Script,
  rows: readonly RowBindings[],
  limits: ScriptLimits,
): readonly ExpressionValue[] {
  if (bench.importsForDates.length > 0 && holdsDate(rows, script.needed)) bench.load(bench.importsForDates);
  const engine = layAgain(bench, script);
  if (engine instanceof ErrorValue) return rows.map(() => engine);
  const outcome = engine.call('evaluateRows', encodeRows(rows, script.needed), limits);
  if (outcome.kind === 'returned') {
    const read = resultsOf(outcome.text, rows);
    if (read === undefined) return forged(bench, rows);
    const { results, exhausted } = read;
    if (!exhausted) return results.length === rows.length ? results : forged(bench, rows);
    bench.clear();
    return [
      ...results,
      new ErrorValue(`The expression needed more than ${MEMORY_BYTES / 1024 / 1024} MB of memory and was stopped`),
    ];
  }
  bench.clear();
  const stopped = new ErrorValue(`The expression ${failureText(outcome, limits.rowMs)}`);
  if (rows.length === 1) return [stopped];
  const collected = engine.call('collectResults', '', { rowMs: COMPILE_MS, totalMs: COMPILE_MS });
  if (collected.kind === 'returned') {
    const read = resultsOf(collected.text, rows);
    return read === undefined ? forged(bench, rows) : [...read.results.slice(0, rows.length - 1), stopped];
  }
  // The results before the stopped row are lost: each row is evaluated by itself.
  return evaluateBatch(bench, script, rows.slice(0, 1), limits);
}

/** The engine with the program; an error where an earlier program cannot be parsed now, for lack of time. */
function layAgain(bench: Workbench, script: Script): SealedEngine | ErrorValue {
  try {
    return bench.lay(script);
  } catch (error) {
    if (error instanceof ExpressionSyntaxError) return new ErrorValue(error.message);
    throw error;
  }
}

/** Undefined for anything but results of these rows. */
function resultsOf(
  text: string,
  rows: readonly RowBindings[],
): { readonly results: readonly ExpressionValue[]; readonly exhausted: boolean } | undefined {
  const read = readOutcome(resultsSchema, text);
  if (
    read === undefined ||
    read.results.length > rows.length ||
    (read.exhausted && read.results.length === rows.length)
  )
    return undefined;
  const values = read.results.map((wire, i) => {
    const bindings = rows[i];
    return fromWire(wire, (path) => (bindings === undefined ? null : resolveInRow(bindings, path)));
  });
  return { results: values, exhausted: read.exhausted };
}

/** Errors for rows with results that are not the driver's: the program has replaced the driver. */
function forged(bench: Workbench, rows: readonly RowBindings[]): readonly ExpressionValue[] {
  bench.clear();
  const error = new ErrorValue('The expression changed the interpreter, and its results were refused');
  return rows.map(() => error);
}

function failureText(outcome: Exclude<CallOutcome, { kind: 'returned' }>, rowMs: number): string {
  if (outcome.kind === 'failed')
    return /out of memory/.test(outcome.message)
      ? `needed more than ${MEMORY_BYTES / 1024 / 1024} MB of memory and was stopped`
      : `failed: ${outcome.message}`;
  return outcome.byTotal
    ? 'did not end before the time limit of the operation and was stopped'
    : `took longer than ${secondsText(rowMs)} and was stopped`;
}

function secondsText(ms: number): string {
  const seconds = ms / 1000;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

/** As `evaluate` of a compiled script. */
type EvaluateRows = (rows: readonly RowBindings[], limits?: Partial<ScriptLimits>) => readonly ExpressionValue[];

/** Key of a remembered result. Floating numbers are none, for 0 and -0 would be one key. */
type Key = string | bigint | boolean | null;

/** Most characters of remembered values and results. */
const MAX_CHARACTERS = 4 * 1024 * 1024;
/** Cost of an entry besides its characters, in characters. */
const ENTRY_CHARACTERS = 32;

/**
 * Evaluates a program that depends on its value alone, with the results of `evaluate`: only the first of the rows with
 * equal values is evaluated, and most tables have many equal ones. Errors are not remembered for the next call, since
 * time and memory may have been missing.
 */
export function onceForEachValue(evaluate: EvaluateRows): EvaluateRows {
  const known = new Map<Key, ExpressionValue>();
  let characters = 0;

  function remember(key: Key, result: ExpressionValue): void {
    if (typeof result === 'object' && result !== null) return;
    characters += ENTRY_CHARACTERS + lengthOf(key) + lengthOf(result);
    if (characters > MAX_CHARACTERS) {
      known.clear();
      characters = 0;
    } else known.set(key, result);
  }

  return (rows, limits) => {
    const results = new Array<ExpressionValue>(rows.length).fill(null);
    const { open, places, placeOf } = openRows(rows, known, results);
    const evaluated = open.length === 0 ? [] : evaluate(open, limits);
    for (const [key, place] of placeOf) remember(key, evaluated[place] ?? null);
    places.forEach((place, index) => {
      if (place >= 0) results[index] = evaluated[place] ?? null;
    });
    return results;
  };
}

/** Puts known results into `results`. Returns the rows to evaluate, for each row its place among them (-1 for a known result), and the places by value. */
function openRows(
  rows: readonly RowBindings[],
  known: ReadonlyMap<Key, ExpressionValue>,
  results: ExpressionValue[],
): { readonly open: readonly RowBindings[]; readonly places: Int32Array; readonly placeOf: ReadonlyMap<Key, number> } {
  const open: RowBindings[] = [];
  const places = new Int32Array(rows.length).fill(-1);
  const placeOf = new Map<Key, number>();
  rows.forEach((row, index) => {
    const key = keyOf(row.value);
    if (key !== undefined) {
      const result = known.get(key);
      if (result !== undefined) {
        results[index] = result;
        return;
      }
      const place = placeOf.get(key);
      if (place !== undefined) {
        places[index] = place;
        return;
      }
      placeOf.set(key, open.length);
    }
    places[index] = open.push(row) - 1;
  });
  return { open, places, placeOf };
}

function keyOf(value: ExpressionValue): Key | undefined {
  return value === null || typeof value === 'string' || typeof value === 'bigint' || typeof value === 'boolean'
    ? value
    : undefined;
}

function lengthOf(value: ExpressionValue): number {
  return typeof value === 'string' ? value.length : 0;
}
