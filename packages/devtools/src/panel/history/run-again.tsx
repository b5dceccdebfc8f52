import type { Agent, AgentVerbs, Message, Run } from '@ambit/core'
import { type ReactElement, useState } from 'react'
import { textOf } from './describe-message.ts'
import { errorWords } from '../error-words.ts'
import { toShownText } from '../redact-shown.ts'

interface RunAgainProps {
  readonly agent: Agent
  readonly message: Message
  /** True while a chat runs: nothing can run again then. */
  readonly isBusy: boolean
  /** Shows the outcome. */
  readonly onWords: (words: string) => void
}

/** Shows the buttons that run again from a message. The branches so far stay. */
export function RunAgain({ agent, message, isBusy, onWords }: RunAgainProps): ReactElement {
  const [text, setText] = useState<string>()
  const said = textOf(message)
  const isOfUser = message.role === 'user' && message.source === undefined
  const isText = typeof message.content === 'string'

  const run = (start: (verbs: AgentVerbs) => Run<unknown>): void => {
    onWords('')
    // A chat that waits would begin from another message than this one.
    start(agent.with({ onBusy: 'reject' })).then(
      () => onWords('The answer is a new branch.'),
      (error: unknown) => onWords(errorWords(error, agent)),
    )
  }
  return (
    <>
      <button
        type="button"
        disabled={isBusy}
        onClick={() => run((verbs) => verbs.resume({ from: message.id }))}
      >
        Run again from here
      </button>
      {isOfUser && isText && text === undefined && (
        // A secret that is hidden would be lost.
        <button
          type="button"
          disabled={isBusy}
          onClick={() => setText(toShownText(said, agent) === said ? said : '')}
        >
          Change…
        </button>
      )}
      {text !== undefined && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            run((verbs) => verbs.chat(text, { replaces: message.id }))
          }}
        >
          <textarea
            aria-label="The message in other words"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <button type="submit" disabled={isBusy || text.trim() === ''}>
            Run with this
          </button>
        </form>
      )}
    </>
  )
}
