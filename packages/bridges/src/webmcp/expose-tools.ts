import type { Agent, AnyTool, Scope } from '@ambit/core'
import { offeredTools } from '../outside/offered-tools.ts'
import { createOutsideCaller, type OutsideLimits } from '../outside/outside-caller.ts'
import { hint } from './hint.ts'
import { findModelContext, ownNames, type RegisteredWebTool } from './model-context.ts'
import { hintAtBudgets, toWebTool } from './to-web-tool.ts'

/** The options of {@link exposeTools}. */
export interface ExposeOptions extends OutsideLimits {
  /** Returns false for tools to leave out. Tools without `expose` are left out in any case. */
  readonly tools?: ((tool: AnyTool, scope: Scope) => boolean) | undefined
  /** The origins of frames that may see and call the tools. Default: none. */
  readonly exposedTo?: readonly string[] | undefined
}

/** A tool as it is registered now. */
interface Exposed {
  /** All that others see of the tool, as one text. */
  readonly key: string
  readonly tool: AnyTool
  /** The schema may change with the page, while the tool stays the same object. */
  readonly schema: object
  readonly registration: AbortController
}

/**
 * Offers the agent's tools that are on to the browser's own agent, by WebMCP. A tool is registered
 * and removed as it goes on and off. Calls run under the rules for callers from outside.
 *
 * Returns a function that removes all tools. Does nothing where the browser has no WebMCP.
 */
export function exposeTools(agent: Agent, options: ExposeOptions = {}): () => void {
  const context = findModelContext()
  if (!context) {
    const { isSecureContext } = globalThis as { isSecureContext?: boolean }
    if (isSecureContext === false) hint('insecure')
    return () => undefined
  }
  const { tools: isWanted = () => true, exposedTo, ...limits } = options
  const taint = 'an agent outside this page'
  const call = createOutsideCaller(agent, { source: 'webmcp', taint, ...limits })
  const exposed = new Map<string, Exposed>()
  let isQueued = false
  let isOver = false

  const remove = (name: string): void => {
    exposed.get(name)?.registration.abort()
    exposed.delete(name)
  }

  const add = (web: RegisteredWebTool, { signal }: AbortController): void => {
    const { name } = web
    ownNames.add(name)
    context
      .registerTool(web, { signal, ...(exposedTo && { exposedTo }) })
      .catch((thrown: unknown) => {
        if (signal.aborted) return
        exposed.delete(name)
        hint('refused', name, String(thrown))
      })
  }

  const update = (): void => {
    isQueued = false
    const offered = isOver ? [] : offeredTools(agent, 'webmcp', isWanted)
    const tools = new Map(offered.map((tool) => [tool.name, tool]))
    for (const name of exposed.keys()) if (!tools.has(name)) remove(name)
    for (const tool of tools.values()) {
      const { name, jsonSchema: schema } = tool
      const before = exposed.get(name)
      if (before?.tool === tool && before.schema === schema) continue
      const web = toWebTool(tool, call)
      const key = JSON.stringify(web)
      const isSame = before?.key === key
      if (!isSame) remove(name)
      const registration = isSame ? before.registration : new AbortController()
      exposed.set(name, { key, tool, schema, registration })
      if (isSame) continue
      hintAtBudgets(tool)
      add(web, registration)
    }
  }

  // Components register one after another, so the tools are looked at once all of them have.
  const look = (): void => {
    if (isQueued) return
    isQueued = true
    queueMicrotask(update)
  }
  const ends = [
    agent.scopes.subscribe(look),
    agent.outside.subscribe((now, before) => {
      if (now.isStopped !== before.isStopped) look()
    }),
  ]
  look()
  return () => {
    isOver = true
    for (const end of ends) end()
    update()
  }
}
