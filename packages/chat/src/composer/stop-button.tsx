import { useLayoutEffect, useRef, type ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { Icon } from '../icon.tsx'
import { englishComposer } from '../strings/composer-strings.ts'
import { useWords } from '../strings/use-words.ts'

/**
 * Renders the button that stops the agent. A run that ends while the button has the focus moves the
 * focus to the text field.
 */
export function StopButton({ onStop }: { readonly onStop: () => void }): ReactElement {
  const { field } = useChat()
  const strings = useWords('composer', englishComposer)
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
