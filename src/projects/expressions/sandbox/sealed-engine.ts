import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import { readFileSync, existsSync } from 'node:fs';
import { createRequire } from 'node:module';

const PAGE_BYTES = 65_536;
const INITIAL_PAGES = 256;

/** The memory of a WebAssembly instance; `buffer` is another object whenever it has grown. */
interface LinearMemory {
  readonly buffer: ArrayBuffer;
}

/** Node has it, but only the types of browsers declare it. */
interface WithWebAssembly {
  readonly WebAssembly: {
    readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => LinearMemory;
  };
}

/** One QuickJS interpreter compiled to WebAssembly, with the linear memory that holds all of its state. */
interface QuickJsInstance {
  readonly module: QuickJSWASMModule;
  readonly memory: LinearMemory;
}

/**
 * A new interpreter with a memory of its own, which can never grow beyond `maxBytes` (rounded up to 64 KiB). Takes some 20 ms; the
 * only file it reads is the WebAssembly file of the installed package.
 */
async function loadQuickJs(maxBytes: number): Promise<QuickJsInstance> {
  const { WebAssembly } = globalThis as unknown as WithWebAssembly; // Node has had it since version 8
  const memory = new WebAssembly.Memory({
    initial: INITIAL_PAGES,
    maximum: Math.max(INITIAL_PAGES, Math.ceil(maxBytes / PAGE_BYTES)),
  });
  const base = variant as unknown as QuickJSSyncVariant; // the package's types are those of its CommonJS form; as a module, this is the variant
  const module = await newQuickJSWASMModuleFromVariant(newVariant(base, { wasmMemory: memory }));
  return { module, memory };
}

/*
 * A sealed interpreter, which can be reset to a known state in a few milliseconds.
 *
 * The whole state of QuickJS is in the linear memory of its WebAssembly instance. Once the scripts of a language are
 * loaded, the engine is *sealed*: the memory is copied. `reset` writes the copy back, and all effects of a program –
 * variables, changed built-in objects, a heap full of rubbish, a half-finished evaluation – are undone. That is cheaper
 * than loading the scripts again (half a second) and safer than cleaning up.
 *
 * It is safe only because no handle made after sealing outlives a call: handles are addresses in that memory. Keep it
 * so.
 */

export const MEMORY_BYTES = 256 * 1024 * 1024;

/** The heap, the stack and the engine's own data. */
const INSTANCE_BYTES = MEMORY_BYTES + 64 * 1024 * 1024;

/** Size from which an instance is replaced instead of reset, since WebAssembly memory never shrinks. */
const SWOLLEN_BYTES = 96 * 1024 * 1024;

export interface InsideScript {
  /** For errors of the script. */
  readonly fileName: string;
  readonly text: string;
}

/** A function for programs: from text to text, without effect on anything. */
type PureFunction = (argument: string) => string;

export interface EngineParts {
  /** Evaluated in this order as global code. */
  readonly scripts: readonly InsideScript[];
  readonly pureFunctions: Readonly<Record<string, PureFunction>>;
}

/** End of a call inside. After anything but `returned` the engine has to be reset. */
export type CallOutcome =
  | { readonly kind: 'returned'; readonly text: string }
  /** Stopped by a deadline; `row` is the last number in the progress counter. */
  | { readonly kind: 'interrupted'; readonly row: number; readonly byTotal: boolean }
  | { readonly kind: 'failed'; readonly message: string };

/** See the top of this file. Not to be used after `broken`; costs 16 MiB and the copy of as much. */
export class SealedEngine {
  readonly #instance: QuickJsInstance;
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  readonly #progressOffset: number;
  #sealed: Uint8Array = new Uint8Array(0);
  #broken = false;

  private constructor(instance: QuickJsInstance, parts: EngineParts) {
    this.#instance = instance;
    this.#runtime = instance.module.newRuntime();
    this.#runtime.setMemoryLimit(MEMORY_BYTES);
    this.#runtime.setMaxStackSize(stackBytes());
    this.#context = this.#runtime.newContext();
    // Made on first access, which must be before sealing.
    void this.#context.global;
    for (const [name, pureFunction] of Object.entries(parts.pureFunctions)) this.#offer(name, pureFunction);
    this.#progressOffset = this.#shareProgress();
    for (const { fileName, text } of parts.scripts) this.#load(fileName, text);
    this.seal();
  }

  /** A sealed engine with the scripts loaded. Rejects with the error of a script. */
  static async create(parts: EngineParts): Promise<SealedEngine> {
    return new SealedEngine(await loadQuickJs(INSTANCE_BYTES), parts);
  }

  /**
   * Whether it cannot be reset, or holds far more memory than it needs; then it should be replaced when there is time.
   */
  get wornOut(): boolean {
    return this.#broken || this.#instance.memory.buffer.byteLength > SWOLLEN_BYTES;
  }

  /** Whether it is unusable: the WebAssembly instance itself failed. */
  get broken(): boolean {
    return this.#broken;
  }

  /** Makes the present state that of `reset`. */
  seal(): void {
    this.#sealed = new Uint8Array(this.#instance.memory.buffer).slice();
  }

  /** Back to the sealed state; some milliseconds. */
  reset(): void {
    const memory = new Uint8Array(this.#instance.memory.buffer);
    memory.set(this.#sealed);
    memory.fill(0, this.#sealed.length);
  }

  /** Calls a global function from text to text. `limits.rowMs` begins anew when the code inside counts its progress. */
  call(functionName: string, argument: string, limits: ScriptLimits): CallOutcome {
    if (this.#broken) return { kind: 'failed', message: 'The interpreter has failed' };
    let interrupted: 'row' | 'total' | undefined;
    const end = performance.now() + limits.totalMs;
    let row = this.#progress();
    let rowEnd = performance.now() + limits.rowMs;
    this.#runtime.setInterruptHandler(() => {
      const now = performance.now();
      const present = this.#progress();
      if (present !== row) {
        row = present;
        rowEnd = now + limits.rowMs;
      }
      if (now > end) interrupted = 'total';
      else if (now > rowEnd) interrupted = 'row';
      return interrupted !== undefined;
    });
    try {
      const outcome = this.#callText(functionName, argument);
      return interrupted === undefined
        ? outcome
        : { kind: 'interrupted', row: this.#progress(), byTotal: interrupted === 'total' };
    } catch (error) {
      // A fault of the WebAssembly code itself, such as the end of Node's stack: its own stack pointer is lost.
      this.#broken = true;
      return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
    } finally {
      if (!this.#broken) this.#runtime.removeInterruptHandler();
    }
  }

  #callText(functionName: string, argument: string): CallOutcome {
    const context = this.#context;
    const callee = context.getProp(context.global, functionName);
    const text = context.newString(argument);
    try {
      const result = context.callFunction(callee, context.undefined, text);
      if (result.error !== undefined) {
        const message = this.#errorText(result.error);
        result.error.dispose();
        return { kind: 'failed', message };
      }
      const returned = context.getString(result.value);
      result.value.dispose();
      return { kind: 'returned', text: returned };
    } finally {
      text.dispose();
      callee.dispose();
    }
  }

  #errorText(error: QuickJSHandle): string {
    const dumped: unknown = this.#context.dump(error);
    if (typeof dumped === 'object' && dumped !== null && 'message' in dumped && 'name' in dumped)
      return `${String(dumped.name)}: ${String(dumped.message)}`;
    return typeof dumped === 'string' ? dumped : JSON.stringify(dumped);
  }

  #load(fileName: string, text: string): void {
    // The last value of a script may be a large object that no user wants to see.
    const result = this.#context.evalCode(`${text}\n;undefined`, fileName, { type: 'global' });
    if (result.error !== undefined) throw new Error(`${fileName}: ${this.#errorText(result.error)}`);
    result.value.dispose();
  }

  #offer(name: string, pureFunction: PureFunction): void {
    const context = this.#context;
    const offered = context.newFunction(name, (argument) =>
      context.newString(pureFunction(context.getString(argument))),
    );
    context.setProp(context.global, name, offered);
    offered.dispose();
  }

  /** Makes the global `progress`, a 32-bit number readable without a call into the interpreter. Returns its address. */
  #shareProgress(): number {
    const made = this.#context.unwrapResult(
      this.#context.evalCode('globalThis.progress = new Int32Array(1); progress.buffer'),
    );
    const buffer = this.#context.getArrayBuffer(made);
    const offset = buffer.value.byteOffset;
    buffer.dispose();
    made.dispose();
    return offset;
  }

  #progress(): number {
    return new DataView(this.#instance.memory.buffer).getInt32(this.#progressOffset, true);
  }
}

/** A script of ours for the interpreter, by its name in the folder `inside` next to the module of that address. */
export function readInside(moduleUrl: string, fileName: string): InsideScript {
  return { fileName, text: readFileSync(new URL(`./inside/${fileName}`, moduleUrl), 'utf8') };
}

/** The driver, which comes last. */
export function readDriver(): InsideScript {
  return readInside(import.meta.url, 'driver.js');
}

/** A file of an installed package, such as `fflate/browser`. */
export function readFromPackage(path: string): InsideScript {
  return { fileName: path, text: readFileSync(createRequire(import.meta.url).resolve(path), 'utf8') };
}

/**
 * A file of an interpreter, such as `skulpt/dist/skulpt.min.js`. The build holds a copy of it (scripts/build.mjs),
 * because the packages of interpreters are many times as large as the needed files; the sources read it from the
 * package.
 */
export function readInterpreter(path: string): InsideScript {
  const copy = new URL(`../interpreters/${path.slice(path.lastIndexOf('/') + 1)}`, import.meta.url);
  return existsSync(copy) ? { fileName: path, text: readFileSync(copy, 'utf8') } : readFromPackage(path);
}

/** Limits of a program in a sealed interpreter. Exceeding one ends in an error value for the row, never in a crash. */
export interface ScriptLimits {
  readonly rowMs: number;
  /** For all rows of one call to `evaluate`; the rest then gets an error. */
  readonly totalMs: number;
}

/**
 * Stack of the interpreter. Its frames are on Node's stack too, which is larger in the processes of commands; elsewhere
 * only tests evaluate programs.
 */
function stackBytes(): number {
  return process.execArgv.some((flag) => flag.startsWith('--stack-size=')) ? 1024 * 1024 : 192 * 1024;
}
