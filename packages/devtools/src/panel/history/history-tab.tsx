import type { Message } from '@ambit/core'
import { type ReactElement, useEffect, useMemo, useState } from 'react'
import { errorWords, shownText } from '../shown-text.ts'
import type { TabProps } from '../tab.ts'
import { useRead } from '../use-read.ts'
import { Conversation } from './conversation.tsx'
import { callsOf, sourceOf, textOf } from './describe-message.ts'
import { MessageList } from './message-list.tsx'
import { pathTo, toRows } from './message-rows.ts'
import { RunAgain } from './run-again.tsx'

/** Renders the tab "History". Choosing a message changes nothing outside of the panel. */
export function HistoryTab({ watched, at }: TabProps): ReactElement {
  const { agent, events } = watched
  const { history } = agent
  const path = useRead(history)
  const calls = useRead(agent.outside)
  const [chosen, setChosen] = useState(at)
  const [words, setWords] = useState('')
  useEffect(() => {
    if (at !== undefined) setChosen(at)
  }, [at])

  const rows = useMemo(() => toRows(history.all, path.messages), [history, path])
  const outside = useMemo(() => {
    void calls
    const sources = new Map<string, string>()
    for (const event of events.getState().events) {
      if (event.type !== 'agent:tool_started') continue
      const { callId, source } = event
      if (source !== undefined && source !== 'ui') sources.set(callId, source)
    }
    return sources
  }, [events, calls])
  const message =
    chosen === undefined
      ? undefined
      : find(
          rows.map((row) => row.message),
          chosen,
        )

  const choose = (id: string): void => {
    setChosen(id)
    setWords('')
  }
  const open = (id: string): void => {
    try {
      history.moveTo(id)
      setWords('The conversation is open at this message. What follows it stays as a branch.')
    } catch (error) {
      setWords(errorWords(agent, error))
    }
  }
  return (
    <div className="history">
      {rows.length === 0 && <p>The open session has no messages yet.</p>}
      <MessageList
        rows={rows}
        chosen={message?.id}
        head={path.head}
        onChoose={choose}
        describe={(row) => ({
          source: sourceOf(row.message, outside),
          text: shownText(agent, lineOf(row.message), 160),
        })}
      />
      <div className="chosen">
        {message ? (
          <>
            <div className="actions">
              <button type="button" onClick={() => open(message.id)}>
                Use
              </button>
              <RunAgain key={message.id} agent={agent} message={message} onWords={setWords} />
            </div>
            <p role="status">{words}</p>
            <Conversation
              key={message.id}
              agent={agent}
              path={pathTo((id) => history.get(id), message.id)}
              outside={outside}
            />
          </>
        ) : (
          <p className="hint">
            {chosen === undefined
              ? 'Choose a message to read the conversation up to it. Nothing changes until you press “Use” or “Run again from here”.'
              : 'This message is not in the open session.'}
          </p>
        )}
      </div>
    </div>
  )
}

/** Finds a message by its id, or by the id of a call that it asks for. */
const find = (messages: readonly Message[], id: string): Message | undefined =>
  messages.find((message) => message.id === id) ??
  messages.find(
    (message) => message.role === 'assistant' && message.calls?.some((call) => call.id === id),
  )

const lineOf = (message: Message): string =>
  [textOf(message).slice(0, 2000), ...callsOf(message)].join(' ').replaceAll(/\s+/g, ' ').trim()
