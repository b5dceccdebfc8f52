import { createContext, useContext, type Context } from 'react'

/** What a popup or panel shares with the parts in it. */
export interface Frame {
  /** The id its heading takes. */
  readonly titleId?: string | undefined
  readonly panelId?: string | undefined
  readonly open: boolean
  /** Absent where nothing can be closed. */
  readonly setOpen?: ((open: boolean) => void) | undefined
}

export const FrameContext: Context<Frame> = createContext<Frame>({ open: true })

export const useFrame = (): Frame => useContext(FrameContext)
