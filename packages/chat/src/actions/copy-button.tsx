import { useEffect, useState, type ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { copyText } from '../copy-text.ts'
import { IconButton } from './icon-button.tsx'

/** Copies a text to the clipboard and says for a moment whether it could. */
export function CopyButton({ text }: { readonly text: () => string }): ReactElement {
  const { strings, announce } = useChat()
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return undefined
    const timer = setTimeout(() => setDone(false), 2000)
    return () => clearTimeout(timer)
  }, [isDone])
  const copy = async (): Promise<void> => {
    const done = await copyText(text())
    setDone(done)
    announce(done ? strings.copied : strings.notCopied)
  }
  return (
    <IconButton name={isDone ? 'done' : 'copy'} label={strings.copy} onClick={() => void copy()} />
  )
}
