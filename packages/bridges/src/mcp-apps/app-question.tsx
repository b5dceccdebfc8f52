import type { ReactElement } from 'react'

/** A question that an app leads to, until the user has answered it. */
export interface AppQuestion {
  readonly ask: string
  /** The address or the message, whole, as the app gave it. */
  readonly about: string
  readonly yes: string
  readonly no: string
  readonly answer: (isYes: boolean) => void
}

/** Asks the user about what an app wants. Its text is shown as it is. */
export function AppQuestionView({ ask, about, yes, no, answer }: AppQuestion): ReactElement {
  return (
    <div role="group" aria-label={ask} style={{ padding: 8 }}>
      <p style={{ margin: 0 }}>{ask}</p>
      <p style={{ margin: '4px 0', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }} dir="auto">
        {about}
      </p>
      <button type="button" onClick={() => answer(true)}>
        {yes}
      </button>{' '}
      <button type="button" onClick={() => answer(false)}>
        {no}
      </button>
    </div>
  )
}
