import type { Agent } from '@ambit/core'
import type { ReactElement } from 'react'
import { toShownStart } from '../redact-shown.ts'

/** The most controls that are listed. */
const maxListed = 100

interface UnreachedProps {
  readonly agent: Agent
  readonly controls: readonly HTMLElement[]
  readonly onPoint: (control: HTMLElement | undefined) => void
}

/** Renders the controls of the page that no tool reaches. Pressing one brings it into view. */
export function Unreached({ agent, controls, onPoint }: UnreachedProps): ReactElement {
  if (controls.length === 0) return <></>
  const more = controls.length - maxListed
  return (
    <details className="unreached">
      <summary>Controls that no tool reaches: {controls.length}</summary>
      <p className="muted">
        A tool reaches a control by <code>canPress</code>, and the fields of a form by{' '}
        <code>useFormTools</code>. What it reaches through a state is listed too.
      </p>
      <ul aria-label="Controls that no tool reaches">
        {controls.slice(0, maxListed).map((control, nth) => (
          <li key={nth}>
            <button
              type="button"
              onPointerEnter={() => onPoint(control)}
              onPointerLeave={() => onPoint(undefined)}
              onFocus={() => onPoint(control)}
              onBlur={() => onPoint(undefined)}
              onClick={() => control.scrollIntoView({ block: 'nearest' })}
            >
              {toShownStart(nameOfControl(control), agent, 80)}
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="muted">And {more} more.</p>}
    </details>
  )
}

/** Returns what a user would call a control. */
export function nameOfControl(control: HTMLElement): string {
  const { labels, type } = control as Partial<HTMLInputElement>
  const name =
    control.getAttribute('aria-label') ||
    labels?.[0]?.textContent ||
    control.textContent ||
    ['title', 'placeholder', 'name', 'id'].map((of) => control.getAttribute(of)).find(Boolean) ||
    'without a name'
  const kind = control.getAttribute('role') ?? control.localName
  return `${kind === 'input' ? `${kind} ${type}` : kind} “${name.trim()}”`
}
