'use client'

import type { ChosenModel } from '@ambit/core'
import { type ReactElement, useState } from 'react'
import { useChat } from '../chat-context.ts'
import { LateModels } from '../models/late-models.ts'
import { saveText } from '../save-text.ts'
import { englishSessions } from '../sessions/session-strings.ts'
import { useCopy } from '../use-copy.ts'
import { Menu, type MenuItem } from './menu.tsx'
import { toMarkdown } from './to-markdown.ts'
import { englishCalls } from '../strings/call-strings.ts'
import { englishFrame } from '../strings/frame-strings.ts'
import { englishMessages } from '../strings/message-strings.ts'
import { useWords } from '../strings/use-words.ts'

/** The props of `Chat.Menu`. */
export interface ConversationMenuProps {
  /** Your own entries, after those of the widget. */
  readonly items?: readonly MenuItem[] | undefined
}

/**
 * Shows a menu for the whole conversation: begin a new one, or copy or save this one as Markdown.
 * If the agent's model is one of `chooseModel`, the menu also opens the list of its models.
 */
export function ConversationMenu({ items = [] }: ConversationMenuProps): ReactElement {
  const { agent, field, announce } = useChat()
  const strings = useWords('chat', englishFrame)
  const messages = useWords('messages', englishMessages)
  const calls = useWords('calls', englishCalls)
  const { create } = useWords('session', englishSessions)
  const copy = useCopy()
  const read = async (act: (markdown: string) => unknown): Promise<void> => {
    try {
      // The page has only the end of a long stored session.
      while (agent.sessions.getState().hasOlder) await agent.sessions.loadOlder()
      await act(toMarkdown(agent.history, messages, calls))
    } catch {
      announce(messages.notCopied)
    }
  }
  const { state } = agent.model as Partial<ChosenModel>
  // Once it was shown, the list stays to tell what becomes of a download.
  const [isShown, setShown] = useState<boolean>()
  const save = (markdown: string): void => saveText(markdown, 'conversation', 'md')
  const begin = (): void => {
    field.current?.focus()
    void agent.sessions.create().catch(() => undefined)
  }
  return (
    <Menu
      label={strings.more}
      items={[
        { label: create, onSelect: begin },
        ...(state?.choices ? [{ label: strings.models, onSelect: () => setShown(!isShown) }] : []),
        { label: strings.copyConversation, onSelect: () => void read(copy) },
        { label: strings.saveConversation, onSelect: () => void read(save) },
        ...items,
      ]}
    >
      {isShown !== undefined && <LateModels isShown={isShown} onClose={() => setShown(false)} />}
    </Menu>
  )
}
