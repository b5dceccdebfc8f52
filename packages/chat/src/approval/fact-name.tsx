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

/**
 * Whether a label stands above its value. Beside it, the label would leave too little room, or a
 * word of either would be broken on the narrowest phone.
 */
export const isLongLabel = (name: string, ...values: readonly unknown[]): '' | undefined =>
  name.length > 24 || longestWord(name) > 13 || values.some((value) => longestWord(value) > 15)
    ? ''
    : undefined

/** Returns the length of the longest word of a text, or of the texts of a list. */
function longestWord(value: unknown): number {
  if (Array.isArray(value)) return Math.max(0, ...value.slice(0, 50).map(longestWord))
  if (typeof value !== 'string') return 0
  return Math.max(
    ...value
      .slice(0, 1000)
      .split(/[\s-]/)
      .map((word) => word.length),
  )
}
