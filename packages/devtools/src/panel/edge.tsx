import { type KeyboardEvent, type ReactElement } from 'react'

const storageKey = 'ambit-devtools-height'

/** The bounds of the height and its default, in percent of the page's height. */
const [lowest, highest, usual] = [15, 90, 45]

const bounded = (height: number): number => Math.round(Math.min(highest, Math.max(lowest, height)))

/** Returns the height that was kept, in percent of the page's height. */
export function readHeight(): number {
  try {
    return bounded(Number(localStorage.getItem(storageKey)) || usual)
  } catch {
    // A frame in a sandbox has no storage.
    return usual
  }
}

function save(height: number): void {
  try {
    localStorage.setItem(storageKey, String(height))
  } catch {
    // The next page begins with the default.
  }
}

interface EdgeProps {
  readonly height: number
  readonly onChange: (height: number) => void
}

/** Renders the upper edge of the panel, which changes its height by dragging and by arrow keys. */
export function Edge({ height, onChange }: EdgeProps): ReactElement {
  const move = (event: KeyboardEvent): void => {
    const next = {
      ArrowUp: height + 5,
      ArrowDown: height - 5,
      Home: lowest,
      End: highest,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    onChange(bounded(next))
    save(bounded(next))
  }
  return (
    <div
      role="separator"
      aria-label="Height of the panel"
      aria-orientation="horizontal"
      aria-valuemin={lowest}
      aria-valuemax={highest}
      aria-valuenow={height}
      className="edge"
      tabIndex={0}
      onKeyDown={move}
      onPointerDown={({ button, currentTarget, pointerId }) => {
        if (button === 0) currentTarget.setPointerCapture(pointerId)
      }}
      onPointerMove={({ currentTarget, pointerId, clientY }) => {
        if (!currentTarget.hasPointerCapture(pointerId)) return
        onChange(bounded(100 * (1 - clientY / innerHeight)))
      }}
      onLostPointerCapture={() => save(height)}
    />
  )
}
