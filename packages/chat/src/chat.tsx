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

/** The colours of a chat. `system` follows the person's setting. */
export type ChatTheme = 'system' | 'light' | 'dark'

/** The state of `Chat`. */
export type ChatState = { readonly theme: ChatTheme }

/** The props of `Chat`, which apply to every part inside. */
export interface ChatProps extends PartProps<ChatState> {
  /**
   * Texts in place of the English ones. Pass the same object each time: a new one renders every
   * part again.
   */
  readonly strings?: Partial<ChatStrings> | undefined
  /** The colours. `system` follows the person's setting. Default `system`. */
  readonly theme?: ChatTheme | undefined
  /**
   * Receives the person's opinion of an answer. Default: the chat does not ask. Pass the same
   * function each time.
   */
  readonly onFeedback?: ((feedback: Feedback) => void) | undefined
  /**
   * Renderers of artifacts (data that tools give to the page), by type. Default: artifacts are
   * shown as text. Pass the same object each time.
   */
  readonly artifacts?: ArtifactRenderers | undefined
  /**
   * The origins from which images in answers load without a press: see `MarkdownOptions`. Default:
   * none. Pass the same array each time.
   */
  readonly allowedImageOrigins?: readonly string[] | undefined
  readonly children?: ReactNode
}

/**
 * Provides texts and colours to the parts of one chat, and keeps the page's styles out. Must be
 * inside an `AgentProvider`. Takes no space of its own.
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
