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

/** The part of a chat that is there from the start: its frame needs no more. */
export interface Shell {
  readonly agent: Agent
  /** Fetches what an open chat needs. Called as soon as somebody seems to want it. */
  readonly prepare: () => void
  readonly strings: ShellStrings
  /** The text field, for parts that give it the focus. */
  readonly field: RefObject<HTMLTextAreaElement | null>
  /** What the parts share; undefined until their code is there. */
  readonly chat: ChatContextValue | undefined
}

/** What the parts of one chat share. */
export interface ChatContextValue extends Omit<Shell, 'chat'> {
  readonly strings: ChatStrings
  /** Keeps the end of the transcript in view. */
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

/** Returns what the frame of the chat around shares. Throws outside of a chat. */
export function useShell(): Shell {
  return given(useContext(ShellContext))
}

/** Returns what the chat around shares. Throws outside of a chat. */
export function useChat(): ChatContextValue {
  return given(useContext(ShellContext)?.chat)
}

function given<T>(chat: T | undefined): T {
  if (chat) return chat
  throw new AgentError(
    'A part of the chat stands outside of <Chat>, which holds its texts and its colours. Put <Chat> around your parts, or use <Copilot>.',
  )
}
