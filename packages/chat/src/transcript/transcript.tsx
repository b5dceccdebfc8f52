import { useAgent, useMessagePages, useSessions } from '@ambit/react'
import {
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
  type ReactElement,
  type ReactNode,
} from 'react'
import { Questions } from '../ask/questions.tsx'
import { useChat } from '../chat-context.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { Icon } from '../icon.tsx'
import { LateNotice } from '../late/late-notice.tsx'
import { preloadMarkdown, useMarkdownState } from '../markdown/markdown.tsx'
import { renderPart, type PartProps } from '../part.ts'
import { OutsideCalls } from '../outside/outside-calls.tsx'
import { PendingApprovals } from '../approval/pending-approvals.tsx'
import { useIsAsked } from '../approval/use-is-asked.ts'
import { hasStorage } from '../sessions/has-storage.ts'
import { LateSignIns } from '../sign-ins/late-sign-ins.tsx'
import { SessionNotice } from '../sessions/session-notice.tsx'
import { ErrorNotice } from './error-notice.tsx'
import { Followups } from './followups.tsx'
import { MessagePages } from './message-pages.tsx'
import { OlderMessages } from './older-messages.tsx'
import { QueuedMessages } from './queued-messages.tsx'
import { type ShowMessage, ShowMessageContext } from './show-message.ts'
import { SpokenAnswer } from './spoken-answer.tsx'
import { StatusLine } from './status-line.tsx'
import { useShownPages } from './use-shown-pages.ts'

/** The state of `Transcript`. */
export type TranscriptState = { readonly busy: boolean; readonly empty: boolean }

/** The props of `Transcript`. */
export interface TranscriptProps extends PartProps<TranscriptState> {
  /**
   * The content while there is no message, and none is being read from a storage. Default: nothing.
   */
  readonly empty?: ReactNode
  /**
   * Renders a message, for example with a picture of its author. Pass the same function each time.
   * Default: the message's `children`.
   */
  readonly message?: ShowMessage | undefined
}

/**
 * Shows the open session's messages, the error of the last run, the waiting messages and the status
 * line. The named region scrolls and takes the focus. The region stays at its end until the person
 * scrolls up. Earlier messages of a long or stored session come when the person is near the top.
 * The log in the region speaks new messages, but is quiet while the agent works: the status line
 * speaks then.
 */
export function Transcript(props: TranscriptProps): ReactElement {
  const { strings, end } = useChat()
  const { status, agent } = useAgent()
  const { isOpening } = useSessions()
  const all = useMessagePages()
  const log = useRef<HTMLDivElement>(null)
  const { pages, showEarlier, isDrawing } = useShownPages(all, end, log)
  // The log stays quiet for one commit more, so that old messages are not spoken when they are
  // drawn.
  const wasDrawing = useDeferredValue(isDrawing)
  const isAtEnd = useSyncExternalStore(end.subscribe, end.isAtEnd, end.isAtEnd)
  const region = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const markdown = useMarkdownState()
  const busy = status !== 'idle'
  const empty = all.length === 0
  // Before the first message, there is no end to keep in view.
  const hasEnd = useIsAsked(agent) || !empty
  useLayoutEffect(() => {
    if (!hasEnd || !region.current || !content.current) return undefined
    return end.watch(region.current, content.current)
  }, [end, hasEnd])

  useEffect(() => {
    // The parser should be loaded before the first word of the answer.
    if (busy) void preloadMarkdown()
  }, [busy])

  const jumpByHand = (): void => {
    end.jump()
    region.current?.focus({ preventScroll: true })
  }
  return renderPart(
    'div',
    'transcript',
    props,
    { busy, empty },
    {
      children: (
        <>
          <div
            className="ambit-scroller"
            ref={region}
            role="region"
            aria-label={strings.conversation}
            tabIndex={0}
          >
            <div className="ambit-scrolled" ref={content}>
              <OlderMessages region={region} showEarlier={showEarlier} />
              {empty && !isOpening && props.empty}
              <div
                className="ambit-log"
                ref={log}
                role="log"
                aria-label={strings.messages}
                aria-live={busy || !isAtEnd || isDrawing || wasDrawing ? 'off' : 'polite'}
                aria-busy={busy}
              >
                <ShowMessageContext.Provider value={props.message}>
                  <MessagePages pages={pages} isBusy={busy} />
                </ShowMessageContext.Provider>
              </div>
              {!empty && (
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
            </div>
          </div>
          {!isAtEnd && (
            <button
              type="button"
              className="ambit-jump"
              aria-label={strings.jump}
              onClick={jumpByHand}
            >
              <Icon name="down" />
            </button>
          )}
        </>
      ),
    },
  )
}
