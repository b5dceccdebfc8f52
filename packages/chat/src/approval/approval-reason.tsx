import type { ApprovalRequest } from '@ambit/core'
import type { ReactElement } from 'react'
import type { ApprovalStrings } from './approval-strings.ts'
import { Fact } from './fact.tsx'
import { UnseenNote } from './fact-value.tsx'
import { shownName } from './shown-value.ts'
import { unseenChars } from './unseen-chars.ts'

interface ApprovalReasonProps {
  readonly request: ApprovalRequest
  readonly strings: ApprovalStrings
  readonly id: string
}

/**
 * Shows the reason why the person is asked: the cause, third-party text that came before, and that
 * the request has changed. Tells of characters that nobody sees in the title and in these texts.
 */
export function ApprovalReason({ request, strings, id }: ApprovalReasonProps): ReactElement {
  const { cause, taint, title, label = '', replaces } = request
  return (
    <Fact id={id}>
      {replaces !== undefined && (
        <p className="ambit-warning" role="alert">
          {strings.changed}
        </p>
      )}
      <p>{strings.cause[cause]}</p>
      {taint !== undefined && (
        <p className="ambit-warning" dir="auto">
          {strings.taint(shownName(taint, 600))}
        </p>
      )}
      <UnseenNote chars={unseenChars(title + label + (taint ?? ''))} strings={strings} />
    </Fact>
  )
}
