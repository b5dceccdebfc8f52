import { createAgent, jsonSchema, Tool, type ToolContext } from '@ambit/core'
import { type Reply, scriptedModel } from '@ambit/testing'
import { indexedDbStorage } from '../../src/storage/indexed-db-storage.ts'
import { createRandom } from './random.ts'
import { marksIn, type StorySessions, storySessions } from './story-sessions.ts'

/** The parameters of a page of these tests, from its address. */
export interface StoryPage {
  /**
   * The kind of tools. `plain`: writes that nothing is known about. `keyed`: writes that send their
   * idempotency key. `mixed`: reads, and writes that are looked up.
   */
  readonly story: 'plain' | 'keyed' | 'mixed'
  /** The session to begin with; `latest` for the last used. */
  readonly sid: string
  /** The name of the database. Default: that of all stories of one session. */
  readonly database?: string
  readonly seed: number
}

declare global {
  interface Window {
    /** The handle of the page for the test. */
    story?: {
      read(): Promise<unknown>
      state(): {
        running: string | undefined
        isInterrupted: boolean
        isOpening: boolean
        degraded: unknown
        isBusy: boolean
      }
      send(text: string): void
      stop(): void
      wipe(): Promise<void>
      readonly sessions: StorySessions
    }
  }
}

const steps = 6
const params = new URLSearchParams(location.search)
const story = params.get('story') as StoryPage['story']
const sid = params.get('sid') ?? 'none'
const page = params.get('page') ?? 'page'
const random = createRandom(Number(params.get('seed')))

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const report = (path: string, body: object): void =>
  void fetch(`/log/${path}`, {
    method: 'POST',
    body: JSON.stringify({ sid, page, ...body }),
    keepalive: true,
  }).catch(() => undefined)

async function apply(
  name: string,
  { callId, run: { sessionId }, idempotencyKey, signal }: ToolContext,
): Promise<string> {
  const key = story === 'keyed' ? idempotencyKey : undefined
  const response = await fetch('/apply', {
    method: 'POST',
    body: JSON.stringify({
      sid: sessionId,
      page,
      name,
      callId,
      key,
      delayMs: Math.floor(random() * 40),
    }),
    signal,
  })
  return response.text()
}

const toolOf = (name: string, rest: object): Tool<Record<string, unknown>, string> =>
  new Tool<Record<string, unknown>, string>({
    name,
    description: name,
    parameters: jsonSchema<Record<string, unknown>>({ type: 'object' }),
    handler: (_args, ctx) => apply(name, ctx),
    ...rest,
  })

const lookUp = {
  resume: {
    reconcile: async ({ id }: { id: string }) => {
      const found = await (await fetch(`/lookup?sid=${sid}&callId=${id}`)).text()
      return found ? { result: found } : undefined
    },
  },
}

const tools = [
  toolOf('read', { effect: 'read' }),
  toolOf(
    'write',
    story === 'keyed' ? { resume: { how: 'again' } } : story === 'mixed' ? lookUp : {},
  ),
]

/** Returns the next step after those in the prompt. The model keeps no state of its own. */
const reply: Reply = async ({ prompt }) => {
  report('asked', { marks: marksIn(prompt) })
  await wait(5 + random() * 15)
  const last = prompt.findLastIndex(({ role }) => role === 'user')
  const done = prompt.slice(last).filter(({ role }) => role === 'assistant').length
  if (done >= steps) return `Done after ${done}`
  const id = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-')
  if (story !== 'mixed' || done % 2) return { calls: [{ name: 'write', id: id() }] }
  return { calls: ['read', 'write', 'read'].map((name) => ({ name, id: id() })) }
}

const storage = indexedDbStorage({
  name: params.get('database') ?? undefined,
  takeoverMs: 4_000,
})
const agent = createAgent({
  model: scriptedModel([], { otherwise: reply }),
  tools,
  storage,
  session: { open: sid, autoResume: true },
  onBusy: 'queue',
  limits: { iterations: 40 },
  use: [
    {
      name: 'acknowledge',
      message: ({ run, message }) => report('ack', { sid: run.sessionId, id: message.id }),
    },
  ],
})
agent.on('agent:started', ({ runId }) => report('started', { runId }))
agent.on('agent:completed', ({ runId, content }) => report('completed', { runId, content }))
agent.on('agent:cancelled', ({ runId, reason }) => report('cancelled', { runId, reason }))
agent.on('agent:failed', ({ runId, error }) => report('failed', { runId, error: String(error) }))
agent.on('agent:warning', ({ code }) => {
  if (code.startsWith('storage_')) report('degraded', { reason: code.slice('storage_'.length) })
})

const send = (text: string): void => void agent.chat(text).catch(() => undefined)
window.story = {
  read: () => agent.sessions.export(sid),
  state: () => {
    const { running, isInterrupted, isOpening, degraded } = agent.sessions.getState()
    return {
      running,
      isInterrupted,
      isOpening,
      degraded,
      isBusy: agent.getState().status !== 'idle',
    }
  },
  send,
  stop: () => agent.cancel({ kind: 'user' }),
  wipe: () => storage.wipe(),
  sessions: storySessions(agent, page),
}
// Not awaited here: chunks of a bundle may wait for the module that imports them.
void agent.sessions.opening?.then(() => {
  if (params.has('go') && agent.history.messages.length === 0) send('Go')
  report('open', {})
})
