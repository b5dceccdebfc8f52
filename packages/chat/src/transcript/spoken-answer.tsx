import { useAgentEvent, useMessages } from '@ambit/react'
import { useEffect, useLayoutEffect, useRef, useState, type ReactElement } from 'react'
import { useMessageOptions } from '../chat-context.ts'
import { useMarkdownState } from '../markdown/markdown.tsx'

/** The length from which an answer is cut at the end of a sentence, in UTF-16 units. */
const MOST_CHARS = 500
/** The time after which the text is taken away, in milliseconds: screen readers have it by then. */
const KEPT_MS = 2000

interface Answer {
  readonly id: string
  readonly text: string
}

/**
 * Speaks each answer once to screen readers, when its run has completed. What was there before, and
 * other conversations, are not spoken. Speaks nothing if the application wants that.
 */
export function SpokenAnswer(): ReactElement {
  const { announce = true } = useMessageOptions()
  const { module, hasFailed } = useMarkdownState()
  const written = useRef<Answer>(undefined)
  const [finished, setFinished] = useState<Answer>()
  useAgentEvent('agent:request_completed', ({ message }) => {
    if (message) written.current = { id: message.id, text: message.content ?? '' }
  })
  useAgentEvent('agent:completed', ({ content }) => {
    if (announce && written.current?.text === content) setFinished(written.current)
  })
  const isShown = useMessages().ids.at(-1) === finished?.id
  const box = useRef<HTMLSpanElement>(null)
  const region = useRef<HTMLElement>(undefined)
  useLayoutEffect(() => {
    if (box.current) region.current ??= createRegion(box.current)
  }, [])
  useEffect(() => {
    // Without its parser Markdown is spoken as it is.
    if (!finished || !isShown || !region.current || !(module || hasFailed)) return undefined
    const { lang } = document.documentElement
    const sentences = module?.toSpeech(finished.text, lang || navigator.language).sentences
    region.current.textContent = cut(sentences ?? [finished.text])
    const timer = setTimeout(() => setFinished(undefined), KEPT_MS)
    return () => {
      clearTimeout(timer)
      if (region.current) region.current.textContent = ''
    }
  }, [finished, isShown, module, hasFailed])
  return <span ref={box} className="ambit-only-spoken" />
}

/**
 * Creates a live region where scripts of the page, which look for the words of an answer, do not
 * find them twice.
 */
function createRegion(box: HTMLElement): HTMLElement {
  const region = document.createElement('span')
  region.ariaLive = 'polite'
  box.attachShadow({ mode: 'closed' }).append(region)
  return region
}

function cut(sentences: readonly string[]): string {
  let text = ''
  for (const sentence of sentences) {
    const next = text === '' ? sentence : `${text} ${sentence}`
    if (next.length > MOST_CHARS) return `${text || sentence.slice(0, MOST_CHARS)} …`
    text = next
  }
  return text
}
