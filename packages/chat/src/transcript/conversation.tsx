import { type MessagePage, useAgent } from '@ambit/react'
import {
  useDeferredValue,
  useEffect,
  useRef,
  useSyncExternalStore,
  type ReactElement,
  type RefObject,
} from 'react'
import { PendingApprovals } from '../approval/pending-approvals.tsx'
import { Questions } from '../ask/questions.tsx'
import { useChat } from '../chat-context.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { LateNotice } from '../late/late-notice.tsx'
import { preloadMarkdown, useMarkdownState } from '../markdown/markdown.tsx'
import { OutsideCalls } from '../outside/outside-calls.tsx'
import { hasStorage } from '../sessions/has-storage.ts'
import { SessionNotice } from '../sessions/session-notice.tsx'
import { LateSignIns } from '../sign-ins/late-sign-ins.tsx'
import { ErrorNotice } from './error-notice.tsx'
import { Followups } from './followups.tsx'
import { MessagePages } from './message-pages.tsx'
import { OlderMessages } from './older-messages.tsx'
import { QueuedMessages } from './queued-messages.tsx'
import { type ShowMessage, ShowMessageContext } from './show-message.ts'
import { SpokenAnswer } from './spoken-answer.tsx'
import { StatusLine } from './status-line.tsx'
import { useShownPages } from './use-shown-pages.ts'

export interface ConversationProps {
  /** The ids of all messages, in pages. */
  readonly all: readonly MessagePage[]
  /** The region that scrolls. */
  readonly region: RefObject<HTMLDivElement | null>
  readonly message?: ShowMessage | undefined
}

/** Renders the messages, and all that is about them: what a transcript shows but for `empty`. */
export function Conversation({ all, region, message }: ConversationProps): ReactElement {
  const { strings, end } = useChat()
  const { status, agent } = useAgent()
  const log = useRef<HTMLDivElement>(null)
  const { pages, showEarlier, isDrawing } = useShownPages(all, end, log)
  // The log stays quiet for one commit more, so that old messages are not spoken when they are
  // drawn.
  const wasDrawing = useDeferredValue(isDrawing)
  const isAtEnd = useSyncExternalStore(end.subscribe, end.isAtEnd, end.isAtEnd)
  const markdown = useMarkdownState()
  const busy = status !== 'idle'
  useEffect(() => {
    // The parser should be loaded before the first word of the answer.
    if (busy) void preloadMarkdown()
  }, [busy])
  return (
    <>
      <OlderMessages region={region} showEarlier={showEarlier} />
      <div
        className="ambit-log"
        ref={log}
        role="log"
        aria-label={strings.messages}
        aria-live={busy || !isAtEnd || isDrawing || wasDrawing ? 'off' : 'polite'}
        aria-busy={busy}
      >
        <ShowMessageContext.Provider value={message}>
          <MessagePages pages={pages} isBusy={busy} />
        </ShowMessageContext.Provider>
      </div>
      {all.length > 0 && (
        <LateNotice
          {...markdown}
          notLoaded={strings.notFormatted}
          onRetry={() => void preloadMarkdown()}
        />
      )}
      <Questions />
      <PendingApprovals />
      <ErrorBoundary of={status}>
        <ErrorNotice />
      </ErrorBoundary>
      {hasStorage(agent) && <SessionNotice />}
      <ErrorBoundary of={agent}>
        <OutsideCalls />
      </ErrorBoundary>
      <ErrorBoundary of={agent}>
        <LateSignIns />
      </ErrorBoundary>
      <ErrorBoundary of={status}>
        <StatusLine />
      </ErrorBoundary>
      <SpokenAnswer />
      <Followups />
      <QueuedMessages />
    </>
  )
}
