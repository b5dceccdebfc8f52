import { createContext, useContext, type Context, type ReactElement, type RefObject } from 'react'
import type { jumpOnKey, leaveView } from '../view/view-keys.ts'

/** The values that a popup or panel shares with the parts inside. */
export interface Frame {
  /** The id for the heading inside. */
  readonly titleId?: string | undefined
  readonly panelId?: string | undefined
  readonly open: boolean
  /** True if the frame covers the screen. */
  readonly modal?: boolean | undefined
  /** Opens or closes the frame. Absent if the frame cannot be closed. */
  readonly setOpen?: ((open: boolean) => void) | undefined
}

export const FrameContext: Context<Frame> = createContext<Frame>({ open: true })

export const useFrame = (): Frame => useContext(FrameContext)

export interface FullScreenProps {
  readonly panel: RefObject<HTMLElement | null>
  readonly open: boolean
  /** Called when the panel begins or ceases to cover the screen. */
  readonly onChange: (modal: boolean) => void
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
