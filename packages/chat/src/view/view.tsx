'use client'

import { type ReactElement, useEffect, type ReactNode } from 'react'
import { useChat } from '../chat-context.ts'
import { Icon } from '../icon.tsx'
import { renderPart, type PartProps } from '../part.ts'
import { hasStorage } from '../sessions/has-storage.ts'
import { englishSessions } from '../sessions/session-strings.ts'
import { englishFrame } from '../strings/frame-strings.ts'
import { useWords } from '../strings/use-words.ts'
import type { ChatView } from './view-keys.ts'

/** The state of `ViewButton`. */
type ViewButtonState = { readonly pressed: boolean }

/** The props of `Chat.View` as a button. */
interface ViewButtonProps extends PartProps<ViewButtonState, 'button'> {
  /** True for a button that shows the view, and the conversation again. */
  readonly button: true
  /** The view that the button shows. */
  readonly name: Exclude<ChatView, 'conversation' | 'artifact'>
}

/**
 * Shows a view in place of the conversation, and the conversation again. Renders nothing for
 * `sessions` if the agent has no `storage`.
 */
function ViewButton(props: ViewButtonProps): ReactElement | null {
  const { name } = props
  const { agent, view, setView } = useChat()
  const { abilities } = useWords('chat', englishFrame)
  const { sessions } = useWords('session', englishSessions)
  const label = name === 'sessions' ? sessions : abilities
  const pressed = view === name
  if (name === 'sessions' && !hasStorage(agent)) return null
  return renderPart(
    'button',
    'icon-button',
    props,
    { pressed },
    {
      type: 'button',
      'aria-label': label,
      'aria-pressed': pressed,
      title: label,
      onClick: () => setView(pressed ? 'conversation' : name),
      children: <Icon name={name} />,
    },
  )
}

/** The state of `Chat.View`. */
type ViewState = { readonly name: ChatView }

/** The props of `Chat.View`. */
interface ViewProps extends PartProps<ViewState> {
  readonly button?: false | undefined
  /** The name of the view. */
  readonly name: ChatView
  readonly children?: ReactNode
}

/**
 * Shows the content of one view of the chat, or with `button` a button that shows the view. The
 * conversation stays mounted while another view is shown, and can be seen beside an artifact if
 * there is space. Other views are created anew each time.
 */
export function View(props: ViewProps | ViewButtonProps): ReactElement | null {
  return props.button ? <ViewButton {...props} /> : <ViewContent {...props} />
}

function ViewContent(props: ViewProps): ReactElement | null {
  const { name, children } = props
  const { view, setArtifactView } = useChat()
  const isShown = view === name
  const isForArtifacts = name === 'artifact'
  useEffect(() => {
    if (!isForArtifacts) return undefined
    setArtifactView(true)
    return () => setArtifactView(false)
  }, [isForArtifacts, setArtifactView])
  if (!isShown && name !== 'conversation') return null
  const isBehind = !isShown && view === 'artifact'
  return renderPart(
    'div',
    'view',
    props,
    { name },
    { hidden: !isShown && !isBehind, 'data-behind': isBehind ? '' : undefined, children },
  )
}
