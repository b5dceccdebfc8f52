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
export const canDictate = (): boolean => findClass() !== undefined

/**
 * Listens until the returned function is called or the browser stops by itself. Calls `onText` with
 * everything understood so far, each time that text changes. Calls `onEnd` once at the end; at once
 * if the browser cannot listen.
 */
export function dictate(
  lang: string,
  onText: (text: string) => void,
  onEnd: () => void,
): () => void {
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
