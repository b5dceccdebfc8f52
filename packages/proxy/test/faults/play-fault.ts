import { setTimeout as sleep } from 'node:timers/promises'
import { type Agent, AgentError, type AgentEvent } from '@ambit/core'
import { brokenEvents, brokenHistory } from './broken-rules.ts'
import { createTestAgent, InstantClock } from './create-test-agent.ts'
import type { FaultServer, Reply, Shown } from './fault-server.ts'
import type { Wire } from './wire.ts'

/** The outcome of a run, in the words of the table. */
export interface Outcome {
  readonly status: 'completed' | 'failed'
  /** The reason for the end of a completed run's last message. */
  readonly finish?: string | undefined
  /** The kind of the `ModelError` that a failed run rejects with. */
  readonly code?: string | undefined
  /** All texts of the model that the history kept. */
  readonly text: string
  /** The titles that the tool `save` was run with, in order. */
  readonly ran: readonly string[]
  /** The status of each call's answer, in order. */
  readonly answers: readonly string[]
  /** The number of requests. */
  readonly requests: number
  /** The time that the loop waited before each retry, in milliseconds. */
  readonly delays: readonly number[]
}

/** The result of one fault: its outcome, and the general rules that were broken. */
export interface Played {
  readonly outcome: Outcome
  readonly breaches: readonly string[]
}

const followUp = 'And now?'

const nothing: Shown = { text: '', input: '' }

/**
 * Sends one message against a script of replies, and then another one against `healthy`. Returns
 * the outcome of the first message, and every rule that was broken.
 */
export async function playFault(
  wire: Wire,
  server: FaultServer,
  baseURL: string,
  script: readonly Reply[],
  healthy: Reply,
): Promise<Played> {
  server.load(script)
  const clock = new InstantClock()
  const { agent, ran } = createTestAgent({ clock, model: wire.createModel(baseURL) })
  const events: AgentEvent[] = []
  let shown = nothing
  let said = ''
  const run = agent.chat('Go.', {
    on: {
      '*': (event) => {
        events.push(event)
        if (event.type === 'agent:request_started') shown = nothing
        if (event.type === 'agent:delta' && event.of === 'text') {
          said += event.text
          shown = { ...shown, text: shown.text + event.text }
        }
        if (event.type === 'agent:delta' && event.of === 'call') {
          shown = { ...shown, input: shown.input + event.text }
        }
        server.show(shown)
      },
    },
  })
  const ending: { finish?: string; code?: string } = await run.then(
    ({ finishReason }) => ({ finish: finishReason }),
    (error: unknown) => ({
      code: AgentError.is(error, 'model') ? error.details.kind : String(error),
    }),
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
    delays: events.flatMap((event) =>
      event.type === 'agent:request_retrying' ? [event.delayMs] : [],
    ),
  }
  // A run may end before the connection of its whole answer does. Then its timer ends too.
  for (let looks = 0; clock.pending && looks < 200; looks++) await sleep(10)
  const breaches = [
    ...brokenHistory(messages),
    ...brokenEvents(events),
    ...(said === outcome.text.replaceAll('|', '')
      ? []
      : [`shown "${said}", kept "${outcome.text}"`]),
    ...(server.unused ? [`${server.unused} replies were not asked for`] : []),
    ...(clock.pending ? [`${clock.pending} timers are left`] : []),
    ...(await nextChatBreaches(outcome, agent, server, healthy, ran)),
    ...server.requests.flatMap((body, nth) =>
      wire.refuse(body).map((breach) => `request ${nth}: ${breach}`),
    ),
  ]
  return { outcome, breaches }
}

/** Checks that the next message succeeds, and that its request holds all earlier text. */
async function nextChatBreaches(
  outcome: Outcome,
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
  const sent = JSON.stringify(server.requests.at(-1))
  // A provider stores nothing of a message that was cut, so the request must repeat it.
  const partial = outcome.status === 'failed' ? (outcome.text.split('|').at(-1) ?? '') : ''
  return [
    ...next,
    ...brokenHistory(agent.history.messages),
    ...(ran.length === before ? [] : ['the next chat ran a call again']),
    ...(sent.includes(followUp) ? [] : ['the next chat lost its message']),
    ...(sent.includes(JSON.stringify(partial).slice(1, -1)) ? [] : ['what was shown is lost']),
    ...('isAdmin' in {} ? ['the prototype was changed'] : []),
  ]
}
