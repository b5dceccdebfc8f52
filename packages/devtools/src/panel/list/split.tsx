import type { ReactElement, ReactNode } from 'react'

/** Renders a list, and what was chosen in it beside or below. */
export const Split = ({
  list,
  name,
  children,
}: {
  readonly list: ReactNode
  /** The name of the chosen part, for screen readers. */
  readonly name: string
  readonly children: ReactNode
}): ReactElement => (
  <div className="sized">
    <div className="split">
      <div className="pane">{list}</div>
      <div className="pane">
        <div className="scroll" role="region" aria-label={name} tabIndex={0}>
          {children}
        </div>
      </div>
    </div>
  </div>
)
