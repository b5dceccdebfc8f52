import type { Agent } from '@ambit/core'
import type { ReactElement } from 'react'
import { toDuration } from '../format.ts'
import { toShownStart } from '../redact-shown.ts'
import type { ApprovalEntry } from './approval-entries.ts'

/** The parties that decide, in words. */
const parties = {
  user: 'the user',
  devtools: 'the devtools',
  policy: 'the app',
  remembered: 'an approval that was remembered',
  timeout: 'the time limit',
  nobody: 'nobody, as nobody was there',
  cancelled: 'the end of the call',
  changed: 'a change of the tool or the call',
} as const

/** Returns the state of an approval, in words. */
export const statusOf = ({ outcome }: ApprovalEntry): string =>
  outcome ? `${outcome.decision} by ${parties[outcome.by]}` : 'waits'

/** Returns how long an approval waited, in words. Empty if nobody was asked. */
export const waitOf = ({ askedAt, outcome }: ApprovalEntry, now: number): string =>
  askedAt === undefined ? '' : toDuration(Math.max(0, (outcome?.at ?? now) - askedAt))

interface ApprovalRowProps {
  readonly entry: ApprovalEntry
  readonly agent: Agent
  readonly now: number
}

/** Renders one line of the list of approvals. */
export function ApprovalRow({ entry, agent, now }: ApprovalRowProps): ReactElement {
  const { tool, request, outcome } = entry
  const args = outcome?.args ?? request?.args
  const kind = outcome ? (outcome.decision === 'approved' ? 'on' : 'off') : 'warn'
  return (
    <>
      <span className="fill">
        <span className={kind}>{statusOf(entry)}</span> <strong>{tool}</strong>{' '}
        {args && <span className="muted">{toShownStart(JSON.stringify(args), agent)}</span>}
      </span>
      {request?.taint !== undefined && <span className="warn">third-party text</span>}
      <span className="muted">{waitOf(entry, now)}</span>
    </>
  )
}
