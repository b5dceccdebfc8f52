import type { ReactElement } from 'react'
import { useIsAsked } from '../approval/use-is-asked.ts'
import { useShell } from '../chat-context.ts'
import { ShellIcon } from '../shell-icon.tsx'
import { renderPart, type PartProps } from '../part.ts'
import { useFrame } from './frame-context.ts'

/** The state of `Launcher`. */
export type LauncherState = {
  readonly open: boolean
  /** True if the popup is closed and something inside waits for the person. */
  readonly asks: boolean
}

/** The props of `Launcher`. */
export type LauncherProps = PartProps<LauncherState, 'button'>

/**
 * Renders the button that opens and closes the popup. The name of the button reports if something
 * in a closed popup waits for the person.
 */
export function Launcher(props: LauncherProps): ReactElement {
  const { agent, strings, prepare } = useShell()
  const { open, setOpen, panelId } = useFrame()
  const asks = useIsAsked(agent) && !open
  return renderPart(
    'button',
    'launcher',
    props,
    { open, asks },
    {
      type: 'button',
      'aria-label': asks ? `${strings.open}: ${strings.waitingForPerson}` : strings.open,
      'aria-haspopup': 'dialog',
      'aria-expanded': open,
      'aria-controls': panelId,
      onPointerEnter: prepare,
      onPointerDown: prepare,
      onFocus: prepare,
      onClick: () => setOpen?.(!open),
      children: <ShellIcon name={open ? 'close' : 'mark'} />,
    },
  )
}
