import { useLayoutEffect, useRef, type ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { Icon } from '../icon.tsx'

/**
 * Renders the button that stops the agent. A run that ends while the button has the focus moves the
 * focus to the text field.
 */
export function StopButton({ onStop }: { readonly onStop: () => void }): ReactElement {
  const { strings, field } = useChat()
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const [element, next] = [button.current, field.current]
    return () => {
      if (element?.matches(':focus')) next?.focus()
    }
  }, [field])
  return (
    <button
      type="button"
      ref={button}
      className="ambit-stop"
      aria-label={strings.stop}
      onClick={onStop}
    >
      <Icon name="stop" />
    </button>
  )
}
