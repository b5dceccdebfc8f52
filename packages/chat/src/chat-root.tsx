import { isSupported } from '@ambit/core'
import { useProvidedAgent } from '@ambit/react'
import {
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type DragEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import { Announcer, type Announce } from './announcer.tsx'
import { type ChatContextValue, type Shell, ShellContext, type Suggested } from './chat-context.ts'
import type { MessageOptions } from './message-options.ts'
import { takeBrand, takeColors } from './page-look/take-brand.ts'
import { renderPart, type PartProps } from './part.ts'
import { IconContext } from './frame/assistant-icon.tsx'
import type { FrameCode } from './frame/frame-context.ts'
import type { GivenStrings } from './strings/chat-strings.ts'
import type { ReplacedParts } from './replaced-parts.ts'
import type { ChatView } from './view/view-keys.ts'

/** The colours of a chat. `auto` follows the page, and the user's setting. */
export type ChatTheme = 'auto' | 'light' | 'dark'

/** The state of `Chat.Root`. */
export type ChatState = { readonly theme: ChatTheme }

/** The props of `Chat.Root`, which apply to every part inside. */
export interface ChatProps extends PartProps<ChatState> {
  /**
   * The assistant's name: in the header, at its answers, and on the buttons that open and close the
   * chat. A text in `strings` wins. Default: `Assistant`.
   */
  readonly title?: string | undefined
  /**
   * A picture of the assistant, in the header and on the button that opens the chat. It is not
   * spoken. Default: Ambit's mark on the button alone.
   */
  readonly icon?: ReactNode
  /**
   * Texts in place of the English ones. Pass the same functions each time: a new one renders every
   * part again.
   */
  readonly strings?: GivenStrings | undefined
  /** The colours. `auto` follows the page, and the user's setting. Default `auto`. */
  readonly theme?: ChatTheme | undefined
  /** What the messages show, and what they call. */
  readonly messages?: MessageOptions | undefined
  /**
   * Components of yours in place of parts inside: `{ Call: MyCall }`. Each gets the props of the
   * part, and may show the part itself, such as `<Chat.Call {...props} />`. In place of one that
   * throws, the part is shown. Pass the same components each time. Default: none.
   */
  readonly parts?: ReplacedParts | undefined
  readonly children?: ReactNode
}

/**
 * The values that the parts of a chat need beside those of `Shell`. These values come with the code
 * of the parts.
 */
export interface ChatParts {
  readonly create: () => Pick<ChatContextValue, 'end' | 'cards'>
  readonly frame: FrameCode
  /** Whether two objects have the same values, in their groups too. */
  readonly isSame: (a: object, b: object) => boolean
  /** Gives the styles of the parts to the tree of an element. Returns a function that ends it. */
  readonly keepStyles: (place: Element) => () => void
}

export interface ChatRootProps extends ChatProps {
  /** The values that come with the code of the parts; undefined until the code is there. */
  readonly code: ChatParts | undefined
  /** Fetches the code that an open chat needs beside the engine. Never rejects. */
  readonly load?: (() => Promise<void>) | undefined
  readonly portal?: Shell['portal']
}

/** Renders the element around the parts of one chat, and provides the values that they share. */
export function ChatRoot(props: ChatRootProps): ReactElement {
  const { title, icon, theme = 'auto', code, load, portal, children } = props
  const agent = useProvidedAgent()
  const { messages, parts: replaced } = props
  const given = { strings: named(title, props.strings), messages, replaced }
  const [kept] = useState({ given })
  // What is written anew in each render renders nothing again. There is nothing before the code.
  if (!code?.isSame(kept.given, given)) kept.given = given
  const same = kept.given
  const field = useRef<HTMLTextAreaElement>(null)
  const drop = useRef<(files: FileList) => void>(undefined)
  const root = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (!root.current) return
    takeBrand(root.current)
    takeColors(root.current)
  }, [])
  const made = useMemo(() => code?.create(), [code])
  const [view, setView] = useState<ChatView>('conversation')
  const [openedArtifact, setOpenedArtifact] = useState<string>()
  const [hasArtifactView, setArtifactView] = useState(false)
  const [openArtifact] = useState(() => (key: string): void => {
    setOpenedArtifact(key)
    setView('artifact')
  })
  const [followups, setFollowups] = useState<Suggested>()
  const region = useRef<Announce>(() => undefined)
  const [announce] = useState((): Announce => (text) => region.current(text))
  // By React: a part inside that takes a drop comes first, and the page's document last.
  const [takeDrop] = useState(() => (event: DragEvent): void => {
    const { dataTransfer: given, type } = event
    if (!drop.current || event.isDefaultPrevented() || !given.types.includes('Files')) return
    event.preventDefault()
    if (type === 'drop') drop.current(given.files)
  })
  const prepare = useCallback((): void => {
    // The page may have changed its colours since it was loaded.
    if (!code && root.current) takeColors(root.current)
    if (isSupported()) void load?.()
  }, [load, code])
  const shell = useMemo(
    (): Omit<Shell, 'chat'> => ({
      agent,
      prepare,
      ...same,
      field,
      drop,
      root,
      portal,
      frame: code?.frame,
    }),
    [agent, prepare, same, portal, code],
  )
  const value = useMemo(
    (): Shell => ({
      ...shell,
      chat: made && {
        ...shell,
        ...made,
        view,
        setView,
        openedArtifact,
        openArtifact,
        hasArtifactView,
        setArtifactView,
        announce,
        followups,
        setFollowups,
      },
    }),
    [made, shell, view, openedArtifact, openArtifact, hasArtifactView, announce, followups],
  )
  return (
    <ShellContext.Provider value={value}>
      {renderPart(
        'div',
        'chat',
        props,
        { theme },
        {
          ref: (element) => void (root.current = element),
          onDragOver: takeDrop,
          onDrop: takeDrop,
          children: (
            <>
              {/* First: the effects of the parts need their styles. */}
              <Announcer announce={region} keepStyles={code?.keepStyles} />
              <IconContext.Provider value={icon}>{children}</IconContext.Provider>
            </>
          ),
        },
      )}
    </ShellContext.Provider>
  )
}

/** Returns the texts of the application, with those that name the assistant. */
function named(title: string | undefined, strings: GivenStrings = {}): GivenStrings {
  return title === undefined
    ? strings
    : {
        ...strings,
        chat: { title, open: `Open ${title}`, close: `Close ${title}`, ...strings.chat },
        messages: { assistant: title, ...strings.messages },
      }
}
