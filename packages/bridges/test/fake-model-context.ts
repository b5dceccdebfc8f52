import { vi } from 'vitest'
import type { ModelContext, RegisteredWebTool, WebTool } from '../src/webmcp/model-context.ts'

/** The origin of the page under test. */
const pageOrigin = 'https://page.example'

/** A tool that another script or frame registers. */
export type ForeignTool = Partial<Omit<RegisteredWebTool, 'execute'>> &
  Pick<RegisteredWebTool, 'name'> & {
    readonly origin?: string
    readonly window?: { readonly closed: boolean }
    readonly execute?: (input: unknown, at: { readonly signal: AbortSignal }) => unknown
  }

interface Entry {
  readonly web: WebTool
  readonly execute: (input: unknown, at: { readonly signal: AbortSignal }) => unknown
}

/**
 * A fake of `document.modelContext` that behaves as in Chromium 156. Each change has an event, and
 * each list has new objects. Results are text, and errors are hidden. Tools of other origins are
 * listed only if those are named.
 */
export class FakeModelContext extends EventTarget implements ModelContext {
  readonly #entries = new Map<string, Entry>()
  /** The changes so far: `+name` and `-name`. */
  readonly changes: string[] = []

  async registerTool(
    { execute, ...tool }: RegisteredWebTool,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<void> {
    const window = globalThis.window
    const web = structuredClone(tool)
    this.#add({ web: { ...web, origin: pageOrigin, window }, execute }, signal)
  }

  /** Registers a tool as another script of the page, or with `origin` as a frame. */
  addForeign({
    execute = () => 'ok',
    origin = pageOrigin,
    window: own,
    ...tool
  }: ForeignTool): () => void {
    const leaving = new AbortController()
    const window = own ?? (origin === pageOrigin ? globalThis.window : {})
    this.#add({ web: { ...tool, origin, window }, execute }, leaving.signal)
    return () => leaving.abort()
  }

  async getTools(at?: { readonly fromOrigins: readonly string[] }): Promise<readonly WebTool[]> {
    const origins = [pageOrigin, ...(at?.fromOrigins ?? [])]
    const all = [...this.#entries.values()].map(({ web }) => ({ ...web }))
    return all.filter(({ origin }) => origins.includes(origin))
  }

  async executeTool(
    { name }: Pick<WebTool, 'name'>,
    input: unknown,
    { signal = new AbortController().signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<string> {
    const found = this.#entries.get(name)
    if (!found) throw new DOMException('The operation failed.', 'UnknownError')
    const aborted = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error)),
    )
    const work = Promise.resolve(structuredClone(input)).then((own) =>
      found.execute(own, { signal }),
    )
    const result = await Promise.race([aborted, work]).catch((thrown: unknown) => {
      if (signal.aborted) throw thrown
      throw new DOMException('Tool was executed but the invocation failed.', 'UnknownError')
    })
    return typeof result === 'string' ? result : JSON.stringify(result)
  }

  /** The names of all tools, also of those that the page may not see. */
  get names(): string[] {
    return [...this.#entries.keys()]
  }

  #add(entry: Entry, signal?: AbortSignal): void {
    const { name, description = 'none' } = entry.web
    if (this.#entries.has(name) || description === '') {
      throw new DOMException('Duplicate tool name', 'InvalidStateError')
    }
    this.#entries.set(name, entry)
    this.#tell(`+${name}`)
    signal?.addEventListener('abort', () => {
      this.#entries.delete(name)
      this.#tell(`-${name}`)
    })
  }

  #tell(change: string): void {
    this.changes.push(change)
    this.dispatchEvent(new Event('toolchange'))
  }
}

/** Gives the test a page with WebMCP, until `vi.unstubAllGlobals`. */
export function fakePage(): FakeModelContext {
  const modelContext = new FakeModelContext()
  vi.stubGlobal('window', {})
  vi.stubGlobal('location', { origin: pageOrigin })
  vi.stubGlobal('document', { modelContext })
  return modelContext
}
