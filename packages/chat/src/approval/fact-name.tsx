import type { ReactElement } from 'react'
import type { ApprovalStrings } from './approval-strings.ts'
import { FactValue, UnseenNote } from './fact-value.tsx'
import { isLongName, nameWithSpaces, wholeName } from './shown-value.ts'
import { plainText } from '../values/arg-words.ts'
import { unseenChars } from './unseen-chars.ts'

interface FactNameProps {
  readonly name: string
  readonly strings: ApprovalStrings
}

/**
 * Shows a name on the card whole, because the model may have written it. One that is long is folded
 * as a value is, and one whose spaces would go unseen stands in quotation marks.
 */
export function FactName({ name, strings }: FactNameProps): ReactElement {
  if (isLongName(name))
    return <FactValue value={nameWithSpaces(name)} arg={plainText} strings={strings} isName />
  return (
    <>
      {wholeName(name)}
      <UnseenNote chars={unseenChars(name)} strings={strings} />
    </>
  )
}

/** Whether a label stands above its value, because it would leave too little room beside it. */
export const isLongLabel = (...names: readonly string[]): '' | undefined =>
  names.join(' · ').length > 24 ? '' : undefined
