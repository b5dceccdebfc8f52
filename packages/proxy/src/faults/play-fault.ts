import {
  type Agent,
  type AgentEvent,
  type AssistantMessage,
  type Clock,
  createAgent,
  jsonSchema,
  type Message,
  ModelError,
  Tool,
  type ToolMessage,
} from '@ambit/core'
import type { FaultServer, Reply, Shown } from './fault-server.ts'
import type { Wire } from './wire.ts'

/** What became of a run, in the words of the table. */
export interface Outcome {
  readonly status: 'completed' | 'failed'
  /** How a completed run's last message ended. */
  readonly finish?: string | undefined
  /** The code of the `ModelError` that a failed run rejects with. */
  readonly code?: string | undefined
  /** Every text of the model that the history kept. */
  readonly text: string
  /** What the tool `save` was really run with, in order. */
  readonly ran: readonly string[]
  /** How each call was answered, in order. */
  readonly answers: readonly string[]
  readonly requests: number
  /** How long the loop waited before each retry, in milliseconds. */
  readonly delays: readonly number[]
}

/** Everything observed of one fault, for the table and for what must always hold. */
export interface Played {
  readonly outcome: Outcome
  readonly breaches: readonly string[]
}

const followUp = 'And now?'

const nothing: Shown = { text: '', input: '' }

/**
 * Sends one message against a script of replies, then another against `healthy`, and gathers what came of the first and every rule that was
 * broken on the way.
 */
export async function playFault(
  wire: Wire,
  server: FaultServer,
  baseURL: string,
  script: readonly Reply[],
  healthy: Reply,
): Promise<Played> {
  server.load(script)
  const ran: string[] = []
  const clock = new ImpatientClock()
  const agent = createAgent({
    model: wire.createModel(baseURL),
    clock,
    random: () => 0,
    tools: [
      new Tool({
        name: 'save',
        description: 'Saves a note.',
        parameters: jsonSchema<{ title: string }>({
          type: 'object',
          properties: { title: { type: 'string' } },
          required: ['title'],
        }),
        handler: ({ title }) => {
          ran.push(title)
          return 'saved'
        },
      }),
      new Tool({
        name: 'refresh',
        description: 'Refreshes.',
        handler: () => void ran.push('(refresh)'),
      }),
    ],
  })
  const events: AgentEvent[] = []
  let shown = nothing
  let said = ''
  const run = agent.chat('Go.', {
    on: {
      '*': (event) => {
        events.push(event)
        if (event.type === 'agent:iteration_started') shown = nothing
        if (event.type === 'agent:content_delta') {
          said += event.delta
          shown = { ...shown, text: shown.text + event.delta }
        }
        if (event.type === 'agent:tool_call_delta') {
          shown = { ...shown, input: shown.input + event.delta }
        }
        server.show(shown)
      },
    },
  })
  const ending: { finish?: string; code?: string } = await run.then(
    ({ finishReason }) => ({ finish: finishReason }),
    (error: unknown) => ({ code: ModelError.isInstance(error) ? error.code : String(error) }),
  )
  const messages = agent.history.messages
  const outcome: Outcome = {
    status: 'finish' in ending ? 'completed' : 'failed',
    ...ending,
    text: messages
      .flatMap((message) => (message.role === 'assistant' ? [message.content ?? ''] : []))
      .join('|'),
    ran: [...ran],
    answers: messages.flatMap((message) => (message.role === 'tool' ? [message.status] : [])),
    requests: server.requests.length,
    delays: clock.waits,
  }
  const breaches = [
    ...brokenHistory(messages),
    ...brokenEvents(events),
    ...(said === outcome.text.replaceAll('|', '')
      ? []
      : [`shown "${said}", kept "${outcome.text}"`]),
    ...(server.unused ? [`${server.unused} replies were not asked for`] : []),
    ...(clock.pending ? [`${clock.pending} timers are left`] : []),
    ...(await goOn(agent, server, healthy, ran)),
    ...server.requests.flatMap((body, nth) =>
      wire.refuse(body).map((breach) => `request ${nth}: ${breach}`),
    ),
  ]
  return { outcome, breaches }
}

/** Whatever happened, the next message goes through, and brings along all that was said. */
async function goOn(
  agent: Agent,
  server: FaultServer,
  healthy: Reply,
  ran: string[],
): Promise<string[]> {
  const before = ran.length
  server.add(healthy)
  const next = await agent.chat(followUp).then(
    ({ content }) => (content === 'Fine.' ? [] : [`the next chat said "${content}"`]),
    (error: unknown) => [`the next chat failed: ${String(error)}`],
  )
  const sent = JSON.stringify(server.requests)
  return [
    ...next,
    ...brokenHistory(agent.history.messages),
    ...(ran.length === before ? [] : ['the next chat ran a call again']),
    ...(sent.includes(followUp) ? [] : ['the next chat lost its message']),
  ]
}

/** Each call exactly one answer, before anything else is said. */
function brokenHistory(messages: readonly Message[]): string[] {
  const breaches: string[] = []
  let open: string[] = []
  let ids: string[] = []
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
  const told = JSON.parse(content) as { error?: { name?: string; message?: string } }
  if (status === 'ok' || (told.error?.name && told.error.message)) return []
  return [`"${id}" failed without a reason`]
}

/** Gapless, one terminal event, and no retry once something of the message was shown. */
function brokenEvents(events: readonly AgentEvent[]): string[] {
  const breaches: string[] = []
  let seq = 0
  let shows = false
  for (const event of events) {
    if (event.type.endsWith('_delta')) shows = true
    else if (event.seq !== ++seq) breaches.push(`event ${seq} is numbered ${event.seq}`)
    if (event.type === 'agent:iteration_started') shows = false
    if (event.type === 'agent:request_retrying' && shows)
      breaches.push('retried after something was shown')
  }
  const terminal = events.filter(({ type }) => /:(completed|failed|cancelled)$/.test(type))
  if (terminal.length !== 1) breaches.push(`${terminal.length} terminal events`)
  return breaches
}

/** Time in which every wait is over at once. */
class ImpatientClock implements Clock {
  readonly waits: number[] = []
  readonly #timers = new Set<ReturnType<typeof setImmediate>>()

  get pending(): number {
    return this.#timers.size
  }

  now(): number {
    return Date.UTC(2026, 10, 21)
  }

  setTimeout(callback: () => void, ms: number): unknown {
    this.waits.push(ms)
    const timer = setImmediate(() => {
      this.#timers.delete(timer)
      callback()
    })
    this.#timers.add(timer)
    return timer
  }

  clearTimeout(timer: unknown): void {
    clearImmediate(timer as ReturnType<typeof setImmediate>)
    this.#timers.delete(timer as ReturnType<typeof setImmediate>)
  }
}
