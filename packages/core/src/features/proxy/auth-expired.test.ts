import { encodeEvent, encodePart, endOfStream, type WirePart } from '@ambit/protocol'
import { describe, expect, it, vi } from 'vitest'
import { ModelError, Tool, createAgent, createProxyModel, listProxyModels } from '../../index.ts'

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}
const answerOf = (...parts: WirePart[]): Response =>
  new Response(parts.map(encodePart).join('') + encodeEvent(endOfStream), {
    headers: { 'content-type': 'text/event-stream' },
  })
const calls = answerOf.bind(
  undefined,
  { type: 'tool-call', toolCallId: 'c1', toolName: 'ship', input: '{}' },
  { type: 'finish', usage, finishReason: { unified: 'tool-calls', raw: 'tool_calls' } },
)
const says = answerOf.bind(
  undefined,
  { type: 'text-start', id: '0' },
  { type: 'text-delta', id: '0', delta: 'Shipped.' },
  { type: 'text-end', id: '0' },
  { type: 'finish', usage, finishReason: { unified: 'stop', raw: 'stop' } },
)
const error = { code: 'unauthorized', message: 'Sign in.', retryable: false }
const refuses = (): Response => Response.json({ error }, { status: 401 })
/** Returns the response of `fetch` after a redirect to a login. */
function login(): Response {
  const page = new Response('<form>', { headers: { 'content-type': 'text/html; charset=utf-8' } })
  return Object.defineProperty(page, 'redirected', { value: true })
}

/** Makes a proxy that gives these answers, one a request. Its user signs in again when asked. */
function proxyOf(
  answers: (() => Response)[],
  onAuthExpired?: (signal?: AbortSignal) => boolean | Promise<boolean>,
) {
  const tokens: (string | null)[] = []
  let token = 0
  const connection = {
    baseURL: 'https://app.example/api/agent',
    headers: () => ({ authorization: `Bearer ${++token}` }),
    fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
      tokens.push(new Request(input, init).headers.get('authorization'))
      return (answers.shift() ?? refuses)()
    },
    onAuthExpired,
  }
  return { tokens, connection, model: createProxyModel({ ...connection, modelId: 'm' }) }
}

describe('onAuthExpired', () => {
  it.each([
    ['a 401', refuses],
    ['a login page', login],
  ])('goes on with the same iteration after %s in mid run', async (_, signedOut) => {
    const asked = vi.fn(() => true)
    const { model, tokens } = proxyOf([calls, signedOut, says], asked)
    const handler = vi.fn(() => 'done')
    const ship = new Tool({ name: 'ship', description: 'Ships it.', handler })
    const run = createAgent({ model, tools: [ship] }).chat('Ship it')
    const { content, report } = await run
    expect(content).toBe('Shipped.')
    expect(report.iterations).toHaveLength(2)
    expect(asked).toHaveBeenCalledOnce()
    expect(handler).toHaveBeenCalledOnce()
    expect(tokens).toEqual(['Bearer 1', 'Bearer 2', 'Bearer 3'])
    expect(run.events.map(({ type }) => type)).not.toContain('agent:request_retrying')
  })

  it('asks once a request: a second 401 stands', async () => {
    const asked = vi.fn(() => true)
    const { model, tokens } = proxyOf([refuses, refuses], asked)
    const run = createAgent({ model }).chat('Hi')
    await expect(run).rejects.toMatchObject({ name: 'ModelError', status: 401 })
    expect(asked).toHaveBeenCalledOnce()
    expect(tokens).toHaveLength(2)
  })

  it.each([
    ['is not given', undefined],
    ['says no', () => false],
    ['throws', () => Promise.reject(new Error('The window was closed.'))],
  ])('leaves the refusal when it %s', async (_, onAuthExpired) => {
    const { model, tokens } = proxyOf([refuses, says], onAuthExpired)
    await expect(createAgent({ model }).chat('Hi')).rejects.toMatchObject({
      kind: 'unauthorized',
      message: 'Sign in.',
    })
    expect(tokens).toHaveLength(1)
  })

  it('R27 waits no longer than the run', async () => {
    const asked = Promise.withResolvers<AbortSignal | undefined>()
    const { model } = proxyOf([refuses], (signal) => {
      asked.resolve(signal)
      return new Promise(() => {})
    })
    const run = createAgent({ model }).chat('Hi')
    const signal = await asked.promise
    run.cancel({ kind: 'user' })
    await expect(run).rejects.toMatchObject({ name: 'CancellationError', reason: { kind: 'user' } })
    expect(signal?.aborted).toBe(true)
  })

  it('serves the list of models as well', async () => {
    const models = [{ id: 'm', label: 'M' }]
    const { connection } = proxyOf([refuses, () => Response.json({ models })], () => true)
    expect(await listProxyModels(connection)).toEqual(models)
    const refused = listProxyModels(proxyOf([refuses]).connection)
    await expect(refused).rejects.toBeInstanceOf(ModelError)
  })
})
