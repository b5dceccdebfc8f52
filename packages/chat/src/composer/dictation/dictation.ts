/** What of the Web Speech API is used; TypeScript's DOM library does not have it. */
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
 * Listens, and tells all that was understood so far each time it changes, until the returned function is called or the browser stops by
 * itself. `onEnd` is called once in each case.
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
