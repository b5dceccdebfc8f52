import { createContext, useContext, type Context, type RefObject } from 'react'
import { type Agent, AgentError } from '@ambit/core'
import type { Announce } from './announcer.tsx'
import type { ArtifactRenderers } from './artifacts/artifact-renderers.ts'
import type { Feedback } from './actions/feedback.ts'
import type { ChatStrings } from './chat-strings.ts'
import type { ShellStrings } from './shell-strings.ts'
import type { EndKeeper } from './transcript/end-keeper.ts'

/** The view that a chat shows above its text field. */
export type ChatView = 'conversation' | 'abilities' | 'sessions'

/** Suggestions of the model for the next message. */
export interface Suggested {
  /** The head of the history that the suggestions follow. */
  readonly head: string | null
  readonly texts: readonly string[]
}

/** The values of a chat that are there from the start. The frame of the chat needs no others. */
export interface Shell {
  readonly agent: Agent
  /** Fetches the code that an open chat needs. Called when the person seems to want the chat. */
  readonly prepare: () => void
  readonly strings: ShellStrings
  /** The ref of the text field, for parts that move the focus to it. */
  readonly field: RefObject<HTMLTextAreaElement | null>
  /** The values that the parts share; undefined until the code of the parts is there. */
  readonly chat: ChatContextValue | undefined
}

/** The values that the parts of one chat share. */
export interface ChatContextValue extends Omit<Shell, 'chat'> {
  readonly strings: ChatStrings
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

export const ShellContext: Context<Shell | undefined> = createContext<Shell | undefined>(undefined)

/**
 * Returns the values that are there from the start of the surrounding chat. Throws `AgentError`
 * outside of a chat.
 */
export function useShell(): Shell {
  return given(useContext(ShellContext))
}

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
    'A part of the chat stands outside of <Chat>, which holds its texts and its colours. Put <Chat> around your parts, or use <Copilot>.',
  )
}
