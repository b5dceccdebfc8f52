import { createContext, useContext, type Context, type RefObject } from 'react'
import { AgentError } from '@ambit/core'
import type { UseAgentResult } from '@ambit/react'
import type { Announce } from './announcer.tsx'
import type { ArtifactRenderers } from './artifacts/artifact-renderers.ts'
import type { Feedback } from './actions/feedback.ts'
import type { ChatStrings } from './chat-strings.ts'
import type { EndKeeper } from './transcript/end-keeper.ts'

/** What a chat shows above its text field. */
export type ChatView = 'conversation' | 'abilities' | 'sessions'

/** What a model suggested to say next. */
export interface Suggested {
  /** The message they follow. */
  readonly head: string | null
  readonly texts: readonly string[]
}

/** What the parts of one chat share. */
export interface ChatContextValue {
  /** What parts of which there are many need of `useAgent`: there, each would be told of every delta. */
  readonly agent: UseAgentResult['agent']
  readonly regenerate: UseAgentResult['regenerate']
  readonly strings: ChatStrings
  /** The text field, for parts that give it the focus. */
  readonly field: RefObject<HTMLTextAreaElement | null>
  /** Keeps the end of the transcript in view. */
  readonly end: EndKeeper
  readonly view: ChatView
  readonly setView: (view: ChatView) => void
  /** Speaks a short confirmation. */
  readonly announce: Announce
  /** What was suggested last; undefined while nothing was. */
  readonly followups: Suggested | undefined
  readonly setFollowups: (followups: Suggested | undefined) => void
  /** How the application shows artifacts. */
  readonly artifacts?: ArtifactRenderers | undefined
  /** From where images in answers load without being asked for. */
  readonly allowedImageOrigins?: readonly string[] | undefined
  /** Told what the person thinks of an answer; without it nobody is asked. */
  readonly onFeedback?: ((feedback: Feedback) => void) | undefined
}

export const ChatContext: Context<ChatContextValue | undefined> = createContext<
  ChatContextValue | undefined
>(undefined)

/** What the chat around shares. Throws outside of one. */
export function useChat(): ChatContextValue {
  const chat = useContext(ChatContext)
  if (chat) return chat
  throw new AgentError(
    'A part of the chat stands outside of <Chat>, which holds its texts and its colours. Put <Chat> around your parts, or use <Copilot>.',
  )
}
