import type { ScopeOptions } from '@ambit/core'
import { useState } from 'react'
import { useProvidedAgent } from '../agent-context.ts'
import { EnabledChanges } from './enabled-changes.ts'
import { isOn } from './is-on.ts'
import { registrarOf } from './registrar.ts'
import { type ScopeHandle, ScopeSlot } from './scope-slot.ts'
import { useCommitted } from '../use-committed.ts'
import { useIsomorphicLayoutEffect } from '../use-isomorphic-layout-effect.ts'

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
