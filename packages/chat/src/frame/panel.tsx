'use client'

import { useId, useMemo, type ReactElement, type ReactNode } from 'react'
import { useShell } from '../chat-context.ts'
import { renderPart, type PartProps } from '../part.ts'
import { FrameContext } from './frame-context.ts'
import { Supported } from './supported.tsx'

/** The state of `Chat.Panel`, which never changes. */
export type PanelState = { readonly inline: true }

/** The props of `Chat.Panel`. */
export interface PanelProps extends PartProps<PanelState, 'section'> {
  readonly children?: ReactNode
}

/**
 * Shows a chat as a part of the page: a named region that fills the box around it, at least 320 px
 * high.
 */
export function Panel(props: PanelProps): ReactElement {
  const { field, chat, frame: code } = useShell()
  const titleId = useId()
  const frame = useMemo(() => ({ titleId, open: true }), [titleId])
  return (
    <FrameContext.Provider value={frame}>
      {renderPart(
        'section',
        'panel',
        props,
        { inline: true },
        {
          'aria-labelledby': titleId,
          onKeyDown: (event) => {
            code?.jumpOnKey(event, field)
            code?.leaveView(event, chat, field)
          },
          children: <Supported>{props.children}</Supported>,
        },
      )}
    </FrameContext.Provider>
  )
}
