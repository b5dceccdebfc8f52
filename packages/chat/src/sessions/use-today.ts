import { useEffect, useSyncExternalStore } from 'react'
import { startOfDay } from './start-of-day.ts'

/**
 * Returns the first millisecond of today. Renders again after midnight, and when the user comes
 * back to the page on another day.
 */
export function useToday(): number {
  const today = useSyncExternalStore(onReturn, readToday, readToday)
  useEffect(() => {
    const timer = setTimeout(announce, Math.max(0, startOfDay(today, -1) - Date.now()))
    return () => clearTimeout(timer)
  }, [today])
  return today
}

const listeners = new Set<() => void>()

const announce = (): void => {
  for (const listener of listeners) listener()
}

const readToday = (): number => startOfDay(Date.now(), 0)

function onReturn(listener: () => void): () => void {
  listeners.add(listener)
  document.addEventListener('visibilitychange', listener)
  return () => {
    listeners.delete(listener)
    document.removeEventListener('visibilitychange', listener)
  }
}
