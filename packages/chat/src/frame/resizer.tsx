import type { KeyboardEvent, PointerEvent, ReactElement } from 'react'
import { englishFrame } from '../strings/frame-strings.ts'
import { useWords } from '../strings/use-words.ts'

export interface ResizerProps {
  readonly side: 'start' | 'end'
  readonly width: number
  readonly min: number
  readonly max: number
  readonly panelId: string | undefined
  readonly onResize: (width: number) => void
}

const step = 24

/**
 * Renders the edge of a sidebar, which the user drags or moves with the arrow keys, Home and End.
 */
export function Resizer(props: ResizerProps): ReactElement {
  const { side, width, min, max, panelId, onResize } = props
  const strings = useWords('chat', englishFrame)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const grows = isAtRight(event.currentTarget, side) ? 'ArrowLeft' : 'ArrowRight'
    const next = {
      ArrowLeft: width + (grows === 'ArrowLeft' ? step : -step),
      ArrowRight: width + (grows === 'ArrowRight' ? step : -step),
      Home: min,
      End: max,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    onResize(next)
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    const { currentTarget, pointerId, clientX } = event
    if (!currentTarget.hasPointerCapture(pointerId)) return
    const { left, right } = (currentTarget.parentElement as HTMLElement).getBoundingClientRect()
    onResize(isAtRight(currentTarget, side) ? right - clientX : clientX - left)
  }
  return (
    // A separator that takes the focus is a control: the window splitter of ARIA.
    <div
      className="ambit-resizer"
      role="separator"
      aria-orientation="vertical"
      aria-label={strings.resize}
      aria-controls={panelId}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      {...{ onKeyDown, onPointerDown, onPointerMove }}
    />
  )
}

const isAtRight = (element: Element, side: 'start' | 'end'): boolean =>
  (getComputedStyle(element).direction === 'rtl') === (side === 'start')
