import type { ReactElement } from 'react'
import { Outline, shellPaths } from './shell-icon.tsx'

/** The outlines of the icons that come with the panel, on a grid of 24 by 24. */
const own = {
  stop: 'M8 8h8v8H8z',
  down: 'M12 5v14M6 13l6 6 6-6',
  open: 'M9 6l6 6-6 6',
  done: 'M5 12.5l4.5 4.5L19 7.5',
  failed: 'M12 7v6M12 17h.01M12 3l9.5 17h-19z',
  cancelled: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM6 18L18 6',
  running: 'M12 3a9 9 0 1 0 9 9',
  pending: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 8v4l3 2',
  note: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5M12 8h.01',
  abilities: 'M12 3l2.4 5.8L20 11l-5.6 2.2L12 19l-2.4-5.8L4 11l5.6-2.2zM19 3v4M17 5h4',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  edit: 'M4 20h4L20 8l-4-4L4 16zM14 6l4 4',
  again: 'M4 12a8 8 0 1 0 3-6.2M4 4v5h5',
  undone: 'M9 14l-5-5 5-5M4 9h10a6 6 0 0 1 0 12h-3',
  voice: 'M4 10v4h3l5 4V6L7 10zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  good: 'M7 11v9H4v-9zM7 11l4-8a2 2 0 0 1 2 2v4h5a2 2 0 0 1 2 2.4l-1.4 7A2 2 0 0 1 16.6 20H7',
  bad: 'M7 13V4H4v9zM7 13l4 8a2 2 0 0 0 2-2v-4h5a2 2 0 0 0 2-2.4l-1.4-7A2 2 0 0 0 16.6 4H7',
  expand: 'M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7',
  save: 'M12 4v11M7 10l5 5 5-5M5 20h14',
  back: 'M15 6l-6 6 6 6',
  sessions: 'M4 6h16M4 12h16M4 18h10',
  new: 'M12 5v14M5 12h14',
  delete: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  steer: 'M13 3L5 14h6l-1 7 8-11h-6z',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  attach: 'M20 11l-8.5 8.5a5 5 0 0 1-7-7L13 4a3.5 3.5 0 0 1 5 5l-8.5 8.5a2 2 0 0 1-3-3L14 7',
} as const

export type IconName = keyof typeof own | keyof typeof shellPaths

const paths: Readonly<Record<IconName, string>> = { ...shellPaths, ...own }

/**
 * Renders a decorative icon in the colour of the text around it. Words beside the icon carry the
 * meaning.
 */
export function Icon({ name }: { readonly name: IconName }): ReactElement {
  return <Outline name={name} path={paths[name]} />
}
