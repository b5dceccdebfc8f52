import { useLayoutEffect, useState, type ReactElement, type RefObject } from 'react'
import { jumpOnKey } from '../view/jump-key.ts'
import { leaveView } from '../view/leave-view.ts'
import { Resizer } from './resizer.tsx'
import { useFullScreen } from './use-full-screen.ts'
import { useHalfHeight } from './use-half-height.ts'
import { minWidth, useWidths } from './use-widths.ts'

export interface FullScreenProps {
  readonly panel: RefObject<HTMLElement | null>
  readonly open: boolean
  /** Called when the panel begins or ceases to cover the screen. */
  readonly onChange: (modal: boolean) => void
}

/** Makes an open panel modal on a small screen, which it fills. */
function FullScreen({ panel, open, onChange }: FullScreenProps): null {
  const modal = useFullScreen(panel, open)
  useLayoutEffect(() => onChange(modal), [modal, onChange])
  useHalfHeight(panel, modal)
  return null
}

export interface SidebarEdgeProps {
  readonly side: 'start' | 'end'
  readonly panelId: string | undefined
  /** The first width, and the largest that the user can choose, in CSS pixels. */
  readonly first: number | undefined
  readonly max: number
  readonly modal: boolean
  /** Called with each width that the user chooses, in CSS pixels. */
  readonly onChange: ((width: number) => void) | undefined
  /** Called with the width of the sidebar, in CSS pixels, on this screen. */
  readonly onWidth: (width: number) => void
}

/** Renders the edge of a sidebar, by which the user changes the width. */
function SidebarEdge(props: SidebarEdgeProps): ReactElement | null {
  const { side, panelId, first, modal, onChange, onWidth } = props
  const [chosen, setChosen] = useState(first)
  const { max, fitting } = useWidths(props.max)
  // A screen that becomes larger again gets the width back that the user chose.
  const width = Math.min(Math.max(chosen ?? fitting, minWidth), max)
  useLayoutEffect(() => onWidth(width), [onWidth, width])
  if (modal) return null
  const onResize = (next: number): void => {
    const within = Math.round(Math.min(Math.max(next, minWidth), max))
    setChosen(within)
    onChange?.(within)
  }
  return <Resizer {...{ side, width, panelId, onResize, max }} min={minWidth} />
}

/**
 * The code of a frame that comes with that of the panel. A closed chat, and one that waits for its
 * panel, do without.
 */
export interface FrameCode {
  readonly FullScreen: (props: FullScreenProps) => null
  readonly SidebarEdge: (props: SidebarEdgeProps) => ReactElement | null
  readonly jumpOnKey: typeof jumpOnKey
  readonly leaveView: typeof leaveView
}

export const frameCode: FrameCode = { FullScreen, SidebarEdge, jumpOnKey, leaveView }
