import type { ReactElement } from 'react'
import { useIsAsked } from '../approval/use-is-asked.ts'
import { useShell } from '../chat-context.ts'
import { ShellIcon } from '../shell-icon.tsx'
import { renderPart, type PartProps } from '../part.ts'
import { useFrame } from './frame-context.ts'

/** What `Launcher` says about itself. */
export type LauncherState = {
  readonly open: boolean
  /** It is closed, and something in it waits for the person. */
  readonly asks: boolean
}

/** What `Launcher` takes. */
export type LauncherProps = PartProps<LauncherState, 'button'>

/** The button that opens the popup, and closes it again. Says so when something in a closed one waits for the person. */
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
