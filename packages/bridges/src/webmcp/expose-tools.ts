import { checkOptions } from '@ambit/core'
import type { Agent, AnyTool, RegisteredTool, Scope } from '@ambit/core'
import { offeredTools } from '../outside/offered-tools.ts'
import { createOutsideCaller, type OutsideLimits } from '../outside/outside-caller.ts'
import { hint } from './hint.ts'
import { findModelContext, ownTools, readers } from './model-context.ts'
import { toWebTool } from './to-web-tool.ts'

/** The options of {@link exposeTools}. */
export interface ExposeOptions extends OutsideLimits {
  /**
   * Returns false for tools to leave out. Those that `visible.outside` hides are left out in any
   * case.
   */
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
  checkOptions('`exposeTools`', options, {
    callsPerMinute: '',
    exposedTo: '',
    maxResultChars: '',
    tools: ':function',
  })
  const { tools: isWanted, exposedTo, ...limits } = options
  const call = createOutsideCaller(agent, 'webmcp', limits)
  const context = findModelContext()
  if (!context) {
    hint('insecure')
    return () => undefined
  }
  const exposed = new Map<string, Exposed>()
  let isQueued = false
  let isOver = false

  const remove = (name: string): void => {
    exposed.get(name)?.registration.abort()
    exposed.delete(name)
  }

  const add = (registered: RegisteredTool, key: string): void => {
    const { tool } = registered
    const registration = new AbortController()
    const { signal } = registration
    const place: Exposed = { key, registration, registered, tool, schema: tool.jsonSchema }
    exposed.set(tool.name, place)
    hint('longName', tool.name)
    hint('longDescription', tool.name, tool.description)
    const web = toWebTool(tool, (input, caller) => {
      // The page may have changed the tool a moment ago.
      if (isQueued) update()
      const isAnother = signal.aborted && exposed.has(tool.name)
      // A copy is registered nowhere, so the call is refused as one of a tool that changed.
      return call(isAnother ? { ...place.registered } : place.registered, input, caller)
    })
    const forget = (): void => void ownTools.delete(web)
    ownTools.add(web)
    signal.addEventListener('abort', forget)
    context
      .registerTool(web, { signal, ...(exposedTo && { exposedTo }) })
      .catch((thrown: unknown) => {
        if (signal.aborted) return
        place.isRefused = true
        forget()
        for (const read of readers) read()
        hint('refused', tool.name, thrown)
      })
  }

  const update = (): void => {
    isQueued = false
    const offered = isOver ? [] : offeredTools(agent, 'webmcp', isWanted)
    const tools = new Map(offered.map((registered) => [registered.tool.name, registered]))
    for (const name of exposed.keys()) if (!tools.has(name)) remove(name)
    for (const [name, registered] of tools) {
      const { tool, scope } = registered
      const { jsonSchema: schema } = tool
      const before = exposed.get(name)
      const isSame = before?.tool === tool && before.schema === schema
      if (isSame && before.registered === registered) continue
      const key = JSON.stringify([scope.name, toWebTool(tool, call as never)])
      if (before?.key === key) Object.assign(before, { registered, tool, schema })
      else {
        remove(name)
        add(registered, key)
      }
    }
  }

  // Components register one after another, so the tools are looked at once all of them have.
  const look = (): void => {
    if (isQueued) return
    isQueued = true
    queueMicrotask(update)
  }
  /** Tries again what the browser refused: another script may have had a tool of that name. */
  const retry = (): void => {
    for (const [name, { isRefused }] of exposed) if (isRefused) exposed.delete(name)
    look()
  }
  const end = agent.scopes.subscribe(look)
  context.addEventListener('toolchange', retry)
  look()
  return () => {
    isOver = true
    context.removeEventListener('toolchange', retry)
    end()
    update()
  }
}
