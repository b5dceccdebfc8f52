import type { Agent } from '@ambit/core'
import { useAgent } from '@ambit/react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ChatMention } from './completion.ts'

type ListMentions = () => readonly ChatMention[]

const lists = new WeakMap<Agent, Set<ListMentions>>()

/**
 * Lets people point with `@` to what a component shows, for as long as it is mounted, in every chat with the agent: beside a tool that takes orders, the orders. `list` is the one of the
 * latest committed render, asked while somebody writes behind an `@`; give text that the tools understand. What it throws is reported, and it names nothing then.
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

/** What the components of the page name now. */
export const mentionsOf = (agent: Agent): readonly ChatMention[] =>
  Array.from(lists.get(agent) ?? []).flatMap((list) => {
    try {
      return list()
    } catch (error) {
      console.error('[ambit] A list of `useMentions` threw.', error)
      return []
    }
  })
