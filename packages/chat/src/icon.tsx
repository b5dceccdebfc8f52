import type { ReactElement } from 'react'

/** Outlines on a grid of 24 by 24. */
const paths = {
  mark: 'M12 3a9 9 0 1 0 9 9M12 8a4 4 0 1 0 4 4M19 5h.01',
  close: 'M6 6l12 12M18 6L6 18',
  send: 'M12 19V5M6 11l6-6 6 6',
  stop: 'M8 8h8v8H8z',
  down: 'M12 5v14M6 13l6 6 6-6',
  open: 'M9 6l6 6-6 6',
  done: 'M5 12.5l4.5 4.5L19 7.5',
  failed: 'M12 7v6M12 17h.01M12 3l9.5 17h-19z',
  cancelled: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM6 18L18 6',
  running: 'M12 3a9 9 0 1 0 9 9',
  pending: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 8v4l3 2',
  note: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5M12 8h.01',
  attach: 'M20 11l-8.5 8.5a5 5 0 0 1-7-7L13 4a3.5 3.5 0 0 1 5 5l-8.5 8.5a2 2 0 0 1-3-3L14 7',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  voice: 'M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3zM6 11a6 6 0 0 0 12 0M12 17v4',
} as const

export type IconName = keyof typeof paths

/** A decorative icon in the colour of the text around it; what it means stands beside it in words. */
export function Icon({ name }: { readonly name: IconName }): ReactElement {
  return (
    <svg className="ambit-icon" data-icon={name} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
