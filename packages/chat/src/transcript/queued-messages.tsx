'use client'

import { useAgent } from '@ambit/react'
import type { ChatInput } from '@ambit/core'
import type { ReactElement } from 'react'
import { ActionButton } from '../actions/action-button.tsx'
import { useChat } from '../chat-context.ts'
import { cleanText } from '../markdown/text-intake.ts'
import { CutText } from './cut-text.tsx'
import { quotedText, quotesIn, textOf } from '../said.ts'
import { englishComposer } from '../strings/composer-strings.ts'
import { useWords } from '../strings/use-words.ts'

/**
 * Lists the messages of the user that the agent has not taken yet, in the order in which they
 * were sent. The user can withdraw each message.
 */
export function QueuedMessages(): ReactElement | null {
  const { field } = useChat()
  const strings = useWords('composer', englishComposer)
  const { queue } = useAgent()
  const shown = queue.flatMap(({ runId, input, cancel }) => {
    const text = textOf(input)
    const files = filesOf(input)
    const quotes = quotesIn(input).map(quotedText)
    return text === '' && files.length === 0 ? [] : [{ runId, text, quotes, files, cancel }]
  })
  if (shown.length === 0) return null
  return (
    <ul className="ambit-queue" aria-label={strings.queued}>
      {shown.map(({ text, quotes, files, cancel }, at) => (
        <li key={keyOf(shown, at)} className="ambit-user" data-queued="">
          <div className="ambit-bubble">
            {quotes.map((quote, index) => (
              <blockquote key={index} className="ambit-quote" dir="auto">
                {cleanText(quote)}
              </blockquote>
            ))}
            <div dir="auto">
              <CutText text={cleanText(text)} renderText={(shown) => <>{shown}</>} />
            </div>
            {files.map((name, index) => (
              <span key={index} className="ambit-file" dir="auto">
                {cleanText(name)}
              </span>
            ))}
          </div>
          <p className="ambit-end">
            {strings.queued}
            <ActionButton
              name="close"
              label={strings.withdraw}
              onClick={() => {
                cancel()
                field.current?.focus()
              }}
            />
          </p>
        </li>
      ))}
    </ul>
  )
}

/** Returns the key of a waiting message. Several may wait to join the same run. */
const keyOf = (shown: readonly { readonly runId: string }[], at: number): string => {
  const { runId } = shown[at] ?? { runId: '' }
  return `${runId} ${shown.slice(0, at).filter((other) => other.runId === runId).length}`
}

const filesOf = (input: ChatInput): string[] =>
  typeof input === 'string'
    ? []
    : input.flatMap((part) =>
        part.type === 'text' ? [] : [part.filename ?? part.mediaType ?? part.type],
      )
