import { useProvidedAgent } from '@ambit/react'
import { useCallback } from 'react'
import { draftsOf } from './draft.ts'

/**
 * Returns a function that adds a text below the unsent text of the open conversation, for the
 * person to send or not. It is the same function as long as the agent is.
 */
export function useCompose(): (text: string) => void {
  const agent = useProvidedAgent('useCompose')
  return useCallback((text) => draftsOf(agent).add(text), [agent])
}
