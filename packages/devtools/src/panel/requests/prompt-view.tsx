import type { Agent } from '@ambit/core'
import { type ReactElement, useState } from 'react'
import type { KeptRequest } from '../../watch/request-log.ts'
import { toSize } from '../format.ts'
import { WindowedList } from '../list/windowed-list.tsx'
import { toShownJson, toShownStart, toShownText } from '../redact-shown.ts'
import { CopyPrompt } from './copy-prompt.tsx'

type Message = KeptRequest['built']['request']['prompt'][number]

/** Renders the whole prompt, message by message. */
export function PromptView({
  request,
  agent,
}: {
  readonly request: KeptRequest
  readonly agent: Agent
}): ReactElement {
  const { prompt } = request.built.request
  const [chosen, setChosen] = useState(-1)
  const message = prompt[chosen]
  return (
    <>
      <p className="muted">{toSize(request.built.bytes.prompt)} of JSON</p>
      <CopyPrompt prompt={prompt} agent={agent} />
      <div className="messages">
        <WindowedList label="Messages" count={prompt.length} chosen={chosen} onChoose={setChosen}>
          {(at) => <MessageRow message={prompt[at]} at={at} agent={agent} />}
        </WindowedList>
      </div>
      {message && <MessageText message={message} agent={agent} />}
    </>
  )
}

function MessageRow({
  message,
  at,
  agent,
}: {
  readonly message: Message | undefined
  readonly at: number
  readonly agent: Agent
}): ReactElement | null {
  if (!message) return null
  return (
    <>
      <span className="muted">{at + 1}</span>
      <strong>{message.role}</strong>
      <span className="fill muted">{toStart(message, agent)}</span>
    </>
  )
}

const starts = new WeakMap<Message, string>()

function toStart(message: Message, agent: Agent): string {
  let start = starts.get(message)
  if (start === undefined) {
    const { content } = message
    const pieces =
      typeof content === 'string'
        ? [content]
        : content.map((part) => ('text' in part ? part.text : `[${part.type}${nameOf(part)}]`))
    starts.set(message, (start = toShownStart(pieces.join(' '), agent)))
  }
  return start
}

const nameOf = (part: object): string => ('toolName' in part ? ` ${String(part.toolName)}` : '')

function MessageText({
  message,
  agent,
}: {
  readonly message: Message
  readonly agent: Agent
}): ReactElement {
  const { content } = message
  if (typeof content === 'string') return <pre>{toShownText(content, agent)}</pre>
  return (
    <>
      {content.map((part, at) => (
        <pre key={at}>
          {'text' in part ? toShownText(part.text, agent) : toShownJson(part, agent)}
        </pre>
      ))}
    </>
  )
}
