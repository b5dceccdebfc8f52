import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { createProxy, passThrough } from '@ambit/proxy'

/** The number of calls of the model and the provider that ended because the client left. */
let aborted = 0

const finish: LanguageModelV4StreamPart = {
  type: 'finish',
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  },
  finishReason: { unified: 'stop', raw: 'stop' },
}

const pause = (ms = '0'): Promise<void> => new Promise((resolve) => setTimeout(resolve, Number(ms)))

const model: LanguageModelV4 = {
  specificationVersion: 'v4',
  provider: 'test',
  modelId: 'm',
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error('Not asked for')),
  async doStream({ prompt, abortSignal }) {
    abortSignal?.addEventListener('abort', () => (aborted += 1))
    const text = JSON.stringify(prompt)
    const stays = text.includes('stay')
    const [, silentMs] = /silent (\d+)/.exec(text) ?? []
    if (text.includes('late')) await pause(silentMs)
    const stream = new ReadableStream<LanguageModelV4StreamPart>({
      async start(controller) {
        controller.enqueue({ type: 'text-delta', id: '0', delta: 'Hi' })
        if (stays) return
        await pause(silentMs)
        controller.enqueue(finish)
        controller.close()
      },
    })
    return { stream }
  },
}

const events = 'data: {"choices":[{"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'
const provider: typeof fetch = async (_url, init) => {
  const isForbidden = typeof init?.body === 'string' && init.body.includes('forbid')
  const headers = { 'content-type': isForbidden ? 'application/json' : 'text/event-stream' }
  return new Response(isForbidden ? '{}' : events, { status: isForbidden ? 403 : 200, headers })
}

const proxy = createProxy({
  authorize: ({ headers }) => headers.get('x-user'),
  models: { m: model },
  retry: 0,
  log: () => {},
  // workerd notices at its next write that a client has left.
  timeouts: { heartbeat: 100 },
  use: [passThrough({ up: { wire: 'openai', apiKey: 'k', models: ['m'], fetch: provider } })],
})

/** A proxy with the defaults, as the guide starts it. */
const plain = createProxy({ authorize: () => 'ada', models: { m: model }, path: '/plain' })

/** Handles requests in any runtime. At `/aborted` it returns the number of aborted calls. */
export function handle(request: Request): Response | Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname === '/aborted') return new Response(String(aborted))
  return pathname.startsWith('/plain/') ? plain(request) : proxy(request)
}
