import type { ApprovalRequest } from '@ambit/core'
import type { ReactElement } from 'react'
import { timeOf } from '../units.ts'
import type { ApprovalStrings } from './approval-strings.ts'
import type { AllowGuard } from './use-allow-guard.ts'

/** The texts that say why a press does not count. */
type Note = 'unseen' | 'covered' | 'missed'

interface ApprovalNotesProps {
  readonly request: ApprovalRequest
  readonly strings: ApprovalStrings
  readonly guard: AllowGuard
  /** The id of the note that is shown. */
  readonly id: string
}

/** Returns the note to show under the allow button; undefined if there is none. */
export function noteOf({ steadiness, hasMissed }: AllowGuard): Note | undefined {
  if (steadiness === 'unseen' || steadiness === 'covered') return steadiness
  return hasMissed ? 'missed' : undefined
}

/**
 * Shows why the allow button is off, or else until when an answer counts. All notes are always
 * rendered: a note that moved the button would make it settle again.
 */
export function ApprovalNotes({ request, strings, guard, id }: ApprovalNotesProps): ReactElement {
  const shown = noteOf(guard)
  const attributes = (note: Note): object => (note === shown ? { id } : { 'data-silent': '' })
  return (
    <div className="ambit-approval-notes">
      <p className="ambit-warning" {...attributes('unseen')}>
        {strings.unseen}{' '}
        <button type="button" onClick={guard.showUnseen}>
          {strings.showUnseen}
        </button>
      </p>
      <p className="ambit-warning" {...attributes('covered')}>
        {strings.covered}
      </p>
      <p className="ambit-warning" {...attributes('missed')}>
        {strings.missed}
      </p>
      <p className="ambit-approval-expires" data-silent={shown && ''}>
        {strings.expires(timeOf(request.expiresAt))}
      </p>
    </div>
  )
}
