import type { Speech } from './to-speech.ts'

/** The voice of the page, which reads one text at a time. An external store in React's sense. */
class Speaker {
  readonly #listeners = new Set<() => void>()
  #owner: object | undefined
  /** The utterances of the current text. Some browsers forget those that nobody holds. */
  #utterances: readonly SpeechSynthesisUtterance[] = []

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Returns the one whose text is read; undefined in silence. */
  readonly getOwner = (): object | undefined => this.#owner

  /** Reads a text in place of the current one. */
  start(owner: object, { sentences, lang }: Speech): void {
    this.stop()
    const voice = voiceFor(lang)
    const utterances = sentences.map((text) => {
      const utterance = new SpeechSynthesisUtterance(text)
      utterance.lang = voice?.lang ?? lang
      if (voice) utterance.voice = voice
      utterance.addEventListener('error', () => this.#end(utterances))
      return utterance
    })
    const last = utterances.at(-1)
    if (!last) return
    last.addEventListener('end', () => this.#end(utterances))
    this.#utterances = utterances
    this.#set(owner)
    for (const utterance of utterances) speechSynthesis.speak(utterance)
  }

  /** Ends the reading, if it is that of `owner`. Without `owner`, ends any. */
  stop(owner: object | undefined = this.#owner): void {
    if (!this.#owner || this.#owner !== owner) return
    this.#end(this.#utterances)
    speechSynthesis.cancel()
  }

  #end(utterances: readonly SpeechSynthesisUtterance[]): void {
    // The utterances of an earlier text end after the next text has begun.
    if (utterances !== this.#utterances) return
    this.#utterances = []
    this.#set(undefined)
  }

  #set(owner: object | undefined): void {
    this.#owner = owner
    for (const listener of this.#listeners) listener()
  }
}

export const speaker: Speaker = new Speaker()

/**
 * Whether the browser can read a text by itself. Voices that send the text to a server do not
 * count. A browser that has not named its voices yet may have some.
 */
export function canSpeak(): boolean {
  if (!('speechSynthesis' in globalThis)) return false
  const voices = speechSynthesis.getVoices()
  return voices.length === 0 || voices.some(({ localService }) => localService)
}

/** Calls the listener when the browser names its voices. Returns a function that ends that. */
export function onVoices(listener: () => void): () => void {
  if (!('speechSynthesis' in globalThis)) return () => undefined
  speechSynthesis.addEventListener('voiceschanged', listener)
  return () => speechSynthesis.removeEventListener('voiceschanged', listener)
}

/** Returns a voice of the device for a language: one of the same region, if there is one. */
function voiceFor(lang: string): SpeechSynthesisVoice | undefined {
  const local = speechSynthesis.getVoices().filter(({ localService }) => localService)
  const is = (voice: SpeechSynthesisVoice, tag: string): boolean =>
    // Android writes `en_US`.
    voice.lang.replace('_', '-').toLowerCase().startsWith(tag.toLowerCase())
  const [language = lang] = lang.split('-')
  return (
    local.find((voice) => is(voice, lang)) ??
    local.find((voice) => is(voice, language)) ??
    local.find((voice) => voice.default) ??
    local[0]
  )
}
