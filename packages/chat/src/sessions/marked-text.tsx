import { findWords } from '@ambit/core/storage'
import { Fragment, type ReactElement } from 'react'

interface MarkedTextProps {
  readonly text: string
  /** The words to mark; none if it is empty. */
  readonly query: string
}

/** Renders a text in which the words of a query are marked. */
export function MarkedText({ text, query }: MarkedTextProps): ReactElement {
  const found = findWords(text, query)
  return (
    <>
      {found.map(([start, end], nth) => (
        <Fragment key={start}>
          {text.slice(found[nth - 1]?.[1] ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(found.at(-1)?.[1] ?? 0)}
    </>
  )
}
