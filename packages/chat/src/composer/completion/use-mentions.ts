import { type Agent, checkMembers, type OptionNames } from '@ambit/core'
import { useProvidedAgent } from '@ambit/react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ChatMention } from './completion.tsx'

export type ListMentions = () => readonly ChatMention[]

const names: OptionNames<ChatMention> = { description: '', label: 'name title', text: 'value' }

const nothing: ListMentions = () => []

const lists = new WeakMap<Agent, Set<ListMentions>>()

/** Offers mentions with `@`, in every chat with the agent, while the component is mounted. */
export function useMentions(list: ListMentions = nothing): void {
  const agent = useProvidedAgent('useComposer')
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
      const mentions = list()
      for (const each of mentions) checkMembers('a mention of `useComposer`', each, names)
      return mentions
    } catch (error) {
      console.error('[ambit] `mentions` of `useComposer` threw.', error)
      return []
    }
  })
