import { createContext, useContext, type Context } from 'react'

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
