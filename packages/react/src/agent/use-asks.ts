import type { Ask, ValidationIssue } from '@ambit/core'
import { useEffect, useMemo } from 'react'
import { useProvidedAgent } from './agent-context.ts'
import { useStore } from './use-store.ts'

/** The result of `useAsks`. The functions stay the same as long as the agent. */
export interface UseAsksResult {
  /** The questions of tools, in order. */
  readonly asks: readonly Ask[]
  /**
   * Gives an answer to the tool. Resolves with the issues of an invalid answer; empty if it is
   * valid.
   */
  readonly answer: (id: string, value: unknown) => Promise<readonly ValidationIssue[]>
  /** Ends the wait without an answer. */
  readonly decline: (id: string, reason?: string) => void
}

/**
 * Returns the questions that handlers of tools ask by `ctx.ask`. Show them: while a component with
 * this hook is mounted, tools may ask.
 */
export function useAsks(): UseAsksResult {
  const { asks } = useProvidedAgent('useAsks')
  const pending = useStore(asks, (state) => state.pending)
  useEffect(() => asks.attach(), [asks])
  return useMemo(
    () => ({
      asks: pending,
      answer: (id, value) => asks.answer(id, value),
      decline: (id, reason) => asks.decline(id, reason),
    }),
    [asks, pending],
  )
}
