import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import '../../eager.ts'
import { AgentError, createAgent, createProxyModel } from '../../index.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Controller = ReadableStreamDefaultController<Uint8Array>
type Fetch = (signal: AbortSignal) => Response | Promise<Response>

const encoder = new TextEncoder()
const comment = encoder.encode(':\n\n')
const event = (part: object): Uint8Array => encoder.encode(`data: ${JSON.stringify(part)}\n\n`)

/** Returns an event stream that ends with the signal, as that of a real `fetch` does. */
const streamOf = (start: (to: Controller) => void, signal: AbortSignal): Response => {
  const body = new ReadableStream<Uint8Array>({
    start(to) {
      start(to)
      signal.addEventListener('abort', () => to.error(signal.reason))
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

function begin(to: Controller): void {
  to.enqueue(event({ type: 'stream-start', warnings: [] }))
  to.enqueue(event({ type: 'text-start', id: '1' }))
  to.enqueue(event({ type: 'text-delta', id: '1', delta: 'half' }))
}

function finish(to: Controller): void {
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } }
  to.enqueue(event({ type: 'text-end', id: '1' }))
  to.enqueue(event({ type: 'finish', usage, finishReason: { unified: 'stop' } }))
  to.enqueue(encoder.encode('data: [DONE]\n\n'))
  to.close()
}

/** Chats by a proxy of this `fetch` while time passes. Resolves with the end of the run. */
async function chatBy(
  answer: Fetch,
  { retries = 0, text = 'Hi' }: { retries?: number; text?: string } = {},
): Promise<{ content?: string | undefined; kind?: unknown; isRetryable?: unknown; asked: number }> {
  let asked = 0
  const model = createProxyModel({
    baseURL: 'http://page.test/agent',
    modelId: 'm',
    fetch: async (_url, init) => {
      asked += 1
      return answer(init?.signal as AbortSignal)
    },
  })
  const agent = createAgent({ model, request: { retry: retries } })
  let end: { content?: string; kind?: unknown; isRetryable?: unknown } | undefined
  void agent.chat(text).then(
    ({ content }) => (end = { content }),
    (error: unknown) => {
      if (AgentError.is(error, 'model')) end = error.details
    },
  )
  for (let minutes = 0; minutes < 20 && !end; minutes += 0.25) {
    await vi.advanceTimersByTimeAsync(15_000)
  }
  const { content, kind, isRetryable } = end ?? {}
  return { content, kind, isRetryable, asked }
}

const never: Fetch = (signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

describe('a proxy that falls silent', () => {
  it('in the middle of an answer ends the request as cut', async () => {
    const end = await chatBy((signal) => streamOf(begin, signal))
    expect(end).toMatchObject({ kind: 'stream_cut', isRetryable: true })
  })

  it('before the first part is asked again', async () => {
    let asked = 0
    const end = await chatBy(
      (signal) => {
        asked += 1
        return streamOf((to) => {
          if (asked === 1) return to.enqueue(comment)
          begin(to)
          finish(to)
        }, signal)
      },
      { retries: 1 },
    )
    expect(end).toMatchObject({ content: 'half', asked: 2 })
  })

  it('and never answers ends the request', async () => {
    expect(await chatBy(never)).toMatchObject({ kind: 'network', isRetryable: true })
  })

  it('has more time for a request that is large', async () => {
    let aborted = false
    const slow: Fetch = async (signal) => {
      signal.addEventListener('abort', () => (aborted = true))
      // As slow as an upload of 10 MB over 1 Mbit a second.
      await new Promise((resolve) => setTimeout(resolve, 200_000))
      return aborted
        ? never(signal)
        : streamOf((to) => {
            begin(to)
            finish(to)
          }, signal)
    }
    expect(await chatBy(slow, { text: 'x'.repeat(10_000_000) })).toMatchObject({ content: 'half' })
  })
})

describe('a proxy that sends comments', () => {
  it('is left alone for eight minutes', async () => {
    const end = await chatBy((signal) =>
      streamOf((to) => {
        begin(to)
        let comments = 0
        const timer = setInterval(() => {
          comments += 1
          if (comments < 96) return to.enqueue(comment)
          clearInterval(timer)
          finish(to)
        }, 5_000)
      }, signal),
    )
    expect(end).toMatchObject({ content: 'half', asked: 1 })
  })

  it('is heard after a sleep of the computer, whose timers all come at once', async () => {
    const end = await chatBy((signal) =>
      streamOf((to) => {
        begin(to)
        setTimeout(() => {
          // The clock has moved on by an hour; the bytes come after the timers.
          vi.setSystemTime(Date.now() + 3_600_000)
          setTimeout(() => finish(to), 10)
        }, 60_000)
      }, signal),
    )
    expect(end).toMatchObject({ content: 'half' })
  })
})
