import { useAgent } from '@ambit/react'
import { useMemo, useRef, useState, type ReactElement, type ReactNode } from 'react'
import type { Feedback } from './actions/feedback.ts'
import { Announcer, type Announce } from './announcer.tsx'
import type { ArtifactRenderers } from './artifacts/artifact-renderers.ts'
import { ChatContext, type ChatView, type Suggested } from './chat-context.ts'
import type { ChatStrings } from './chat-strings.ts'
import { englishChat } from './english-chat.ts'
import { latePart } from './late-part.ts'
import { renderPart, type PartProps } from './part.ts'
import { EndKeeper } from './transcript/end-keeper.ts'

const LateActingScopes = latePart(() =>
  import('./acting/acting-scopes.tsx').then(({ ActingScopes }) => ActingScopes),
)

/** Which colours the chat has. `system` follows the person's setting. */
export type ChatTheme = 'system' | 'light' | 'dark'

/** What `Chat` says about itself. */
export type ChatState = { readonly theme: ChatTheme }

/** What `Chat` takes; it holds for every part below. */
export interface ChatProps extends PartProps<ChatState> {
  /** Texts to use instead of the English ones. Give the same object each time, or every part renders again. */
  readonly strings?: Partial<ChatStrings> | undefined
  /** `system` follows the person's setting. Default `system`. */
  readonly theme?: ChatTheme | undefined
  /** Told what the person thinks of an answer. Default: nobody is asked. Give the same function each time. */
  readonly onFeedback?: ((feedback: Feedback) => void) | undefined
  /** How data that tools give to the page is shown, by its type. Default: as text. Give the same object each time. */
  readonly artifacts?: ArtifactRenderers | undefined
  /** From where images in answers load without being asked for: see `MarkdownOptions`. Default: from nowhere. Give the same array each time. */
  readonly allowedImageOrigins?: readonly string[] | undefined
  readonly children?: ReactNode
}

/**
 * Stands around the parts of one chat, inside of an `AgentProvider`: holds its texts and its colours, and keeps the host page's
 * styles out. Takes no space of its own.
 */
export function Chat(props: ChatProps): ReactElement {
  const { strings, theme = 'system', onFeedback, artifacts, children } = props
  const { allowedImageOrigins } = props
  const { agent, regenerate } = useAgent()
  const field = useRef<HTMLTextAreaElement>(null)
  const [end] = useState(() => new EndKeeper())
  const [view, setView] = useState<ChatView>('conversation')
  const [followups, setFollowups] = useState<Suggested>()
  const region = useRef<Announce>(() => undefined)
  const [announce] = useState((): Announce => (text) => region.current(text))
  const chat = useMemo(
    () => ({
      agent,
      regenerate,
      strings: { ...englishChat, ...strings },
      field,
      end,
      view,
      setView,
      announce,
      followups,
      setFollowups,
      artifacts,
      allowedImageOrigins,
      onFeedback,
    }),
    [
      agent,
      regenerate,
      strings,
      end,
      view,
      announce,
      followups,
      artifacts,
      allowedImageOrigins,
      onFeedback,
    ],
  )
  return (
    <ChatContext.Provider value={chat}>
      <LateActingScopes />
      {renderPart(
        'div',
        'chat',
        props,
        { theme },
        {
          children: (
            <>
              {children}
              <Announcer announce={region} />
            </>
          ),
        },
      )}
    </ChatContext.Provider>
  )
}
