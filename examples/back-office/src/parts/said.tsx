import type { ReactElement } from 'react'
import { create } from 'zustand'

const useSaid = create<{ text: string }>(() => ({ text: '' }))

/** Tells a screen reader what a change by hand has done: the page shows it in its own way. */
export function say(text: string): void {
  const { text: last } = useSaid.getState()
  // A region speaks only when its text changes, so the same text once more gets a space.
  useSaid.setState({ text: text === last ? `${text}\u00A0` : text })
}

/** Holds what was said last. Place it once on every page, before anything is said. */
export function Said(): ReactElement {
  const { text } = useSaid()
  return (
    <div className="unseen" role="status" aria-label="Changes">
      {text}
    </div>
  )
}
