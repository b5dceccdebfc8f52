import { useMemo } from 'react'
import { useShell } from '../chat-context.ts'
import type { ChatStrings } from './chat-strings.ts'

/**
 * Returns texts of a wing: those of the application in place of the English ones. It is the same
 * object while the texts of the application are.
 */
export function useWords<Wing extends keyof ChatStrings, Words extends Partial<ChatStrings[Wing]>>(
  wing: Wing,
  english: Words,
): Words {
  const given = useShell().strings[wing]
  return useMemo(() => (given ? { ...english, ...given } : english), [english, given])
}
