import type { Agent, CallRecord, Message } from '@ambit/core'
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
  const calls = useRead(agent.calls)
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
              if (!row) return undefined
              const source = sourceOf(row.message, outside)
              const text = toShownStart(lineOf(row.message), agent)
              const isHead = row.message.id === path.head
              return <MessageLine row={row} source={source} text={text} isHead={isHead} />
            }}
          </WindowedList>
        </div>
        <div className="pane">
          {message ? (
            <>
              <MessageBar agent={agent} message={message} words={words} onWords={setWords} />
              <Conversation
                key={message.id}
                agent={agent}
                path={pathTo((id) => history.get(id), message.id)}
                outside={outside}
              />
            </>
          ) : (
            <p className="empty">{chosen === undefined ? chooseText : goneText}</p>
          )}
        </div>
      </div>
    </div>
  )
}

const chooseText =
  'Choose a message to read the conversation up to it. Nothing changes until you press “Use” or “Run again from here”.'

const goneText = 'This message is not in the open session.'

interface MessageBarProps {
  readonly agent: Agent
  readonly message: Message
  /** What the last press came to. */
  readonly words: string
  readonly onWords: (words: string) => void
}

/** Renders what can be done with the chosen message. */
function MessageBar({ agent, message, words, onWords }: MessageBarProps): ReactElement {
  const isBusy = useBusy(agent)
  const open = (): void => {
    try {
      agent.history.moveTo(message.id)
      onWords('The conversation is open at this message. What follows it stays as a branch.')
    } catch (error) {
      onWords(errorWords(error, agent))
    }
  }
  return (
    <div className="bar">
      <button type="button" disabled={isBusy} onClick={open}>
        Use
      </button>
      <RunAgain
        key={message.id}
        agent={agent}
        message={message}
        isBusy={isBusy}
        onWords={onWords}
      />
      <span role="status">{isBusy ? 'A chat goes on. Wait until it has ended.' : words}</span>
    </div>
  )
}

/** Whether a chat of the open session runs or waits. Its text renders nothing. */
const useBusy = (agent: Agent): boolean =>
  useSyncExternalStore(agent.subscribe, () => agent.getState().status !== 'idle')

/** Returns the kind of the caller of each call from outside of the page. */
function outsideOf(
  events: readonly KeptEvent[],
  calls: ReadonlyMap<string, CallRecord>,
): ReadonlyMap<string, string> {
  const sources = new Map<string, string>()
  for (const { callId, source } of calls.values()) if (source) sources.set(callId, source)
  for (const event of events) {
    if (event.type !== 'agent:tool_started') continue
    const { callId, source = 'ui' } = event
    if (source !== 'ui') sources.set(callId, source)
  }
  return sources
}

const lineOf = (message: Message): string => [textOf(message), ...callsOf(message)].join(' ').trim()
