import type { ScopeOptions } from '@ambit/core'
import { type ReactElement, type ReactNode, useState } from 'react'
import { useProvidedAgent } from '../agent/agent-context.ts'
import { useCommitted, useIsomorphicLayoutEffect } from '../agent/use-committed.ts'
import { EnabledChanges, isOn } from './enabled.ts'
import { registrarOf } from './registrar.ts'
import { ScopeContext } from './scope-context.ts'
import { type ScopeHandle, ScopeSlot } from './scope-registration.ts'

/** What a scope of the page is made of; its tools come with `useTool`. */
export type UseScopeOptions = Omit<ScopeOptions, 'tools'>

/**
 * Registers a scope while the component is mounted, and returns what `useTool` takes as its
 * `scope`. `context` and `enabled` are those of the latest committed render; a re-render registers
 * nothing. Where the name is taken the first stays, and this one, reported once in the console,
 * waits until it is gone.
 */
export const useScope = (options: UseScopeOptions): ScopeHandle => useScopeSlot(options)

export function useScopeSlot(options: UseScopeOptions): ScopeSlot {
  const agent = useProvidedAgent('useScope')
  const { name } = options
  const [slot] = useState(() => new ScopeSlot(name))
  const [changes] = useState(() => new EnabledChanges())
  const committed = useCommitted(options)
  useIsomorphicLayoutEffect(() => {
    const leave = slot.mount(registrarOf(agent), {
      ...committed.current,
      name,
      context: () => committed.current.context?.(),
      enabled: () => isOn(committed.current.enabled),
    })
    return () => {
      leave()
      changes.stop()
    }
  }, [agent, slot, changes, committed, name])
  useIsomorphicLayoutEffect(() => {
    slot.update(options)
    changes.take(agent, options.enabled, slot)
  })
  return slot
}

/** What `ScopeProvider` takes: the options of the scope. */
export interface ScopeProviderProps extends UseScopeOptions {
  children?: ReactNode
}

/** Registers a scope, as `useScope` does, for the tools of the components below. */
export function ScopeProvider({ children, ...scope }: ScopeProviderProps): ReactElement {
  return <ScopeContext.Provider value={useScopeSlot(scope)}>{children}</ScopeContext.Provider>
}
