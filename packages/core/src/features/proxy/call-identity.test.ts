import { encodeEvent, encodePart, endOfStream, type WirePart } from '@ambit/protocol'
import { describe, expect, it } from 'vitest'
import {
  type CallIdentity,
  Tool,
  createAgent,
  createProxyModel,
  listProxyModels,
} from '../../index.ts'

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}
const says: WirePart[] = [
  { type: 'text-start', id: '0' },
  { type: 'text-delta', id: '0', delta: 'Done.' },
  { type: 'text-end', id: '0' },
  { type: 'finish', usage, finishReason: { unified: 'stop', raw: 'stop' } },
]
const calls: WirePart[] = [
  { type: 'tool-call', toolCallId: 'c1', toolName: 'ship', input: '{}' },
  { type: 'finish', usage, finishReason: { unified: 'tool-calls', raw: 'tool_calls' } },
]
const answerOf = (parts: WirePart[]): Response =>
  new Response(parts.map(encodePart).join('') + encodeEvent(endOfStream), {
    headers: { 'content-type': 'text/event-stream' },
  })
const prompt = [{ role: 'system', content: 'Hi' }] as const
const error = { code: 'unauthorized', message: 'Sign in.', retryable: false }
const signedOut = (): Response => Response.json({ error }, { status: 401 })

/** Makes a connection to a proxy that gives these answers, and lists the calls and the requests. */
function setUp(...answers: Response[]) {
  const seen: CallIdentity[] = []
  const requests: Request[] = []
  const connection = {
    baseURL: 'https://app.example/api/agent',
    headers: (at: CallIdentity) => {
      seen.push(at)
      return { 'x-trace': `${at.runId} ${at.iteration}` }
    },
    onAuthExpired: () => true,
    fetch: async (url: RequestInfo | URL, init?: RequestInit) => {
      requests.push(new Request(url, init))
      return answers.shift() ?? answerOf(says)
    },
  }
  return { seen, requests, connection, model: createProxyModel({ ...connection, modelId: 'm' }) }
}

describe('the headers of a connection', () => {
  it('know the run and the iteration that asks', async () => {
    const { model, seen, requests } = setUp(answerOf(calls), signedOut())
    const ship = new Tool({ name: 'ship', description: 'Ships it.', handler: () => 'ok' })
    const agent = createAgent({ model, tools: [ship] })
    const first = await agent.execute('Ship it')
    const second = await agent.execute('Again')
    const [one, two] = [first.runId, second.runId]
    expect(one).not.toBe(two)
    const traces = [`${one} 0`, `${one} 1`, `${one} 1`, `${two} 0`]
    expect(requests.map(({ headers }) => headers.get('x-trace'))).toEqual(traces)
    expect(seen.every(({ signal }) => signal?.aborted === false)).toBe(true)
  })

  it("know the run beside the user's own key, and send neither identity as a header", async () => {
    const { model, requests } = setUp()
    const { runId } = await createAgent({ model })
      .with({ request: { apiKey: 'sk-own' } })
      .execute('Hi')
    const sent = Object.fromEntries(requests[0]?.headers ?? [])
    expect(sent).toEqual({
      'ambit-api-key': 'sk-own',
      'content-type': 'application/json',
      'x-trace': `${runId} 0`,
    })
  })

  it('get the signal of a call without a run', async () => {
    const { model, seen, connection } = setUp()
    const { signal } = new AbortController()
    await model.doStream({ prompt: [...prompt], abortSignal: signal })
    await listProxyModels(connection, signal).catch(() => {})
    await model.doStream({ prompt: [...prompt] })
    const none = { runId: undefined, iteration: undefined }
    expect(seen).toEqual([{ ...none, signal }, { signal }, { ...none, signal: undefined }])
    expect(seen[0]?.signal).toBe(signal)
  })

  it('may be a function that asks for nothing', async () => {
    const { connection, requests } = setUp()
    const headers = async () => ({ authorization: 'Bearer t' })
    const model = createProxyModel({ ...connection, headers, modelId: 'm' })
    await createAgent({ model }).chat('Hi')
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer t')
  })
})
