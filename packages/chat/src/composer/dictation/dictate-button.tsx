import { useEffect, useRef, useState, type ReactElement } from 'react'
import { speaker } from '../../read-aloud/speaker.ts'
import { Outline } from '../../shell-icon.tsx'
import { canDictate, dictate } from './dictation.ts'
import { englishComposer } from '../../strings/composer-strings.ts'
import { useWords } from '../../strings/use-words.ts'

export interface DictateButtonProps {
  /** Returns the text in the field. */
  readonly read: () => string
  readonly onText: (text: string) => void
}

/**
 * Renders a button that listens to the user and writes the speech after the text in the field.
 * Renders nothing if the browser cannot listen.
 */
export function DictateButton({ read, onText }: DictateButtonProps): ReactElement | null {
  const strings = useWords('composer', englishComposer)
  const [isListening, setListening] = useState(false)
  const stop = useRef<(() => void) | undefined>(undefined)
  useEffect(() => () => stop.current?.(), [])
  if (!canDictate()) return null

  const toggle = (): void => {
    if (stop.current) return stop.current()
    const text = read()
    const before = text === '' || text.endsWith(' ') ? text : `${text} `
    // The page would hear itself.
    speaker.stop()
    setListening(true)
    stop.current = dictate(
      document.documentElement.lang || navigator.language,
      (heard) => onText(before + heard),
      () => {
        stop.current = undefined
        setListening(false)
      },
    )
  }
  return (
    <button
      type="button"
      className="ambit-icon-button"
      aria-label={strings.dictate}
      aria-pressed={isListening}
      onClick={toggle}
    >
      <Outline
        name="voice"
        path="M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3zM6 11a6 6 0 0 0 12 0M12 17v4"
      />
    </button>
  )
}
