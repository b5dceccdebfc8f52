import type { ReactElement, ReactNode } from 'react'
import { renderPart, type PartProps } from '../part.ts'
import { FrameContext } from './frame-context.ts'
import { Launcher } from './launcher.tsx'
import { useDialog, type DialogProps } from './use-dialog.ts'

/** What `Popup` says about itself. */
export type PopupState = { readonly open: boolean }

/** What `Popup` takes. */
export interface PopupProps extends DialogProps, PartProps<PopupState> {
  /** Replaces the button that opens the panel. */
  readonly launcher?: ReactElement | undefined
  readonly children?: ReactNode
}

/**
 * A button in the corner of the page and the dialog it opens, which leaves the page usable. Opening moves the focus to the text field,
 * Escape and the buttons close it and give the focus back. A closed panel keeps its state and is inert. `className` and
 * `render` are the panel's. On screens up to 480 px wide or high it takes all of the screen, and is modal.
 */
export function Popup(props: PopupProps): ReactElement {
  const { frame, around, attributes } = useDialog(props)
  const { children, launcher } = props
  return (
    <FrameContext.Provider value={frame}>
      <div className="ambit-popup" {...around}>
        {renderPart('div', 'panel', props, { open: frame.open }, { ...attributes, children })}
        {launcher ?? <Launcher />}
      </div>
    </FrameContext.Provider>
  )
}
