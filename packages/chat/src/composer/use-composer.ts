'use client'

import { checkMembers } from '@ambit/core'
import { useProvidedAgent } from '@ambit/react'
import { useMemo } from 'react'
import type { ChatMention } from './completion/completion.tsx'
import { type ListMentions, useMentions } from './completion/use-mentions.ts'
import { draftsOf } from './draft.ts'

/** The text field of every chat with an agent. */
export interface ComposerHandle {
  /** The unsent text of the open conversation, at the time of the read. */
  readonly text: string
  /** Puts a text in the place of the unsent text, for the user to send or not. */
  readonly set: (text: string) => void
  /** Adds a text below the unsent text, for the user to send or not. */
  readonly insert: (text: string) => void
  /** Adds a mention with `@` at the end of the unsent text. */
  readonly mention: (mention: ChatMention) => void
}

/** The options of `useComposer`. */
export interface UseComposerOptions {
  /**
   * Offers mentions with `@` while the component is mounted. Example: a component with a tool that
   * takes orders offers the orders that it shows. Called while a user writes after an `@`; the
   * function of the latest committed render counts. Return texts that the tools understand. A
   * function that throws offers nothing, and its error is logged to the console. Default: none.
   */
  readonly mentions?: ListMentions | undefined
}

/**
 * Returns the text field of every chat with the agent, mounted or not. It is the same object as
 * long as the agent is, and does not render again when the text changes. Throws `AgentError`
 * outside an `AgentProvider`.
 *
 * @example
 * const { insert } = useComposer()
 * return <button onClick={() => insert(`About order ${id}: `)}>Ask about it</button>
 */
export function useComposer(options: UseComposerOptions = {}): ComposerHandle {
  checkMembers('`useComposer`', options, { mentions: '' })
  const { mentions } = options
  const agent = useProvidedAgent('useComposer')
  useMentions(mentions)
  return useMemo(() => {
    const drafts = draftsOf(agent)
    const set = (text: string): void => drafts.change({ text })
    return {
      get text() {
        return drafts.get().text
      },
      set,
      insert: (text) => drafts.add(text),
      mention: ({ label, text = label }) => {
        const before = drafts.get().text
        set(`${before}${before && !/\s$/.test(before) ? ' ' : ''}@${text} `)
      },
    }
  }, [agent])
}
