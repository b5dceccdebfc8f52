import { useLayoutEffect, useState, type ReactElement, type ReactNode } from 'react'
import { renderPart, type PartProps } from '../part.ts'
import { FrameContext } from './frame-context.ts'
import { Launcher } from './launcher.tsx'
import { Resizer } from './resizer.tsx'
import { useDialog, type DialogProps } from './use-dialog.ts'

/** What `Sidebar` says about itself. */
export type SidebarState = { readonly open: boolean; readonly side: 'start' | 'end' }

/** What `Sidebar` takes. */
export interface SidebarProps extends DialogProps, PartProps<SidebarState> {
  /** At which edge of the screen, in the direction of the text. Default `end`. */
  readonly side?: 'start' | 'end' | undefined
  /** How wide it is at first, in CSS pixels. Default 420. */
  readonly defaultWidth?: number | undefined
  /** Between 280 and this, and never more than the screen, the person may choose. Default 800. */
  readonly maxWidth?: number | undefined
  /** Called with each width the person chooses, in CSS pixels. */
  readonly onWidthChange?: ((width: number) => void) | undefined
  /** Replaces the button that opens it. */
  readonly launcher?: ReactElement | undefined
  readonly children?: ReactNode
}

const minWidth = 280

/**
 * A dialog of the screen's full height at one of its edges, opened by a button and as wide as the person makes it, by pointer or by arrow keys;
 * otherwise as `Popup`. While it is open `--ambit-sidebar-start` or `--ambit-sidebar-end` on the document's root holds its width, so that a
 * page can make room: `body { padding-inline-end: var(--ambit-sidebar-end, 0px) }`.
 */
export function Sidebar(props: SidebarProps): ReactElement {
  const { side = 'end', defaultWidth = 420, maxWidth = 800, onWidthChange, launcher } = props
  const { frame, around, attributes, modal } = useDialog(props)
  const { open, panelId } = frame
  const [width, setWidth] = useState(defaultWidth)

  useLayoutEffect(() => {
    const { style } = document.documentElement
    const name = `--ambit-sidebar-${side}`
    if (open && !modal) style.setProperty(name, `min(${width}px, 100vw)`)
    return () => void style.removeProperty(name)
  }, [open, modal, side, width])

  const resize = (next: number): void => {
    const within = Math.round(Math.min(Math.max(next, minWidth), maxWidth))
    setWidth(within)
    onWidthChange?.(within)
  }
  return (
    <FrameContext.Provider value={frame}>
      <div className="ambit-sidebar" {...around}>
        {renderPart(
          'div',
          'panel',
          props,
          { open, side },
          {
            ...attributes,
            style: { '--width': `${width}px` } as object,
            children: (
              <>
                {!modal && (
                  <Resizer
                    {...{ side, width, panelId }}
                    min={minWidth}
                    max={maxWidth}
                    onResize={resize}
                  />
                )}
                {props.children}
              </>
            ),
          },
        )}
        {launcher ?? <Launcher />}
      </div>
    </FrameContext.Provider>
  )
}
