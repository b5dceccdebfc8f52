import { type ReactElement, useState } from 'react'
import type { ApprovalStrings } from './approval-strings.ts'
import { type ShownValue, shownValue } from './shown-value.ts'
import { charNames } from './unseen-chars.ts'

interface FactValueProps {
  readonly value: unknown
  readonly strings: ApprovalStrings
}

/**
 * Shows a value, and tells of everything in it that cannot be seen. A long value is folded: its
 * beginning and its length are shown, with a button for all of it.
 */
export function FactValue({ value, strings }: FactValueProps): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const shown = shownValue(value)
  const isFolded = shown.start !== undefined && !isOpen
  return (
    <>
      <div className="ambit-value" dir="auto">
        {isFolded ? `${shown.start}…` : shown.pieces.map((piece, at) => toText(piece, at, strings))}
      </div>
      {isFolded && (
        <p className="ambit-fold">
          {strings.length(shown.chars, shown.lines)}{' '}
          <button
            type="button"
            className="ambit-button"
            data-folded=""
            onClick={() => setOpen(true)}
          >
            {strings.showAll}
          </button>
        </p>
      )}
      {shown.charsLeft > 0 && <p className="ambit-warning">{strings.charsLeft(shown.charsLeft)}</p>}
      <UnseenNote chars={shown.unseen} strings={strings} />
    </>
  )
}

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
