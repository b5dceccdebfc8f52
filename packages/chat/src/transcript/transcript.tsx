'use client'

import type { ReactElement } from 'react'
import { Conversation } from './conversation.tsx'
import { TranscriptFrame, type TranscriptProps } from './transcript-frame.tsx'

/**
 * Shows the open session's messages, the error of the last run, the waiting messages and the status
 * line. The named region scrolls and takes the focus. The region stays at its end until the user
 * scrolls up. Earlier messages of a long or stored session come when the user is near the top.
 * The log in the region speaks new messages, but is quiet while the agent works: the status line
 * speaks then.
 */
export function Transcript(props: TranscriptProps): ReactElement {
  return (
    <TranscriptFrame {...props}>
      {(all, region) => <Conversation {...{ all, region }} />}
    </TranscriptFrame>
  )
}
