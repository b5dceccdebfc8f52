/** The hints of a tool. They are the words of whoever registered the tool. */
export interface ToolAnnotations {
  readonly readOnlyHint?: boolean | undefined
  readonly untrustedContentHint?: boolean | undefined
  readonly consequentialHint?: boolean | undefined
}

/** A tool that a page registers. */
export interface RegisteredWebTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: object
  readonly outputSchema?: object | undefined
  readonly annotations: ToolAnnotations
  execute(input: unknown, at?: { readonly signal?: AbortSignal }): Promise<unknown>
}

/** A tool of a page, as others see it. */
export interface WebTool {
  readonly name: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly inputSchema?: unknown
  readonly annotations?: ToolAnnotations | undefined
  readonly origin: string
  readonly window?: { readonly closed?: boolean } | undefined
}

/** The WebMCP interface of Chromium 156. */
export interface ModelContext extends EventTarget {
  registerTool(
    tool: RegisteredWebTool,
    options: { signal: AbortSignal; exposedTo?: readonly string[] },
  ): Promise<void>
  getTools(options?: { fromOrigins: readonly string[] }): Promise<readonly WebTool[]>
  executeTool(tool: WebTool, input: unknown, options: { signal: AbortSignal }): Promise<unknown>
}

/** Returns the browser's WebMCP; undefined where there is none. */
export function findModelContext(): ModelContext | undefined {
  const { document } = globalThis as { document?: { readonly modelContext?: ModelContext } }
  const context = document?.modelContext
  return typeof context?.registerTool === 'function' ? context : undefined
}

/** The interfaces that take the arguments as JSON text: those of npm, and of earlier Chromium. */
const takeText = new WeakSet<ModelContext>()

/** Runs a tool of others, with the arguments in the form that the interface takes. */
export async function executeTool(
  context: ModelContext,
  tool: WebTool,
  args: object,
  signal: AbortSignal,
): Promise<unknown> {
  if (!takeText.has(context)) {
    try {
      return await context.executeTool(tool, args, { signal })
    } catch (error) {
      // It says so before the tool runs.
      if (!/parse input arg/i.test((Object(error) as Error).message)) throw error
      takeText.add(context)
    }
  }
  return context.executeTool(tool, JSON.stringify(args), { signal })
}

/** The tools that this code has registered in this window, and has not removed. */
export const ownTools: Set<RegisteredWebTool> = new Set()

/** The functions that read the tools of others again. */
export const readers: Set<() => void> = new Set()

/** Resolves with the tools of other scripts, forms and frames. */
export async function readForeign(
  context: ModelContext,
  fromOrigins: readonly string[] | undefined,
): Promise<readonly WebTool[]> {
  const before = [...ownTools]
  const all = await context.getTools(fromOrigins && { fromOrigins })
  // The browser may have made the list before a tool of ours came, or before one left.
  const own = new Set([...before, ...ownTools].map(({ name }) => name))
  return all.filter(({ name, window }) => window !== globalThis.window || !own.has(name))
}
