import type { AgentEvent, AssistantMessage, Message, ToolMessage } from '@ambit/core'

/** Checks that each call has exactly one answer, before any other message. Returns the breaches. */
export function brokenHistory(messages: readonly Message[]): string[] {
  const breaches: string[] = []
  let open: string[] = []
  const ids: string[] = []
  for (const message of messages) {
    ids.push(message.id)
    if (message.role === 'tool') {
      if (open[0] !== message.id) breaches.push(`"${message.id}" is answered out of turn`)
      open = open.filter((id) => id !== message.id)
      breaches.push(...unreadable(message))
      continue
    }
    if (open.length) breaches.push(`"${open.join()}" is not answered`)
    open = message.role === 'assistant' ? callIds(message) : []
  }
  if (open.length) breaches.push(`"${open.join()}" is not answered`)
  if (new Set(ids).size !== ids.length) breaches.push('an id stands twice')
  return breaches
}

const callIds = ({ calls = [] }: AssistantMessage): string[] => calls.map(({ id }) => id)

function unreadable({ id, content, status }: ToolMessage): string[] {
  const answer = JSON.parse(content) as { error?: { name?: string; message?: string } }
  if (status === 'ok' || (answer.error?.name && answer.error.message)) return []
  return [`"${id}" failed without a reason`]
}

/**
 * Checks that events have no gap and one terminal event, and that nothing is retried after a part
 * of the message was shown. Returns the breaches.
 */
export function brokenEvents(events: readonly AgentEvent[]): string[] {
  const breaches: string[] = []
  let seq = 0
  let shows = false
  for (const event of events) {
    if (event.type === 'agent:delta') shows = true
    else if (event.seq !== ++seq) breaches.push(`event ${seq} is numbered ${event.seq}`)
    if (event.type === 'agent:request_started') shows = false
    if (event.type === 'agent:request_retrying' && shows)
      breaches.push('retried after something was shown')
  }
  const terminal = events.filter(({ type }) => /:(completed|failed|cancelled)$/.test(type))
  if (terminal.length !== 1) breaches.push(`${terminal.length} terminal events`)
  return breaches
}
