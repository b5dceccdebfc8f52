'use client'

import type { ReactElement, ReactNode } from 'react'
import { useShell } from '../chat-context.ts'
import { ShellIcon } from '../shell-icon.tsx'
import { renderPart, type PartProps } from '../part.ts'
import { AssistantIcon } from './assistant-icon.tsx'
import { useFrame } from './frame-context.ts'
import { englishShell } from '../strings/shell-strings.ts'
import { useWords } from '../strings/use-words.ts'

/** The props of `Chat.Header`. */
export interface HeaderProps extends PartProps<Record<never, never>> {
  /** Your own controls, between the title and the close button. */
  readonly children?: ReactNode
}

/**
 * Shows the title, which names the dialog or panel. In a popup or sidebar, also shows the close
 * button.
 */
export function Header(props: HeaderProps): ReactElement {
  const strings = useWords('chat', englishShell)
  const { titleId, setOpen } = useFrame()
  return renderPart(
    'div',
    'header',
    props,
    {},
    {
      children: (
        <>
          <AssistantIcon />
          <h2 id={titleId} className="ambit-title">
            {strings.title}
          </h2>
          {props.children}
          {setOpen && (
            <button
              type="button"
              className="ambit-icon-button"
              aria-label={strings.close}
              onClick={() => setOpen(false)}
            >
              <ShellIcon name="close" />
            </button>
          )}
        </>
      ),
    },
  )
}

/** The header that a chat shows by itself. */
export function OwnHeader(props: HeaderProps): ReactNode {
  const Own = (useShell().replaced?.['Header'] as typeof Header | undefined) ?? Header
  return <Own {...props} />
}
