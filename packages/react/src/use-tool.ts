import type { ToolOptions } from '@ambit/core'
import { useContext, useState } from 'react'
import { useProvidedAgent } from './agent-context.ts'
import { registrarOf } from './registrar.ts'
import { ScopeContext } from './scope-context.ts'
import { type ScopeHandle, ScopeSlot } from './scope-slot.ts'
import type { AnyToolOptions } from './tool-options.ts'
import { ToolSlot } from './tool-slot.ts'
import { useCommitted } from './use-committed.ts'
import { useEnabledChanges } from './use-enabled-changes.ts'
import { useIsomorphicLayoutEffect } from './use-isomorphic-layout-effect.ts'

/** What a tool of the page is made of. */
export interface UseToolOptions<Args, Result> extends ToolOptions<Args, Result> {
  /**
   * What `useScope` returned. Default: the nearest `ScopeProvider`'s scope, else one of the tool's
   * own, of its name.
   */
  scope?: ScopeHandle | undefined
}

/**
 * Registers a tool while the component is mounted. Unmounting removes it and cancels its running
 * calls with `scope_ended`.
 *
 * `handler`, `enabled` and `toModelOutput` are those of the latest committed render: they may close
 * over props and state, and there are no dependencies to list. A re-render registers nothing; a new
 * `name`, or other options that changed (schemas are compared by identity), register once.
 *
 * Where the name is taken the first tool stays, and this one, reported once in the console, waits
 * until it is gone. Throws `AgentError` for what `new Tool` throws for.
 */
export function useTool<Args = Record<string, never>, Result = unknown>(
  options: UseToolOptions<Args, Result>,
): void {
  const agent = useProvidedAgent('useTool')
  const { name } = options
  const provided = useContext(ScopeContext)
  const [own] = useState(() => new ScopeSlot(name, 'implicit'))
  const [slot] = useState(() => new ToolSlot())
  const scope = (options.scope as ScopeSlot | undefined) ?? provided
  // Arguments are checked against the tool's own schema before they reach its own handler.
  const committed = useCommitted(options as unknown as AnyToolOptions)
  useIsomorphicLayoutEffect(() => {
    const unmount = slot.mount(scope ?? own, committed)
    const unmountOwn = scope ? undefined : own.mount(registrarOf(agent), { name })
    return () => {
      unmount()
      unmountOwn?.()
    }
  }, [agent, scope, own, slot, committed, name])
  useIsomorphicLayoutEffect(() => slot.update(committed))
  useEnabledChanges(agent, options.enabled, slot)
}
