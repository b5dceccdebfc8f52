'use client'

import { useLayoutEffect, useState, type ReactElement, type ReactNode } from 'react'
import { useShell } from '../chat-context.ts'
import { checkProps } from '../dev/check-props.ts'
import { renderPart, type PartProps } from '../part.ts'
import { FrameContext } from './frame-context.ts'
import { OwnLauncher } from './launcher.tsx'
import { TopLayer } from './layer/top-layer.tsx'
import { Supported } from './supported.tsx'
import { useDialog, type DialogProps } from './use-dialog.ts'
import { fittingWidth } from './use-widths.ts'

/** The state of `Chat.Sidebar`. */
export type SidebarState = { readonly open: boolean; readonly side: 'start' | 'end' }

/** The props of `Chat.Sidebar`. */
export interface SidebarProps extends DialogProps, PartProps<SidebarState> {
  /** The element to show in place of the button that opens the sidebar. */
  readonly launcher?: ReactElement | undefined
  readonly children?: ReactNode
}

/**
 * Shows a dialog of the screen's full height at one of its edges, and the button that opens it. The
 * user changes the width by pointer or by arrow keys. Everything else is as in `Popup`.
 *
 * While the sidebar is open beside the page, a property on the document's root holds its width. The
 * property is `--ambit-sidebar-start` or `--ambit-sidebar-end`, so that a page can make room:
 * `body { padding-inline-end: var(--ambit-sidebar-end, 0px) }`.
 */
export function Sidebar(props: SidebarProps): ReactElement {
  checkProps('Chat.Sidebar', props)
  const { place = {}, launcher } = props
  const { width: widths = {} } = place
  const { default: first, max = 800, onChange } = widths
  const { frame, around, attributes, modal, late } = useDialog(props)
  const side = around['data-side']
  const { frame: code } = useShell()
  const { open, panelId } = frame
  const [known, setKnown] = useState<number>()
  // Without its edge, which knows the screen: as much as the edge would give it.
  const least = first === undefined ? fittingWidth : `${first}px`
  const width =
    known === undefined ? `max(280px, min(${least}, ${max}px, 50vw, 100vw - 320px))` : `${known}px`

  useLayoutEffect(() => {
    const { style } = document.documentElement
    const name = `--ambit-sidebar-${side}`
    if (open && !modal) style.setProperty(name, `min(${width}, 100vw)`)
    return () => void style.removeProperty(name)
  }, [open, modal, side, width])
  return (
    <FrameContext.Provider value={frame}>
      <TopLayer {...{ place, open }}>
        <div className="ambit-sidebar" {...around}>
          {renderPart(
            'div',
            'panel',
            props,
            { open, side },
            {
              ...attributes,
              style: { '--width': width } as object,
              children: (
                <>
                  {code && (
                    <code.SidebarEdge
                      {...{ side, panelId, first, max, modal, onChange }}
                      onWidth={setKnown}
                    />
                  )}
                  <Supported>{props.children}</Supported>
                </>
              ),
            },
          )}
          {late}
          {launcher ?? <OwnLauncher />}
        </div>
      </TopLayer>
    </FrameContext.Provider>
  )
}
