import type { ReactElement } from 'react'
import { useChat, type ChatView } from '../chat-context.ts'
import { Icon } from '../icon.tsx'
import { renderPart, type PartProps } from '../part.ts'
import { hasStorage } from '../sessions/has-storage.ts'

/** The state of `ViewButton`. */
export type ViewButtonState = { readonly pressed: boolean }

/** The props of `Chat.View` as a button. */
export interface ViewButtonProps extends PartProps<ViewButtonState, 'button'> {
  /** True for a button that shows the view in place of the conversation, and the conversation again. */
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
  const { agent, strings, view, setView } = useChat()
  const pressed = view === name
  if (name === 'sessions' && !hasStorage(agent)) return null
  return renderPart(
    'button',
    'icon-button',
    props,
    { pressed },
    {
      type: 'button',
      'aria-label': strings[name],
      'aria-pressed': pressed,
      title: strings[name],
      onClick: () => setView(pressed ? 'conversation' : name),
      children: <Icon name={name} />,
    },
  )
}
