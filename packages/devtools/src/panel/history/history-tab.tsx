import type { Agent, Message, OutsideCall } from '@ambit/core'
import { type ReactElement, useMemo, useState, useSyncExternalStore } from 'react'
import type { KeptEvent } from '../../watch/event-log.ts'
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
  const { calls } = useRead(agent.outside)
  const isBusy = useBusy(agent)
  // A message that another tab names is chosen anew.
  const [choice, setChoice] = useState({ at, id: at })
  const chosen = choice.at === at ? choice.id : at
  const [words, setWords] = useState('')
  const rows = useMemo(() => toRows(history.all, path.messages), [history, path.messages])
  const outside = useMemo(() => outsideOf(events.getState().events, calls), [events, calls])
  const messages = rows.map((row) => row.message)
  // A call that has no answer yet is part of the message that asks for it.
  const message =
    messages.find(({ id }) => id === chosen) ??
    messages.find((asking) => 'calls' in asking && asking.calls?.some(({ id }) => id === chosen))

  const choose = (id: string): void => {
    setChoice({ at, id })
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
    <div className="history sized">
      <div className="split">
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
                <button type="button" disabled={isBusy} onClick={() => open(message.id)}>
                  Use
                </button>
                <RunAgain
                  key={message.id}
                  agent={agent}
                  message={message}
                  isBusy={isBusy}
                  onWords={setWords}
                />
                <span role="status">
                  {isBusy ? 'A chat goes on. Wait until it has ended.' : words}
                </span>
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
    </div>
  )
}

/** Whether a chat of the open session runs or waits. Its text renders nothing. */
const useBusy = ({ activity }: Agent): boolean =>
  useSyncExternalStore(activity.subscribe, () => activity.getState().status !== 'idle')

/** Returns the kind of the caller of each call from outside of the page. */
function outsideOf(
  events: readonly KeptEvent[],
  calls: readonly OutsideCall[],
): ReadonlyMap<string, string> {
  const sources = new Map(calls.map(({ callId, source }): [string, string] => [callId, source]))
  for (const event of events) {
    if (event.type !== 'agent:tool_started') continue
    const { callId, source = 'ui' } = event
    if (source !== 'ui') sources.set(callId, source)
  }
  return sources
}

const lineOf = (message: Message): string => [textOf(message), ...callsOf(message)].join(' ').trim()
