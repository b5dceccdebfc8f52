import { useLayoutEffect, useState, type ReactElement } from 'react'
import { jumpOnKey, leaveView } from '../view/view-keys.ts'
import type { FrameCode, FullScreenProps, SidebarEdgeProps } from './frame-context.ts'
import { Resizer } from './resizer.tsx'
import { useFullScreen, useHalfHeight } from './full-screen.ts'
import { minWidth, useWidths } from './use-widths.ts'

/** Makes an open panel modal on a small screen, which it fills. */
function FullScreen({ panel, open, onChange }: FullScreenProps): null {
  const modal = useFullScreen(panel, open)
  useLayoutEffect(() => onChange(modal), [modal, onChange])
  useHalfHeight(panel, modal)
  return null
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

export const frameCode: FrameCode = { FullScreen, SidebarEdge, jumpOnKey, leaveView }
