import { type Agent, type AnyTool, Tool } from '@ambit/core'
import { useContext, useEffect, useInsertionEffect, useState } from 'react'
import { type Outlet, PlaceContext, useAgentIfProvided } from '../agent/agent-context.ts'
import { useIsomorphicLayoutEffect } from '../agent/use-committed.ts'
import { ComponentTool } from './component-tool.ts'
import type { ScopeHandle, ScopeRegistration } from './scope-registration.ts'
import { type AnyToolOptions, inOwnWords, mountIdOf } from './tool-options.ts'
import { ToolRegistration } from './tool-registration.ts'
import type { UseToolOptions } from './use-tool.ts'

/** Tools by their options, as for `useTool`, and tools that are made already. */
export type ToolList<All extends readonly unknown[] = readonly never[]> = {
  readonly [Index in keyof All]: AnyTool | UseToolOptions<All[Index], unknown>
}

/**
 * Registers the tools of a list while the component is mounted. Each is registered as `useTool`
 * does that, and the list may have another length in each render. A tool is known by its name, and
 * by the id of a `subject: { id, label }`. One that is in the list of the next render too stays
 * registered, and its calls go on. One that is not any more has left, as a tool whose component
 * unmounts.
 */
export function useTools<All extends readonly unknown[]>(list: ToolList<All>): void {
  useToolList(list as unknown as Listed, undefined, 'useTools')
}

/** The list, with arguments of any type. */
type Listed = readonly (AnyTool | AnyToolOptions)[]

/**
 * Registers the tools of a list in a scope; without one, in that of the nearest `AgentScope`. A
 * tool with a `scope` of its own is in that.
 */
export function useToolList(
  list: Listed | undefined,
  own: ScopeRegistration | undefined,
  hook: string,
): void {
  const agent = useAgentIfProvided(hook)
  const place = useContext(PlaceContext)
  const scope = own ?? place.scope
  const [tools] = useState(() => new ListedTools())
  useInsertionEffect(() => tools.commit(list ?? [], place.outlet))
  // React runs this at an unmount, and not where it hides the component.
  useInsertionEffect(() => () => tools.leave(), [tools])
  useIsomorphicLayoutEffect(
    () => (agent ? tools.register(agent, scope) : undefined),
    [agent, scope, tools],
  )
  useIsomorphicLayoutEffect(() => {
    if (agent) tools.update(agent)
  })
  useEffect(() => () => tools.leave(), [tools])
}

/** A tool of the list that is made already. */
class MadeTool extends ToolRegistration {
  current: AnyTool

  constructor(tool: AnyTool) {
    super()
    this.current = tool
  }

  override register(agent: Agent, scope: ScopeRegistration | undefined): () => void {
    this.tool = this.current
    return super.register(agent, scope)
  }

  update(): void {
    if (this.tool !== this.current) this.replace(this.current)
  }

  leave(): void {}

  protected setRenderer(): void {}
}

type Registered = MadeTool | ComponentTool

/** The tools of a component's list. */
class ListedTools {
  /** The tools of the latest commit, by what each is known by. */
  #listed: ReadonlyMap<string, Registered> = new Map()
  /** The registered ones, each with the function that removes it. */
  readonly #removals = new Map<Registered, () => void>()
  #register: ((tool: Registered) => () => void) | undefined

  /** Takes the list of a commit. */
  commit(list: Listed, outlet: Outlet | undefined): void {
    const listed = new Map<string, Registered>()
    for (const entry of list) {
      // A missing tool is reported as one without a name, as `useTool` does.
      const each = entry ?? ({} as AnyToolOptions)
      const isMade = each instanceof Tool
      const { scope } = each as { readonly scope?: ScopeHandle | undefined }
      let key = JSON.stringify([isMade, each.name, scope?.name, mountIdOf(each.subject)])
      // The second one of a name waits, as anywhere on the page.
      while (listed.has(key)) key += '+'
      const known = this.#listed.get(key)
      const current = isMade ? each : inOwnWords(each)
      const tool =
        known ??
        (isMade ? new MadeTool(each) : new ComponentTool(current as AnyToolOptions, outlet))
      tool.current = current as never
      listed.set(key, tool)
    }
    this.#listed = listed
  }

  /** Registers all. Returns a function that removes them. */
  register(agent: Agent, scope: ScopeRegistration | undefined): () => void {
    this.#register = (tool) => {
      const { scope: own } = tool.current as { readonly scope?: ScopeHandle | undefined }
      const remove = tool.register(agent, (own as ScopeRegistration | undefined) ?? scope)
      tool.update(agent)
      return remove
    }
    this.update(agent)
    return () => {
      this.#register = undefined
      for (const remove of this.#removals.values()) remove()
      this.#removals.clear()
    }
  }

  /** Registers what is new in the list, and removes what is no longer in it. */
  update(agent: Agent): void {
    const listed = new Set(this.#listed.values())
    for (const [tool, remove] of this.#removals) {
      if (listed.has(tool)) continue
      tool.leave()
      remove()
      this.#removals.delete(tool)
    }
    for (const tool of listed) {
      if (this.#removals.has(tool)) tool.update(agent)
      else if (this.#register) this.#removals.set(tool, this.#register(tool))
    }
  }

  /** Reports that the component unmounts, or is hidden for long. */
  leave(): void {
    for (const tool of this.#removals.keys()) tool.leave()
  }
}
