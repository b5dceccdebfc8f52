import type { JsonObject } from '@ambit/core'
import type { ReactElement } from 'react'
import type { ApprovalStrings } from './approval-strings.ts'
import { Fact } from './fact.tsx'
import { UnseenNote } from './fact-value.tsx'
import { shownName } from './shown-value.ts'
import { unseenChars } from './unseen-chars.ts'

const MOST_CHARS = 200

interface IgnoredArgsProps {
  readonly ignored: JsonObject
  readonly strings: ApprovalStrings
}

/**
 * Shows what the model gave and the tool does not get, as one short quotation. The names in it are
 * the model's own words, so none of them stands as a name on the card.
 */
export function IgnoredArgs({ ignored, strings }: IgnoredArgsProps): ReactElement {
  const text = JSON.stringify(ignored)
  const line = shownName(text, MOST_CHARS)
  return (
    <Fact className="ambit-ignored">
      <p className="ambit-label">{strings.ignored}</p>
      <q dir="auto">{line}</q>
      <UnseenNote chars={unseenChars(text)} strings={strings} />
    </Fact>
  )
}
