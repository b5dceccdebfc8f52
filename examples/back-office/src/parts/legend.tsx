import type { ReactElement } from 'react'

/** Says what the colours of a chart stand for. */
export function Legend({ of }: { of: Readonly<Record<string, string>> }): ReactElement {
  return (
    <ul className="legend" aria-label="Legend">
      {Object.entries(of).map(([mark, label]) => (
        <li key={mark}>
          <i className="swatch" data-mark={mark} />
          {label}
        </li>
      ))}
    </ul>
  )
}
