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
  const { agent, strings, field, announce } = useChat()
  const copy = useCopy()
  const read = async (act: (markdown: string) => unknown): Promise<void> => {
    try {
      // Of a long one that is stored, the page has but the end.
      while (agent.sessions.getState().hasOlder) await agent.sessions.loadOlder()
      await act(toMarkdown(agent.history, strings))
    } catch {
      announce(strings.notCopied)
    }
  }
  const save = (markdown: string): void => {
    const type = 'text/markdown'
    const url = URL.createObjectURL(new Blob([markdown], { type }))
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
        { label: strings.copyConversation, onSelect: () => void read(copy) },
        { label: strings.saveConversation, onSelect: () => void read(save) },
        ...items,
      ]}
    />
  )
}
