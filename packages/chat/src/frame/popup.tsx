'use client'

import type { ReactElement, ReactNode } from 'react'
import { checkProps } from '../dev/check-props.ts'
import { renderPart, type PartProps } from '../part.ts'
import { FrameContext } from './frame-context.ts'
import { OwnLauncher } from './launcher.tsx'
import { Supported } from './supported.tsx'
import { TopLayer } from './layer/top-layer.tsx'
import { useDialog, type DialogProps } from './use-dialog.ts'

/** The state of `Chat.Popup`. */
export type PopupState = { readonly open: boolean; readonly side: 'start' | 'end' }

/** The props of `Chat.Popup`. */
export interface PopupProps extends DialogProps, PartProps<PopupState> {
  /** The element to show in place of the button that opens the panel. */
  readonly launcher?: ReactElement | undefined
  readonly children?: ReactNode
}

/**
 * Shows a button in the corner of the page and the dialog that it opens. The page stays usable.
 * Opening moves the focus to the text field. Escape and the buttons close the dialog and give the
 * focus back. A closed panel keeps its state and is inert. `className` and `render` are those of
 * the panel. On screens up to 480 px wide or high, the dialog fills the screen and is modal. While
 * the agent changes the page, it takes the lower half there, and the page above can be used.
 */
export function Popup(props: PopupProps): ReactElement {
  checkProps('Chat.Popup', props)
  const { frame, around, attributes, late } = useDialog(props)
  const { place, children, launcher } = props
  const side = around['data-side']
  const { open } = frame
  const content = <Supported>{children}</Supported>
  return (
    <FrameContext.Provider value={frame}>
      <TopLayer {...{ place, open }}>
        <div className="ambit-popup" {...around}>
          {renderPart('div', 'panel', props, { open, side }, { ...attributes, children: content })}
          {late}
          {launcher ?? <OwnLauncher />}
        </div>
      </TopLayer>
    </FrameContext.Provider>
  )
}
