import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { Icon } from '../icon.tsx'
import { renderPart, type PartProps } from '../part.ts'
import { useFrame } from './frame-context.ts'

/** What `Launcher` says about itself. */
export type LauncherState = { readonly open: boolean }

export type LauncherProps = PartProps<LauncherState, 'button'>

/** The button that opens the popup, and closes it again. */
export function Launcher(props: LauncherProps): ReactElement {
  const { strings } = useChat()
  const { open, setOpen, panelId } = useFrame()
  return renderPart(
    'button',
    'launcher',
    props,
    { open },
    {
      type: 'button',
      'aria-label': strings.open,
      'aria-haspopup': 'dialog',
      'aria-expanded': open,
      'aria-controls': panelId,
      onClick: () => setOpen?.(!open),
      children: <Icon name={open ? 'close' : 'mark'} />,
    },
  )
}
