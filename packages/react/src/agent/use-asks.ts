import type { Ask, ValidationIssue } from '@ambit/core'
import { useEffect, useMemo } from 'react'
import { useProvidedAgent } from './agent-context.ts'
import { useStore } from './use-store.ts'

/** What `useAsks` returns. The functions are the same ones for as long as the agent is. */
export interface UseAsksResult {
  /** What tools ask the person, in order. */
  readonly asks: readonly Ask[]
  /** Resolves with what is wrong with an answer; empty when the tool has it. */
  readonly answer: (id: string, value: unknown) => Promise<readonly ValidationIssue[]>
  /** Ends the wait without an answer. */
  readonly decline: (id: string, reason?: string) => void
}

/**
 * What the handlers of tools ask by `ctx.ask`. While a component that uses it is mounted, tools may ask: show the questions.
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
