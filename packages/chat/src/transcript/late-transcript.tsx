import type { Agent } from '@ambit/core'
import { type ReactElement, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { useIsAsked } from '../approval/use-is-asked.ts'
import { useChat } from '../chat-context.ts'
import { draftsOf } from '../composer/draft.ts'
import { type LateModule, useLateModule } from '../late/late-module.ts'
import { LateNotice } from '../late/late-notice.tsx'
import { outsideCalls } from '../outside/use-outside.ts'
import { OwnPart } from '../own-part.tsx'
import { useReplaced } from '../replaced-parts.ts'
import { hasStorage, isUnread } from '../sessions/has-storage.ts'
import type * as transcriptChunk from './transcript-chunk.tsx'
import { TranscriptFrame } from './transcript-frame.tsx'
import { englishShell } from '../strings/shell-strings.ts'
import { useWords } from '../strings/use-words.ts'

/** The module of the conversation, which may still have to be fetched. */
export type ConversationModule = LateModule<typeof transcriptChunk>

export interface LateTranscriptProps {
  readonly conversation: ConversationModule
  readonly empty: ReactNode
  /** True to mark on the page what the agent works on. */
  readonly touched: boolean
}

/**
 * Shows `empty`, and the conversation once there is one. Its code is fetched when the user begins
 * to write or uses the transcript, and when the agent works or asks. A chat that has messages or
 * a storage fetches it at once.
 */
export function LateTranscript(props: LateTranscriptProps): ReactElement {
  const { conversation, empty, touched } = props
  const { agent } = useChat()
  const strings = useWords('chat', englishShell)
  const { module, hasFailed, isLoading } = useLateModule(conversation)
  const isAsked = useIsAsked(agent)
  const isSeen = useIsSeen(agent) || isAsked
  const isReplaced = useReplaced().Transcript !== undefined
  const isNeeded = useIsBegun(agent) || isSeen || hasStorage(agent) || isReplaced
  useEffect(() => {
    if (isNeeded) void conversation.load()
  }, [conversation, isNeeded])
  const load = (): void => void conversation.load()
  return (
    <>
      {module && <module.PageFollowers touched={touched} />}
      <OwnPart name="Transcript" given={{ empty }}>
        <TranscriptFrame empty={empty} onTouch={load}>
          {(all, region) =>
            module ? (
              <module.Conversation {...{ all, region }} />
            ) : hasFailed ? (
              // One notice is enough: a press on the one of an unread conversation fetches this.
              (all.length > 0 || !isUnread(agent)) && (
                <LateNotice {...{ hasFailed, isLoading }} onRetry={load} />
              )
            ) : (
              isSeen && (
                <p className="ambit-loading" role="status">
                  {strings.loading}
                </p>
              )
            )
          }
        </TranscriptFrame>
      </OwnPart>
    </>
  )
}

/** Whether the conversation has something to show. */
function useIsSeen(agent: Agent): boolean {
  const read = (): boolean => {
    const { status, error, messages, queue, calls } = agent.getState()
    return (
      status !== 'idle' ||
      error !== undefined ||
      messages.length > 0 ||
      queue.length > 0 ||
      outsideCalls(calls).length > 0 ||
      !agent.scopes.getState().allowsOutside ||
      agent.pending.list('signIn').length > 0
    )
  }
  return useSyncExternalStore(agent.subscribe, read, read)
}

/** Whether the user has begun a message. */
function useIsBegun(agent: Agent): boolean {
  const drafts = draftsOf(agent)
  const read = (): boolean => drafts.get().text !== ''
  return useSyncExternalStore(drafts.subscribe, read, () => false)
}
