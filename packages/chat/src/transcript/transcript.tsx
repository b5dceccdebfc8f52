import { useAgent, useMessageIds } from '@ambit/react'
import {
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
  type ReactElement,
  type ReactNode,
} from 'react'
import { Questions } from '../ask/questions.tsx'
import { useChat } from '../chat-context.ts'
import { Icon } from '../icon.tsx'
import { renderPart, type PartProps } from '../part.ts'
import { PendingApprovals } from '../approval/pending-approvals.tsx'
import { ErrorNotice } from './error-notice.tsx'
import { Followups } from './followups.tsx'
import { MessagePages } from './message-pages.tsx'
import { QueuedMessages } from './queued-messages.tsx'
import { StatusLine } from './status-line.tsx'

/** What `Transcript` says about itself. */
export type TranscriptState = { readonly busy: boolean; readonly empty: boolean }

/** What `Transcript` takes. */
export interface TranscriptProps extends PartProps<TranscriptState> {
  /** Shown while there is no message. Default: nothing. */
  readonly empty?: ReactNode
}

/**
 * The open session's messages, the error that ended the last run, the messages that wait and the status line. A named region that scrolls
 * and takes the focus; it stays at its end until the person scrolls up. The log in it speaks new messages, and is
 * quiet while the agent works: the status line speaks then.
 */
export function Transcript(props: TranscriptProps): ReactElement {
  const { strings, end } = useChat()
  const { status } = useAgent()
  const ids = useMessageIds()
  const isAtEnd = useSyncExternalStore(end.subscribe, end.isAtEnd, end.isAtEnd)
  const region = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!region.current || !content.current) return undefined
    return end.watch(region.current, content.current)
  }, [end])

  const busy = status !== 'idle'
  const empty = ids.length === 0
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
              {empty && props.empty}
              <div
                className="ambit-log"
                role="log"
                aria-label={strings.messages}
                aria-live={busy ? 'off' : 'polite'}
                aria-busy={busy}
              >
                <MessagePages isBusy={busy} />
              </div>
              <Questions />
              <PendingApprovals />
              <ErrorNotice />
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
