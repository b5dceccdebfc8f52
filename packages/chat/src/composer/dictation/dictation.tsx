import { useEffect, useRef, useState, type ReactElement } from 'react'
import { speaker } from '../../read-aloud/speaker.ts'
import { Outline } from '../../shell-icon.tsx'
import { englishComposer } from '../../strings/composer-strings.ts'
import { useWords } from '../../strings/use-words.ts'

/** The part of the Web Speech API in use, which TypeScript's DOM library does not declare. */
interface SpeechRecognition extends EventTarget {
  continuous: boolean
  interimResults: boolean
  lang: string
  start(): void
  abort(): void
}

interface SpeechRecognitionEvent extends Event {
  readonly results: Iterable<Iterable<{ readonly transcript: string }>>
}

type SpeechRecognitionClass = new () => SpeechRecognition

function findClass(): SpeechRecognitionClass | undefined {
  const scope = globalThis as {
    SpeechRecognition?: SpeechRecognitionClass
    webkitSpeechRecognition?: SpeechRecognitionClass
  }
  return scope.SpeechRecognition ?? scope.webkitSpeechRecognition
}

/** Whether this browser can listen. */
const canDictate = (): boolean => findClass() !== undefined

/**
 * Listens until the returned function is called or the browser stops by itself. Calls `onText` with
 * everything understood so far, each time that text changes. Calls `onEnd` once at the end; at once
 * if the browser cannot listen.
 */
function dictate(lang: string, onText: (text: string) => void, onEnd: () => void): () => void {
  const Recognition = findClass()
  if (!Recognition) {
    onEnd()
    return () => undefined
  }
  const recognition = new Recognition()
  recognition.continuous = true
  recognition.interimResults = true
  recognition.lang = lang
  recognition.addEventListener('result', (event) => {
    const { results } = event as SpeechRecognitionEvent
    onText(Array.from(results, ([best]) => best?.transcript ?? '').join(''))
  })
  recognition.addEventListener('end', onEnd, { once: true })
  recognition.start()
  return () => recognition.abort()
}

interface DictateButtonProps {
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
