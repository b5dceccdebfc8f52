import { useProvidedAgent } from '@ambit/react'
import { useCallback, useMemo, useRef, useState, type ReactElement, type ReactNode } from 'react'
import type { Feedback } from './actions/feedback.ts'
import { Announcer, type Announce } from './announcer.tsx'
import type { ArtifactRenderers } from './artifacts/artifact-renderers.ts'
import {
  type ChatContextValue,
  type ChatView,
  type Shell,
  ShellContext,
  type Suggested,
} from './chat-context.ts'
import type { ChatStrings } from './chat-strings.ts'
import { renderPart, type PartProps } from './part.ts'
import { englishShell } from './shell-strings.ts'
import type { EndKeeper } from './transcript/end-keeper.ts'

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
 * The values that the parts of a chat need beside those of `Shell`. These values come with the code
 * of the parts.
 */
export interface ChatParts {
  readonly english: ChatStrings
  readonly createEnd: () => EndKeeper
}

export interface ChatRootProps extends ChatProps {
  /** The values that come with the code of the parts; undefined until the code is there. */
  readonly parts: ChatParts | undefined
  /** Fetches the code that an open chat needs beside the engine. Never rejects. */
  readonly load?: (() => Promise<void>) | undefined
}

/** Renders the element around the parts of one chat, and provides the values that they share. */
export function ChatRoot(props: ChatRootProps): ReactElement {
  const { strings, theme = 'system', onFeedback, artifacts, children } = props
  const { allowedImageOrigins, parts, load } = props
  const agent = useProvidedAgent()
  const field = useRef<HTMLTextAreaElement>(null)
  const end = useMemo(() => parts?.createEnd(), [parts])
  const [view, setView] = useState<ChatView>('conversation')
  const [followups, setFollowups] = useState<Suggested>()
  const region = useRef<Announce>(() => undefined)
  const [announce] = useState((): Announce => (text) => region.current(text))
  const prepare = useCallback((): void => {
    void load?.()
    void agent.preload()
  }, [agent, load])
  const shell = useMemo(
    (): Omit<Shell, 'chat'> => ({
      agent,
      prepare,
      strings: { ...englishShell, ...strings },
      field,
    }),
    [agent, prepare, strings],
  )
  const chat = useMemo(
    (): ChatContextValue | undefined =>
      parts &&
      end && {
        ...shell,
        strings: { ...parts.english, ...strings },
        end,
        view,
        setView,
        announce,
        followups,
        setFollowups,
        artifacts,
        allowedImageOrigins,
        onFeedback,
      },
    [
      parts,
      end,
      shell,
      strings,
      view,
      announce,
      followups,
      artifacts,
      allowedImageOrigins,
      onFeedback,
    ],
  )
  const value = useMemo((): Shell => ({ ...shell, chat }), [shell, chat])
  return (
    <ShellContext.Provider value={value}>
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
    </ShellContext.Provider>
  )
}
