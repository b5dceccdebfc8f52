import type { Agent } from '@ambit/core'
import { useAgent } from '@ambit/react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ChatMention } from './completion.ts'

type ListMentions = () => readonly ChatMention[]

const lists = new WeakMap<Agent, Set<ListMentions>>()

/**
 * Offers mentions with `@`, in every chat with the agent, while the component is mounted. Example:
 * a component with a tool that takes orders offers the orders that it shows. `list` runs while a
 * person writes after an `@`; the one of the latest committed render counts. Return texts that the
 * tools understand. A `list` that throws offers nothing, and its error is logged to the console.
 */
export function useMentions(list: ListMentions): void {
  const { agent } = useAgent()
  const latest = useRef(list)
  useLayoutEffect(() => void (latest.current = list))
  useEffect(() => {
    const ofAgent = lists.get(agent) ?? new Set()
    lists.set(agent, ofAgent)
    const own: ListMentions = () => latest.current()
    ofAgent.add(own)
    return () => void ofAgent.delete(own)
  }, [agent])
}

/** Returns the current mentions of the page's components. */
export const mentionsOf = (agent: Agent): readonly ChatMention[] =>
  Array.from(lists.get(agent) ?? []).flatMap((list) => {
    try {
      return list()
    } catch (error) {
      console.error('[ambit] A list of `useMentions` threw.', error)
      return []
    }
  })
