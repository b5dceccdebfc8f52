import type { ReactElement } from 'react'

const format = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Returns a day as people write it: `2026-11-23` becomes `23 Nov 2026`. */
export const dayInWords = (day: string): string => format.format(new Date(day))

/** Shows a day, on one line. */
export function Day({ of }: { of: string }): ReactElement {
  return (
    <time className="day" dateTime={of}>
      {dayInWords(of)}
    </time>
  )
}
