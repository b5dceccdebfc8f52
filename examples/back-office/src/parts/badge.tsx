import type { ReactElement } from 'react'

const tones: Readonly<Record<string, string>> = {
  unpaid: 'bad',
  low: 'bad',
  cancelled: 'quiet',
  open: 'new',
  scheduled: 'new',
  shipped: 'busy',
  paid: 'good',
  delivered: 'good',
}

/** Shows a state in one word. */
export function Badge({ of }: { of: string }): ReactElement {
  return (
    <span className="badge" data-tone={tones[of] ?? 'quiet'}>
      {of}
    </span>
  )
}
