import type { Agent, AnyTool, RegisteredTool, Scope } from '@ambit/core'
import { offeredTools } from '../outside/offered-tools.ts'
import { createOutsideCaller, type OutsideLimits } from '../outside/outside-caller.ts'
import { hint } from './hint.ts'
import { findModelContext, type ModelContext, ownTools, readers } from './model-context.ts'
import { toWebTool } from './to-web-tool.ts'

/** The options of {@link exposeTools}. */
export interface ExposeOptions extends OutsideLimits {
  /** Returns false for tools to leave out. Tools without `expose` are left out in any case. */
  readonly tools?: ((tool: AnyTool, scope: Scope) => boolean) | undefined
  /** The origins of frames that may see and call the tools. Default: none. */
  readonly exposedTo?: readonly string[] | undefined
}

/** A tool as it is registered now. */
interface Exposed {
  /** All that others see of the tool, with its scope, as one text. */
  readonly key: string
  /** Removes the tool from the browser. */
  readonly registration: AbortController
  /** The registration that calls are for. */
  registered: RegisteredTool
  tool: AnyTool
  /** The schema may change with the page, while the tool stays the same object. */
  schema: object
  isRefused?: boolean
}

/**
 * Offers the agent's tools that are on to the browser's own agent, by WebMCP. A tool is registered
 * and removed as it goes on and off. Calls run under the rules for callers from outside, and reach
 * only the tool that was offered.
 *
 * Returns a function that removes all tools. Does nothing where the browser has no WebMCP. Throws
 * `AgentError` for a limit that is not a number above 0.
 */
export function exposeTools(agent: Agent, options: ExposeOptions = {}): () => void {
  const { tools: isWanted, exposedTo, ...limits } = options
  const call = createOutsideCaller(agent, 'webmcp', limits)
  const context = findModelContext()
  if (!context) {
    hint('insecure')
    return () => undefined
  }
  const offered = (): readonly RegisteredTool[] => offeredTools(agent, 'webmcp', isWanted)
  const tools = new ExposedTools(context, call, offered, exposedTo)
  const ends = [
    agent.scopes.subscribe(tools.look),
    agent.outside.subscribe((now, before) => {
      if (now.isStopped !== before.isStopped) tools.look()
    }),
  ]
  context.addEventListener('toolchange', tools.retry)
  tools.look()
  return () => {
    context.removeEventListener('toolchange', tools.retry)
    for (const end of ends) end()
    tools.end()
  }
}

type Call = ReturnType<typeof createOutsideCaller>

class ExposedTools {
  readonly #context: ModelContext
  readonly #call: Call
  readonly #offered: () => readonly RegisteredTool[]
  readonly #exposedTo: readonly string[] | undefined
  readonly #exposed = new Map<string, Exposed>()
  #isQueued = false
  #isOver = false

  constructor(
    context: ModelContext,
    call: Call,
    offered: () => readonly RegisteredTool[],
    exposedTo: readonly string[] | undefined,
  ) {
    this.#context = context
    this.#call = call
    this.#offered = offered
    this.#exposedTo = exposedTo
  }

  // Components register one after another, so the tools are looked at once all of them have.
  readonly look = (): void => {
    if (this.#isQueued) return
    this.#isQueued = true
    queueMicrotask(() => this.#update())
  }

  /** Tries again what the browser refused: another script may have had a tool of that name. */
  readonly retry = (): void => {
    for (const [name, { isRefused }] of this.#exposed) if (isRefused) this.#exposed.delete(name)
    this.look()
  }

  /** Removes all tools. */
  end(): void {
    this.#isOver = true
    this.#update()
  }

  #update(): void {
    this.#isQueued = false
    const offered = this.#isOver ? [] : this.#offered()
    const tools = new Map(offered.map((registered) => [registered.tool.name, registered]))
    for (const name of this.#exposed.keys()) if (!tools.has(name)) this.#remove(name)
    for (const [name, registered] of tools) {
      const { tool, scope } = registered
      const { jsonSchema: schema } = tool
      const before = this.#exposed.get(name)
      const isSame = before?.tool === tool && before.schema === schema
      if (isSame && before.registered === registered) continue
      const key = JSON.stringify([scope.name, toWebTool(tool, this.#call as never)])
      if (before?.key === key) Object.assign(before, { registered, tool, schema })
      else {
        this.#remove(name)
        this.#add(registered, key)
      }
    }
  }

  #add(registered: RegisteredTool, key: string): void {
    const { tool } = registered
    const registration = new AbortController()
    const { signal } = registration
    const place: Exposed = { key, registration, registered, tool, schema: tool.jsonSchema }
    this.#exposed.set(tool.name, place)
    hint('longName', tool.name)
    hint('longDescription', tool.name, tool.description)
    const web = toWebTool(tool, (input, caller) => {
      // The page may have changed the tool a moment ago.
      if (this.#isQueued) this.#update()
      const isAnother = signal.aborted && this.#exposed.has(tool.name)
      // A copy is registered nowhere, so the call is refused as one of a tool that changed.
      return this.#call(isAnother ? { ...place.registered } : place.registered, input, caller)
    })
    const forget = (): void => void ownTools.delete(web)
    ownTools.add(web)
    signal.addEventListener('abort', forget)
    const exposedTo = this.#exposedTo
    this.#context
      .registerTool(web, { signal, ...(exposedTo && { exposedTo }) })
      .catch((thrown: unknown) => {
        if (signal.aborted) return
        place.isRefused = true
        forget()
        for (const read of readers) read()
        hint('refused', tool.name, thrown)
      })
  }

  #remove(name: string): void {
    this.#exposed.get(name)?.registration.abort()
    this.#exposed.delete(name)
  }
}
