import { type ReactElement, useState } from 'react'
import { rawText } from '../tool-card/value-text.ts'
import type { ArgWords } from '../values/arg-words.ts'
import { readsAsOther, type ValueStrings, valueWords, writtenText } from '../values/value-words.ts'
import type { ApprovalStrings } from './approval-strings.ts'
import { PAGE_CHARS, type ShownValue, shownName, shownValue } from './shown-value.ts'
import { charNames, unseenChars } from './unseen-chars.ts'

interface FactValueProps {
  readonly value: unknown
  /**
   * The words of the schema for the value. If it has other words, they are shown in its place, and
   * the value is their tooltip.
   */
  readonly arg?: ArgWords | undefined
  readonly strings: ApprovalStrings
  /** Whether the value is a name, which is folded if it has more than 200 characters. */
  readonly isName?: boolean | undefined
}

/**
 * Shows a value, and tells of everything in it that cannot be seen. A long value is folded: its
 * beginning and its length are shown, with a button for its first page. Each further page has a
 * button too.
 */
export function FactValue({ value, arg, strings, isName }: FactValueProps): ReactElement {
  const [pages, setPages] = useState(0)
  const words = arg && valueWords(value, arg, strings)
  const shown = shownValue(words ?? asWritten(value, arg, strings), Math.max(1, pages), isName)
  // The marks that formatting adds for some languages hide nothing.
  const unseen = arg && words !== undefined ? unseenChars(writtenText(value, arg)) : shown.unseen
  const isFolded = shown.start !== undefined && pages === 0
  const more = (
    <button
      type="button"
      className="ambit-button"
      data-folded=""
      onClick={() => setPages(pages + 1)}
    >
      {isFolded ? strings.showAll : strings.showMore(Math.min(PAGE_CHARS, shown.charsLeft))}
    </button>
  )
  return (
    <>
      <div
        className="ambit-value"
        dir="auto"
        data-json={words === undefined && typeof value === 'object' ? '' : undefined}
        title={words === undefined ? undefined : shownName(rawText(value), 200)}
      >
        {isFolded ? shown.start : shown.pieces.map((piece, at) => toText(piece, at, strings))}
      </div>
      {(isFolded || shown.charsLeft > 0) && (
        <p className="ambit-fold">
          {isFolded ? strings.length(shown.chars, shown.lines) : strings.charsLeft(shown.charsLeft)}{' '}
          {more}
        </p>
      )}
      <UnseenNote chars={unseen} strings={strings} />
    </>
  )
}

/**
 * Returns a text in quotation marks if it would read as a number, as yes or no, or as nothing. Not
 * where the schema says that it is a text.
 */
const asWritten = (value: unknown, arg: ArgWords | undefined, strings: ValueStrings): unknown =>
  arg?.isText !== true && readsAsOther(value, strings) ? JSON.stringify(value) : value

/** Tells which characters of a text cannot be seen. Renders nothing if there are none. */
export function UnseenNote(props: {
  readonly chars: readonly string[]
  readonly strings: ApprovalStrings
}): ReactElement | null {
  const { chars, strings } = props
  if (chars.length === 0) return null
  return <p className="ambit-warning">{strings.unseenChars(chars.length, charNames(chars))}</p>
}

function toText(
  piece: ShownValue['pieces'][number],
  at: number,
  strings: ApprovalStrings,
): ReactElement | string {
  if (typeof piece === 'string') return piece
  return (
    <span key={at} className="ambit-gap" data-lines={piece.spaces === undefined ? '' : undefined}>
      {piece.spaces === undefined
        ? strings.emptyLines(piece.emptyLines)
        : strings.spaces(piece.spaces)}
    </span>
  )
}
