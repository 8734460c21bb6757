import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';

const PAGE_BYTES = 65_536;
const INITIAL_PAGES = 256;

/** The memory of a WebAssembly instance; `buffer` is another object whenever it has grown. */
export interface LinearMemory {
  readonly buffer: ArrayBuffer;
}

/** What Node has, and only the types of browsers declare. */
interface WithWebAssembly {
  readonly WebAssembly: {
    readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => LinearMemory;
  };
}

/** One QuickJS interpreter compiled to WebAssembly, with the linear memory that holds all of its state. */
export interface QuickJsInstance {
  readonly module: QuickJSWASMModule;
  readonly memory: LinearMemory;
}

/**
 * A new interpreter with a memory of its own, which can never grow beyond `maxBytes` (rounded up to 64 KiB). Takes some 20 ms; the
 * only file it reads is the WebAssembly file of the installed package.
 */
export async function loadQuickJs(maxBytes: number): Promise<QuickJsInstance> {
  const { WebAssembly } = globalThis as unknown as WithWebAssembly; // Node has had it since version 8
  const memory = new WebAssembly.Memory({
    initial: INITIAL_PAGES,
    maximum: Math.max(INITIAL_PAGES, Math.ceil(maxBytes / PAGE_BYTES)),
  });
  const base = variant as unknown as QuickJSSyncVariant; // the package's types are those of its CommonJS form; as a module, this is the variant
  const module = await newQuickJSWASMModuleFromVariant(newVariant(base, { wasmMemory: memory }));
  return { module, memory };
}
