import type { Agent, CallOptions, Message, Run } from '@ambit/core'
import { type ReactElement, useState } from 'react'
import { errorWords, shownText } from '../shown-text.ts'
import { textOf } from './describe-message.ts'

/** The props of `RunAgain`. */
interface RunAgainProps {
  readonly agent: Agent
  readonly message: Message
  /** Shows the outcome. */
  readonly onWords: (words: string) => void
  /** The options of the run, such as another model. */
  readonly options?: CallOptions | undefined
}

/** Shows the buttons that run again from a message. The branches so far stay. */
export function RunAgain({ agent, message, onWords, options }: RunAgainProps): ReactElement {
  const [text, setText] = useState<string>()
  const said = textOf(message)
  const isOfPerson = message.role === 'user' && message.source === undefined
  const isText = typeof message.content === 'string'

  const run = (start: (options: CallOptions) => Run<unknown>): void => {
    onWords('The agent runs.')
    // A chat that waits would begin from another message than this one.
    start({ onBusy: 'reject', ...options } as CallOptions).then(
      () => onWords('The answer is a new branch.'),
      (error: unknown) => onWords(errorWords(agent, error)),
    )
  }
  return (
    <>
      <button
        type="button"
        onClick={() => run((given) => agent.history.regenerate(message.id, given))}
      >
        Run again from here
      </button>
      {isOfPerson && isText && text === undefined && (
        // A secret that is hidden would be lost.
        <button type="button" onClick={() => setText(shownText(agent, said) === said ? said : '')}>
          Change…
        </button>
      )}
      {text !== undefined && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            run((given) => agent.history.edit(message.id, text, given))
          }}
        >
          <textarea
            aria-label="The message in other words"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <button type="submit" disabled={text.trim() === ''}>
            Run with this
          </button>
        </form>
      )}
    </>
  )
}
