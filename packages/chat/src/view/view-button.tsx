import type { ReactElement } from 'react'
import { useChat, type ChatView } from '../chat-context.ts'
import { Icon } from '../icon.tsx'
import { renderPart, type PartProps } from '../part.ts'
import { hasStorage } from '../sessions/has-storage.ts'
import { englishFrame } from '../strings/frame-strings.ts'
import { englishSessions } from '../sessions/session-strings.ts'
import { useWords } from '../strings/use-words.ts'

/** The state of `ViewButton`. */
export type ViewButtonState = { readonly pressed: boolean }

/** The props of `Chat.View` as a button. */
export interface ViewButtonProps extends PartProps<ViewButtonState, 'button'> {
  /** True for a button that shows the view, and the conversation again. */
  readonly button: true
  /** The view that the button shows. */
  readonly name: Exclude<ChatView, 'conversation' | 'artifact'>
}

/**
 * Shows a view in place of the conversation, and the conversation again. Renders nothing for
 * `sessions` if the agent has no `storage`.
 */
export function ViewButton(props: ViewButtonProps): ReactElement | null {
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
