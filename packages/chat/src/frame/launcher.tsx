'use client'

import type { ReactElement, ReactNode } from 'react'
import { useIsAsked } from '../approval/use-is-asked.ts'
import { useShell } from '../chat-context.ts'
import { ShellIcon } from '../shell-icon.tsx'
import { renderPart, type PartProps } from '../part.ts'
import { useActivity } from '../use-activity.ts'
import { AssistantIcon } from './assistant-icon.tsx'
import { useFrame } from './frame-context.ts'
import { englishShell } from '../strings/shell-strings.ts'
import { useWords } from '../strings/use-words.ts'

/** The state of `Chat.Launcher`. */
export type LauncherState = {
  readonly open: boolean
  /** True if the popup is closed and something inside waits for the user. */
  readonly asks: boolean
  /** True if the popup is closed and the agent works. */
  readonly working: boolean
}

/** The props of `Chat.Launcher`. */
export type LauncherProps = PartProps<LauncherState, 'button'>

/**
 * Renders the button that opens and closes the popup. The name of the button reports if something
 * in a closed popup waits for the user, or if the agent works.
 */
export function Launcher(props: LauncherProps): ReactElement {
  const { agent, prepare } = useShell()
  const strings = useWords('chat', englishShell)
  const { open, setOpen, panelId } = useFrame()
  const asks = useIsAsked(agent) && !open
  const isBusy = useActivity(agent, ({ status }) => status !== 'idle')
  const working = isBusy && !open && !asks
  const news = asks ? strings.waitingForUser : working && strings.working
  return renderPart(
    'button',
    'launcher',
    props,
    { open, asks, working },
    {
      type: 'button',
      'aria-label': news ? `${strings.open}: ${news}` : strings.open,
      'aria-haspopup': 'dialog',
      'aria-expanded': open,
      'aria-controls': panelId,
      onPointerEnter: prepare,
      onPointerDown: prepare,
      onFocus: prepare,
      onClick: () => setOpen?.(!open),
      children: open ? (
        <ShellIcon name="close" />
      ) : (
        <AssistantIcon>
          <ShellIcon name="mark" />
        </AssistantIcon>
      ),
    },
  )
}

/** The button that a popup or sidebar shows by itself. */
export function OwnLauncher(): ReactNode {
  const Own = (useShell().replaced?.['Launcher'] as typeof Launcher | undefined) ?? Launcher
  return <Own />
}
