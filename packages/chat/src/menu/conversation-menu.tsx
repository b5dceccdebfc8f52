import { useAgent } from '@ambit/react'
import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { englishSessions } from '../sessions/session-strings.ts'
import { useCopy } from '../use-copy.ts'
import { Menu, type MenuItem } from './menu.tsx'
import { toMarkdown } from './to-markdown.ts'

/** What `ConversationMenu` takes. */
export interface ConversationMenuProps {
  /** Entries of your own, behind those of the widget. */
  readonly items?: readonly MenuItem[] | undefined
}

/** What can be done with the whole conversation: a new one in its place, or copied and saved as Markdown. */
export function ConversationMenu({ items = [] }: ConversationMenuProps): ReactElement {
  const { strings, field } = useChat()
  const { agent } = useAgent()
  const copy = useCopy()
  const save = (): void => {
    const type = 'text/markdown'
    const url = URL.createObjectURL(new Blob([toMarkdown(agent.history, strings)], { type }))
    Object.assign(document.createElement('a'), { href: url, download: 'conversation.md' }).click()
    URL.revokeObjectURL(url)
  }
  const begin = (): void => {
    field.current?.focus()
    void agent.sessions.create().catch(() => undefined)
  }
  const newConversation = strings.sessionList.create ?? englishSessions.create
  return (
    <Menu
      label={strings.more}
      items={[
        { label: newConversation, onSelect: begin },
        {
          label: strings.copyConversation,
          onSelect: () => void copy(toMarkdown(agent.history, strings)),
        },
        { label: strings.saveConversation, onSelect: save },
        ...items,
      ]}
    />
  )
}
