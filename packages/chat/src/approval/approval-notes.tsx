import type { PendingApproval } from '@ambit/core'
import type { ReactElement } from 'react'
import { timeOf } from '../units.ts'
import type { ApprovalStrings } from './approval-strings.ts'
import type { AllowGuard, Missed } from './use-allow-guard.ts'

/** The texts that say why a press does not count, or did not. */
type Note = 'unseen' | 'covered' | 'missed' | 'missedUnseen' | 'missedCovered'

/** The text about a press that did not count, for each reason. */
export const missedNotes: Readonly<Record<Missed, Note>> = {
  settling: 'missed',
  unseen: 'missedUnseen',
  covered: 'missedCovered',
}

interface ApprovalNotesProps {
  readonly request: PendingApproval
  readonly strings: ApprovalStrings
  readonly guard: AllowGuard
  readonly isEditing: boolean
  /** The id of the note that is shown. */
  readonly id: string
}

/** Returns the note to show under the allow button; undefined if there is none. */
export function noteOf({ steadiness, missed }: AllowGuard): Note | undefined {
  const off = steadiness === 'unseen' || steadiness === 'covered' ? steadiness : undefined
  return missed ? missedNotes[off ?? missed] : off
}

/**
 * Shows why the allow button is off, or else until when an answer counts. After a press that did
 * not count, tells that too. All notes are always rendered: a note that moved the button would make
 * it settle again.
 */
export function ApprovalNotes(props: ApprovalNotesProps): ReactElement {
  const { request, strings, guard, isEditing, id } = props
  const shown = noteOf(guard)
  const isUnseen = guard.steadiness === 'unseen'
  const attributes = (note: Note): object => (note === shown ? { id } : { 'data-silent': '' })
  const showRest = (
    <button type="button" data-silent={isUnseen ? undefined : ''} onClick={guard.showUnseen}>
      {strings.showUnseen}
    </button>
  )
  return (
    <div className="ambit-approval-notes">
      <p className="ambit-warning" {...attributes('unseen')}>
        {strings.unseen} {showRest}
      </p>
      <p className="ambit-warning" {...attributes('covered')}>
        {strings.covered}
      </p>
      {Object.values(missedNotes).map((note) => (
        // Only the space is taken by a text about what did not happen.
        <p
          key={note}
          className="ambit-warning"
          {...(note === shown ? { id } : { 'data-silent': strings[note] })}
        >
          {note === shown && strings[note]} {note === 'missedUnseen' && showRest}
        </p>
      ))}
      <p className="ambit-approval-expires" data-silent={shown && ''}>
        {strings.expires(timeOf(request.expiresAt), request.onTimeout, isEditing)}
      </p>
    </div>
  )
}
