import type { ReactElement } from 'react'

/** The outlines of the icons that the page may show before the panel is fetched. */
export const shellPaths = {
  mark: 'M12 3a9 9 0 1 0 9 9M12 8a4 4 0 1 0 4 4M19 5h.01',
  close: 'M6 6l12 12M18 6L6 18',
  send: 'M12 19V5M6 11l6-6 6 6',
} as const

/** Renders an icon of `shellPaths`. `Icon` renders every icon. */
export const ShellIcon = ({ name }: { readonly name: keyof typeof shellPaths }): ReactElement => (
  <Outline name={name} path={shellPaths[name]} />
)

/** Renders a decorative outline, drawn on a grid of 24 by 24. */
export const Outline = (props: { readonly name: string; readonly path: string }): ReactElement => (
  <svg className="ambit-icon" data-icon={props.name} viewBox="0 0 24 24" aria-hidden="true">
    <path d={props.path} />
  </svg>
)
