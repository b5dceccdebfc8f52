import type { Message } from '@ambit/core'
import { type ReactElement, useEffect, useMemo, useState } from 'react'
import type { TabProps } from '../tab.ts'
import { useRead } from '../use-read.ts'
import { Conversation } from './conversation.tsx'
import { callsOf, sourceOf, textOf } from './describe-message.ts'
import { WindowedList } from '../list/windowed-list.tsx'
import { MessageLine } from './message-line.tsx'
import { pathTo, toRows } from './message-rows.ts'
import { RunAgain } from './run-again.tsx'
import { errorWords } from '../error-words.ts'
import { toShownStart } from '../redact-shown.ts'

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
      setWords(errorWords(error, agent))
    }
  }
  const index = rows.findIndex((row) => row.message === message)
  return (
    <div className="history split">
      <div className="pane">
        {rows.length === 0 && <p className="empty">The open session has no messages yet.</p>}
        <WindowedList
          label="Messages"
          count={rows.length}
          chosen={index}
          onChoose={(nth) => choose(rows[nth]?.message.id ?? '')}
          follows
        >
          {(nth) => {
            const row = rows[nth]
            return (
              row && (
                <MessageLine
                  row={row}
                  source={sourceOf(row.message, outside)}
                  text={toShownStart(lineOf(row.message), agent)}
                  isHead={row.message.id === path.head}
                />
              )
            )
          }}
        </WindowedList>
      </div>
      <div className="pane">
        {message ? (
          <>
            <div className="bar">
              <button type="button" onClick={() => open(message.id)}>
                Use
              </button>
              <RunAgain key={message.id} agent={agent} message={message} onWords={setWords} />
              <span role="status">{words}</span>
            </div>
            <Conversation
              key={message.id}
              agent={agent}
              path={pathTo((id) => history.get(id), message.id)}
              outside={outside}
            />
          </>
        ) : (
          <p className="empty">
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

const lineOf = (message: Message): string => [textOf(message), ...callsOf(message)].join(' ').trim()
