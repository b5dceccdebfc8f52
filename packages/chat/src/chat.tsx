import { useMemo, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { ChatContext } from './chat-context.ts'
import { englishChat, type ChatStrings } from './chat-strings.ts'
import { renderPart, type PartProps } from './part.ts'
import { EndKeeper } from './transcript/end-keeper.ts'

export type ChatTheme = 'system' | 'light' | 'dark'

/** What `Chat` says about itself. */
export type ChatState = { readonly theme: ChatTheme }

export interface ChatProps extends PartProps<ChatState> {
  /** Texts to use instead of the English ones. Give the same object each time, or every part renders again. */
  readonly strings?: Partial<ChatStrings> | undefined
  /** `system` follows the person's setting. Default `system`. */
  readonly theme?: ChatTheme | undefined
  readonly children?: ReactNode
}

/**
 * Stands around the parts of one chat, inside of an `AgentProvider`: holds its texts and its colours, and keeps the host page's
 * styles out. Takes no space of its own.
 */
export function Chat(props: ChatProps): ReactElement {
  const { strings, theme = 'system', children } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const [end] = useState(() => new EndKeeper())
  const chat = useMemo(
    () => ({ strings: { ...englishChat, ...strings }, field, end }),
    [strings, end],
  )
  return (
    <ChatContext.Provider value={chat}>
      {renderPart('div', 'chat', props, { theme }, { children })}
    </ChatContext.Provider>
  )
}
