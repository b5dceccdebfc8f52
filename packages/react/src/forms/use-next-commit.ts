import { useRef, useState } from 'react'
import { useIsomorphicLayoutEffect } from '../agent/use-committed.ts'

/**
 * Returns a function that resolves once all earlier updates are committed, or the component has
 * unmounted.
 */
export function useNextCommit(): () => Promise<void> {
  const [shown, show] = useState(0)
  const waiting = useRef(new Map<number, () => void>())
  const state = useRef({ asked: 0, isMounted: false })
  useIsomorphicLayoutEffect(() => {
    const { current: all } = waiting
    const { current: now } = state
    now.isMounted = true
    return () => {
      now.isMounted = false
      for (const resolve of all.values()) resolve()
      all.clear()
    }
  }, [])
  useIsomorphicLayoutEffect(() => {
    for (const [ticket, resolve] of waiting.current) {
      if (ticket > shown) continue
      waiting.current.delete(ticket)
      resolve()
    }
  }, [shown])
  const [nextCommit] = useState(() => () => {
    const ticket = ++state.current.asked
    if (!state.current.isMounted) return Promise.resolve()
    return new Promise<void>((resolve) => {
      waiting.current.set(ticket, resolve)
      // The update has the same lane as the earlier ones, so React commits it with them.
      show(ticket)
    })
  })
  return nextCommit
}
