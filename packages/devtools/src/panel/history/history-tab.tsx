import type { Agent, AgentVerbs, CallRecord, Message, Run } from '@ambit/core'
import {
  type ReactElement,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { KeptEvent } from '../../watch/event-log.ts'
import type { TabProps } from '../tab.ts'
import { useRead } from '../use-read.ts'
import { callsOf, marksOf, sourceOf, textOf } from './describe-message.ts'
import { WindowedList } from '../list/windowed-list.tsx'
import { type MessageRow, pathTo, toRows } from './message-rows.ts'
import { errorWords } from '../error-words.ts'
import { toShownStart, toShownText } from '../redact-shown.ts'
import { toClock } from '../format.ts'

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

interface ConversationProps {
  readonly agent: Agent
  /** The conversation, up to the message that was chosen. */
  readonly path: readonly Message[]
  readonly outside: ReadonlyMap<string, string>
}

const pageSize = 20

/** Shows the end of a conversation, and its earlier messages when asked to. */
function Conversation({ agent, path, outside }: ConversationProps): ReactElement {
  const [count, setCount] = useState(pageSize)
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    box.current?.scrollTo(0, box.current.scrollHeight)
  }, [])
  const earlier = Math.max(0, path.length - count)
  return (
    <div
      ref={box}
      className="scroll"
      tabIndex={0}
      role="region"
      aria-label="The conversation up to this message"
    >
      {earlier > 0 && (
        <button type="button" onClick={() => setCount(count + pageSize)}>
          {earlier} earlier
        </button>
      )}
      {path.slice(earlier).map((message) => (
        <Shown key={message.id} agent={agent} message={message} outside={outside} />
      ))}
    </div>
  )
}

function Shown(props: { agent: Agent; message: Message; outside: ReadonlyMap<string, string> }) {
  const { agent, message, outside } = props
  const reasoning = message.role === 'assistant' ? message.reasoning : undefined
  const text = textOf(message)
  return (
    <article aria-label={sourceOf(message, outside)}>
      <p className="of">
        <b>{sourceOf(message, outside)}</b>
        <time className="muted">{toClock(message.createdAt)}</time>
        {marksOf(message).map((mark) => (
          <span key={mark} className="warn">
            {toShownStart(mark, agent, 300)}
          </span>
        ))}
      </p>
      {reasoning && (
        <details>
          <summary>Reasoning</summary>
          <pre>{toShownText(reasoning, agent)}</pre>
        </details>
      )}
      {text && <pre>{toShownText(text, agent)}</pre>}
      {callsOf(message).map((call, at) => (
        <pre key={at} className="call">
          {toShownText(call, agent)}
        </pre>
      ))}
    </article>
  )
}

interface MessageLineProps {
  readonly row: MessageRow
  readonly source: string
  readonly text: string
  /** True if the conversation is open at this message. */
  readonly isHead: boolean
}

/** Renders a message as a row of a list. */
function MessageLine({ row, source, text, isHead }: MessageLineProps): ReactElement {
  const { message, branch, depth, isOnPath } = row
  const notes = [
    ...(branch ? [`branch ${branch.nth} of ${branch.of}`] : []),
    ...(isHead ? ['open here'] : []),
  ]
  return (
    <>
      <b
        className={isOnPath ? '' : 'muted'}
        style={{ paddingInlineStart: Math.min(depth, 6) * 14 }}
      >
        {source}
      </b>
      {message.taint && <span className="warn">tainted</span>}
      <span className={isOnPath ? 'fill' : 'fill muted'}>{text}</span>
      {notes.length > 0 && <small>{notes.join(', ')}</small>}
    </>
  )
}

interface RunAgainProps {
  readonly agent: Agent
  readonly message: Message
  /** True while a chat runs: nothing can run again then. */
  readonly isBusy: boolean
  /** Shows the outcome. */
  readonly onWords: (words: string) => void
}

/** Shows the buttons that run again from a message. The branches so far stay. */
function RunAgain({ agent, message, isBusy, onWords }: RunAgainProps): ReactElement {
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
