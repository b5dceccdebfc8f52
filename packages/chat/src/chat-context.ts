import { createContext, useContext, type Context, type RefObject } from 'react'
import { AgentError } from '@ambit/core'
import type { UseAgentResult } from '@ambit/react'
import type { Announce } from './announcer.tsx'
import type { ArtifactRenderers } from './artifacts/artifact-renderers.ts'
import type { Feedback } from './actions/feedback.ts'
import type { ChatStrings } from './chat-strings.ts'
import type { EndKeeper } from './transcript/end-keeper.ts'

/** The view that a chat shows above its text field. */
export type ChatView = 'conversation' | 'abilities' | 'sessions'

/** Suggestions of the model for the next message. */
export interface Suggested {
  /** The head of the history that the suggestions follow. */
  readonly head: string | null
  readonly texts: readonly string[]
}

/** The values that the parts of one chat share. */
export interface ChatContextValue {
  /**
   * The agent, for parts of which there are many. `useAgent` would render each of them for every
   * delta.
   */
  readonly agent: UseAgentResult['agent']
  readonly regenerate: UseAgentResult['regenerate']
  readonly strings: ChatStrings
  /** The ref of the text field, for parts that move the focus to it. */
  readonly field: RefObject<HTMLTextAreaElement | null>
  /** The store that keeps the end of the transcript in view. */
  readonly end: EndKeeper
  readonly view: ChatView
  readonly setView: (view: ChatView) => void
  /** Speaks a short confirmation. */
  readonly announce: Announce
  /** The latest suggestions; undefined while there are none. */
  readonly followups: Suggested | undefined
  readonly setFollowups: (followups: Suggested | undefined) => void
  /** The application's renderers of artifacts. */
  readonly artifacts?: ArtifactRenderers | undefined
  /** The origins from which images in answers load without a press. */
  readonly allowedImageOrigins?: readonly string[] | undefined
  /**
   * Receives the person's opinion of an answer. Without this callback, the chat does not ask for
   * one.
   */
  readonly onFeedback?: ((feedback: Feedback) => void) | undefined
}

export const ChatContext: Context<ChatContextValue | undefined> = createContext<
  ChatContextValue | undefined
>(undefined)

/**
 * Returns the values that the surrounding `Chat` shares. Throws `AgentError` outside of a `Chat`.
 */
export function useChat(): ChatContextValue {
  const chat = useContext(ChatContext)
  if (chat) return chat
  throw new AgentError(
    'A part of the chat stands outside of <Chat>, which holds its texts and its colours. Put <Chat> around your parts, or use <Copilot>.',
  )
}
