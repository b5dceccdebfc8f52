'use client'
import type { ChosenModel } from '@ambit/core'
import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useChat } from '../chat-context.ts'
import { LateModels } from '../models/late-models.ts'
import { saveText } from '../save-text.ts'
import { englishSessions } from '../sessions/session-strings.ts'
import { useCopy } from '../use-copy.ts'
import { toMarkdown } from './to-markdown.ts'
import { englishCalls } from '../strings/call-strings.ts'
import { englishFrame } from '../strings/frame-strings.ts'
import { englishMessages } from '../strings/message-strings.ts'
import { useWords } from '../strings/use-words.ts'
import { Icon } from '../icon.tsx'

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

/** An entry of a menu: its text and its action. */
interface MenuItem {
  readonly label: string
  readonly onSelect: () => void
}

interface MenuProps {
  /** The name of the button. */
  readonly label: string
  readonly items: readonly MenuItem[]
  /** What an entry has opened below the button. */
  readonly children?: ReactNode
}

/**
 * Renders a button and the menu that it opens. The arrow keys, Home and End move inside the menu;
 * Escape and Tab leave it.
 */
function Menu({ label, items, children }: MenuProps): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (isOpen) (list.current?.firstElementChild as HTMLElement | null)?.focus()
  }, [isOpen])

  const close = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const entries = [...(list.current?.children ?? [])] as HTMLElement[]
    const at = entries.findIndex((entry) => entry.matches(':focus'))
    const next = {
      ArrowDown: (at + 1) % entries.length,
      ArrowUp: (at - 1 + entries.length) % entries.length,
      Home: 0,
      End: entries.length - 1,
    }[event.key]
    if (event.key === 'Escape') close()
    else if (event.key === 'Tab') return setOpen(false)
    else if (next === undefined) return
    else entries[next]?.focus()
    event.preventDefault()
  }
  return (
    <span
      className="ambit-menu"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false)
      }}
    >
      <button
        type="button"
        ref={button}
        className="ambit-icon-button"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" />
      </button>
      {children}
      {isOpen && (
        <div id={id} role="menu" aria-label={label} tabIndex={-1} ref={list} onKeyDown={onKeyDown}>
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                close()
                item.onSelect()
              }}
            >
              {item.label}
            </button>
          ))}
        </div>
      )}
    </span>
  )
}
