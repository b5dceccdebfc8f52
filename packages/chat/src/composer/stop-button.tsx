import { useLayoutEffect, useRef, type ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { Icon } from '../icon.tsx'

/** Stops the agent. When the run ends while it has the focus, the focus moves to the text field. */
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
