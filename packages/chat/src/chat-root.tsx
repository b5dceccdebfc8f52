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

/** What the parts of a chat need beside what is there from the start. */
export interface ChatParts {
  readonly english: ChatStrings
  readonly createEnd: () => EndKeeper
}

export interface ChatRootProps extends ChatProps {
  /** Undefined while the code of the parts is not there. */
  readonly parts: ChatParts | undefined
  /** Fetches what an open chat needs beside the engine. Never rejects. */
  readonly load?: (() => Promise<void>) | undefined
}

/** Stands around the parts of one chat, and holds what they share. */
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
