import { useEffect, useState, useSyncExternalStore, type ReactElement } from 'react'
import { useMessageOptions } from '../chat-context.ts'
import { ActionButton } from '../actions/action-button.tsx'
import { useFrame } from '../frame/frame-context.ts'
import { useMarkdownState } from '../markdown/markdown.tsx'
import { canSpeak, onVoices, speaker } from './speaker.ts'
import { englishMessages } from '../strings/message-strings.ts'
import { useWords } from '../strings/use-words.ts'

/**
 * Renders a button that reads an answer aloud, and stops that. The reading also ends with the
 * answer's place in the page, and when the panel closes. Renders nothing if the browser has no
 * voice of its own, or the application wants none.
 */
export function ReadAloudButton({ text }: { readonly text: string }): ReactElement | null {
  const strings = useWords('messages', englishMessages)
  const { readAloud = true } = useMessageOptions()
  const { open } = useFrame()
  const { module } = useMarkdownState()
  const [owner] = useState(() => ({}))
  const isAble = useSyncExternalStore(onVoices, canSpeak, () => false)
  const isReading = useSyncExternalStore(speaker.subscribe, speaker.getOwner, noOwner) === owner
  useEffect(() => {
    if (!open) speaker.stop(owner)
    return () => speaker.stop(owner)
  }, [open, owner])
  if (!readAloud || !isAble || !module) return null
  const read = (): void => {
    const lang = document.documentElement.lang || navigator.language
    speaker.start(owner, module.toSpeech(text, lang))
  }
  return (
    <ActionButton
      name={isReading ? 'stop' : 'voice'}
      label={isReading ? strings.stopReading : strings.readAloud}
      onClick={() => (isReading ? speaker.stop(owner) : read())}
    />
  )
}

const noOwner = (): undefined => undefined
