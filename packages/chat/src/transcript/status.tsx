'use client'

import type { ReactElement } from 'react'
import { Notice } from '../frame/notice.tsx'
import type { PartProps } from '../part.ts'
import { StatusLine, type StatusLineState } from './status-line.tsx'

/** The state of `Chat.Status`. A `notice` has none. */
export type StatusState = Partial<StatusLineState>

/** The props of `Chat.Status`. */
export interface StatusProps extends PartProps<StatusState, 'p'> {
  /**
   * A fact that the user should always see, such as that no language model answers. Plain text,
   * shown in place of the agent's work. Default: none.
   */
  readonly notice?: string | undefined
}

/**
 * Shows one line with the agent's work: the one live region, which also speaks the start, the tools
 * and the end. With `notice`, shows that line instead, which stays.
 */
export function Status({ notice, ...props }: StatusProps): ReactElement {
  return notice === undefined ? <StatusLine {...props} /> : <Notice {...props} text={notice} />
}
