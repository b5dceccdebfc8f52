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
import { Icon } from '../icon.tsx'
import { LateNotice } from '../late/late-notice.tsx'
import { preloadMarkdown, useMarkdownState } from '../markdown/markdown.tsx'
import { renderPart, type PartProps } from '../part.ts'
import { PendingApprovals } from '../approval/pending-approvals.tsx'
import { useIsAsked } from '../approval/use-is-asked.ts'
import { hasStorage } from '../sessions/has-storage.ts'
import { SessionNotice } from '../sessions/session-notice.tsx'
import { ErrorNotice } from './error-notice.tsx'
import { Followups } from './followups.tsx'
import { MessagePages } from './message-pages.tsx'
import { OlderMessages } from './older-messages.tsx'
import { QueuedMessages } from './queued-messages.tsx'
import { type ShowMessage, ShowMessageContext } from './show-message.ts'
import { StatusLine } from './status-line.tsx'
import { useGradualPages } from './use-gradual-pages.ts'

/** What `Transcript` says about itself. */
export type TranscriptState = { readonly busy: boolean; readonly empty: boolean }

/** What `Transcript` takes. */
export interface TranscriptProps extends PartProps<TranscriptState> {
  /** Shown while there is no message, and none is being read from a storage. Default: nothing. */
  readonly empty?: ReactNode
  /** How a message is shown, such as with a picture of who says it. Give the same function each time. Default: its `children`. */
  readonly message?: ShowMessage | undefined
}

/**
 * The open session's messages, the error that ended the last run, the messages that wait and the status line. A named region that scrolls
 * and takes the focus; it stays at its end until the person scrolls up, and brings older messages of a stored conversation as they come to its top.
 * The log in it speaks new messages, and is quiet while the agent works: the status line speaks then.
 */
export function Transcript(props: TranscriptProps): ReactElement {
  const { strings, end } = useChat()
  const { status, agent } = useAgent()
  const { isOpening } = useSessions()
  const all = useMessagePages()
  const pages = useGradualPages(all)
  // For one commit more: what was said long ago is not read aloud as it is drawn.
  const isDrawing = pages !== all
  const wasDrawing = useDeferredValue(isDrawing)
  const isAtEnd = useSyncExternalStore(end.subscribe, end.isAtEnd, end.isAtEnd)
  const region = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const markdown = useMarkdownState()
  const busy = status !== 'idle'
  const empty = all.length === 0
  // Before the first message there is a beginning, and no end to keep in view.
  const hasEnd = useIsAsked(agent) || !empty
  useLayoutEffect(() => {
    if (!hasEnd || !region.current || !content.current) return undefined
    return end.watch(region.current, content.current)
  }, [end, hasEnd])

  useEffect(() => {
    // It is there by the first word of the answer.
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
              {hasStorage(agent) && <OlderMessages region={region} />}
              {empty && !isOpening && props.empty}
              <div
                className="ambit-log"
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
              <ErrorNotice />
              {hasStorage(agent) && <SessionNotice />}
              <StatusLine />
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
