import type { Agent, Message } from '@ambit/core'
import { type ReactElement, useLayoutEffect, useRef, useState } from 'react'
import { callsOf, marksOf, sourceOf, textOf } from './describe-message.ts'
import { toClock } from '../format.ts'
import { toShownStart, toShownText } from '../redact-shown.ts'

interface ConversationProps {
  readonly agent: Agent
  /** The conversation, up to the message that was chosen. */
  readonly path: readonly Message[]
  readonly outside: ReadonlyMap<string, string>
}

const pageSize = 20

/** Shows the end of a conversation, and its earlier messages when asked to. */
export function Conversation({ agent, path, outside }: ConversationProps): ReactElement {
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
