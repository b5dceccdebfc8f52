import { useEffect, useState, type ReactElement } from 'react'
import { useCopy } from '../use-copy.ts'
import { ActionButton } from './action-button.tsx'
import { englishMessages } from '../strings/message-strings.ts'
import { useWords } from '../strings/use-words.ts'

/**
 * Renders a button that copies a text to the clipboard. After a successful copy, the button shows a
 * check mark for two seconds.
 */
export function CopyButton({ text }: { readonly text: () => string }): ReactElement {
  const strings = useWords('messages', englishMessages)
  const copy = useCopy()
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return undefined
    const timer = setTimeout(() => setDone(false), 2000)
    return () => clearTimeout(timer)
  }, [isDone])
  return (
    <ActionButton
      name={isDone ? 'done' : 'copy'}
      label={strings.copy}
      onClick={() => void copy(text()).then(setDone)}
    />
  )
}
