'use client'

import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import type { PartProps } from '../part.ts'
import { hasStorage } from '../sessions/has-storage.ts'
import { SessionNotice, type SessionNoticeState } from '../sessions/session-notice.tsx'
import { useActivity } from '../use-activity.ts'
import { ErrorNotice, type ErrorNoticeState } from './error-notice.tsx'

/** The state of `Chat.Problem`. */
export type ProblemState = Partial<ErrorNoticeState & SessionNoticeState>

/** The props of `Chat.Problem`. */
export type ProblemProps = PartProps<ProblemState>

/**
 * Shows why the last run did not complete, in words for people, with a button that goes on. Offers
 * to resume a run that a reload or a crash cut short, and shows what a storage does not keep.
 * Renders nothing if all is well.
 */
export function Problem(props: ProblemProps): ReactElement {
  const { agent } = useChat()
  const status = useActivity(agent, (activity) => activity.status)
  return (
    <>
      <ErrorBoundary of={status}>
        <ErrorNotice {...props} />
      </ErrorBoundary>
      {hasStorage(agent) && <SessionNotice {...props} />}
    </>
  )
}
