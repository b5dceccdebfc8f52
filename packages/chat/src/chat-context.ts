import { createContext, useContext, type Context, type ReactNode, type RefObject } from 'react'
import { type Agent, AgentError } from '@ambit/core'
import type { Portal } from '@ambit/react'
import type { Announce } from './announcer.tsx'
import type { CardPlaces } from './approval/card-places.ts'
import type { FrameCode } from './frame/frame-context.ts'
import type { MessageOptions } from './message-options.ts'
import type { GivenStrings } from './strings/chat-strings.ts'
import type { EndKeeper } from './transcript/end-keeper.ts'
import type { ShownView } from './view/view-keys.ts'

/** Suggestions of the model for the next message. */
export interface Suggested {
  /** The head of the history that the suggestions follow. */
  readonly head: string | null
  readonly texts: readonly string[]
}

/** The values of a chat that are there from the start. The frame of the chat needs no others. */
export interface Shell {
  readonly agent: Agent
  /** Fetches the code that an open chat needs. Called when the user seems to want the chat. */
  readonly prepare: () => void
  /** The texts of the application. Read them with `useWords`. */
  readonly strings: GivenStrings
  /** The ref of the text field, for parts that move the focus to it. */
  readonly field: RefObject<HTMLTextAreaElement | null>
  /** What takes the files that are dropped in the chat; undefined leaves them to the browser. */
  readonly drop: RefObject<((files: FileList) => void) | undefined>
  /** The ref of the element around the chat. */
  readonly root: RefObject<HTMLElement | null>
  /** What the messages show, and what they call. Read it with `useMessageOptions`. */
  readonly messages: MessageOptions | undefined
  /** The application's components in place of parts. Read them with `useReplaced`. */
  readonly replaced: Readonly<Record<string, ((props: never) => ReactNode) | undefined>> | undefined
  /** React's `createPortal`. A late chunk that imports it would bring another file. */
  readonly portal: Portal | undefined
  /** The code of the frame that comes with that of the parts; undefined until it is there. */
  readonly frame: FrameCode | undefined
  /** The values that the parts share; undefined until the code of the parts is there. */
  readonly chat: ChatContextValue | undefined
}

/** The values that the parts of one chat share. */
export interface ChatContextValue extends Omit<Shell, 'chat'>, ShownView {
  /** The store that keeps the end of the transcript in view. */
  readonly end: EndKeeper
  /** The places that can show the card of a call. */
  readonly cards: CardPlaces
  /** The key of the artifact that the view `artifact` shows. */
  readonly openedArtifact: string | undefined
  /** Shows an artifact in the view `artifact`. */
  readonly openArtifact: (key: string) => void
  /** True while the chat has a view for artifacts. */
  readonly hasArtifactView: boolean
  readonly setArtifactView: (isThere: boolean) => void
  /** Speaks a short confirmation. */
  readonly announce: Announce
  /** The latest suggestions; undefined while there are none. */
  readonly followups: Suggested | undefined
  readonly setFollowups: (followups: Suggested | undefined) => void
}

export const ShellContext: Context<Shell | undefined> = createContext<Shell | undefined>(undefined)

/**
 * Returns the values that are there from the start of the surrounding chat. Throws `AgentError`
 * outside of a chat.
 */
export function useShell(): Shell {
  return given(useContext(ShellContext))
}

/** Returns what the messages of the surrounding chat show, and what they call. */
export const useMessageOptions = (): MessageOptions => useShell().messages ?? none

const none: MessageOptions = {}

/**
 * Returns the values that the parts of the surrounding chat share. Throws `AgentError` outside of a
 * chat, and while the code of the parts is not there.
 */
export function useChat(): ChatContextValue {
  return given(useContext(ShellContext)?.chat)
}

function given<T>(chat: T | undefined): T {
  if (chat) return chat
  throw new AgentError(
    'A part of the chat stands outside of <Chat.Root>. Put <Chat.Root> around it, or use <Copilot>.',
  )
}
