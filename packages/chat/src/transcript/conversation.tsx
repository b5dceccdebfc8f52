import { type MessagePage, useAgent } from '@ambit/react'
import {
  useDeferredValue,
  useEffect,
  useRef,
  useSyncExternalStore,
  type ReactElement,
  type RefObject,
} from 'react'
import { useChat } from '../chat-context.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { LateNotice } from '../late/late-notice.tsx'
import { preloadMarkdown, useMarkdownState } from '../markdown/markdown.tsx'
import { OutsideCalls } from '../outside/outside-calls.tsx'
import { replaceable } from '../own-part.tsx'
import { Followups } from './followups.tsx'
import { MessagePages } from './message-pages.tsx'
import { OlderMessages } from './older-messages.tsx'
import { Pending } from './pending.tsx'
import { Problem } from './problem.tsx'
import { QueuedMessages } from './queued-messages.tsx'
import { SpokenAnswer } from './spoken-answer.tsx'
import { StatusLine } from './status-line.tsx'
import { useShownPages } from './use-shown-pages.ts'
import { englishFrame } from '../strings/frame-strings.ts'
import { englishMessages } from '../strings/message-strings.ts'
import { useWords } from '../strings/use-words.ts'

export interface ConversationProps {
  /** The ids of all messages, in pages. */
  readonly all: readonly MessagePage[]
  /** The region that scrolls. */
  readonly region: RefObject<HTMLDivElement | null>
}

const Waiting = replaceable('Pending', Pending)
const Trouble = replaceable('Problem', Problem)
const Outside = replaceable('Outside', OutsideCalls)
const Line = replaceable('Status', StatusLine)
const Queue = replaceable('Queue', QueuedMessages)

/** Renders the messages, and all that is about them: what a transcript shows but for `empty`. */
export function Conversation({ all, region }: ConversationProps): ReactElement {
  const { end } = useChat()
  const strings = useWords('chat', englishFrame)
  const { notFormatted } = useWords('messages', englishMessages)
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
        <MessagePages pages={pages} isBusy={busy} />
      </div>
      {all.length > 0 && (
        <LateNotice {...markdown} notLoaded={notFormatted} onRetry={() => void preloadMarkdown()} />
      )}
      <Waiting />
      <ErrorBoundary of={status}>
        <Trouble />
      </ErrorBoundary>
      <ErrorBoundary of={agent}>
        <Outside />
      </ErrorBoundary>
      <ErrorBoundary of={status}>
        <Line />
      </ErrorBoundary>
      <SpokenAnswer />
      <Followups />
      <Queue />
    </>
  )
}
