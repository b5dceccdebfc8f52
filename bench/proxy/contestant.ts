import { createServer } from 'node:http'
import process, { argv, memoryUsage } from 'node:process'
import { createProxy, limits, passThrough, type ProxyHandler } from '@ambit/proxy'
import { toNodeListener } from '@ambit/proxy/node'
import { providersFromEnv } from '@ambit/proxy/providers'
import { encodePart } from '@ambit/core/wire'

// One server of the benchmark, in a process of its own: the kind, and the provider's base URL.
const [, , kind = '', baseURL = ''] = argv
const models = providersFromEnv({
  AMBIT_BASE_URL: baseURL,
  AMBIT_API_KEY: 'key',
  AMBIT_MODELS: 'compatible/m',
}).models
const model = models['compatible/m']?.model
if (!model || !('doStream' in model)) throw new Error('There is no model to call')
const upstream = model

const ambit = (): ProxyHandler =>
  createProxy({
    authorize: () => 'ada',
    models: { m: upstream },
    routes: [
      passThrough({ up: { wire: 'openai-compatible', apiKey: 'key', baseURL, models: ['m'] } }),
    ],
    limits: limits({
      requestsPerMinute: 1e9,
      concurrentStreams: 1e9,
      tokens: { max: 1e15, windowMs: 6e7 },
    }),
  })

/** What a proxy is at the least: the key swapped in, the body streamed through. */
const bare = async (request: Request): Promise<Response> => {
  const { body, status, headers } = await fetch(`${baseURL}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer key' },
    body: await request.text(),
    signal: request.signal,
  })
  return new Response(body, {
    status,
    headers: { 'content-type': headers.get('content-type') ?? '' },
  })
}

/** The AI SDK's call and its parts on the wire, with nothing around it. */
const sdk = async (request: Request): Promise<Response> => {
  const { options } = (await request.json()) as {
    options: Parameters<typeof upstream.doStream>[0]
  }
  const { stream } = await upstream.doStream({ ...options, abortSignal: request.signal })
  const encode = new TransformStream({
    transform: (part, controller) => controller.enqueue(encodePart(part)),
  })
  return new Response(stream.pipeThrough(encode).pipeThrough(new TextEncoderStream()), {
    headers: { 'content-type': 'text/event-stream' },
  })
}

const handler = kind === 'ambit' ? ambit() : kind === 'sdk' ? sdk : bare
const server = createServer(toNodeListener(handler))
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
process.on('message', () => {
  globalThis.gc?.()
  process.send?.(memoryUsage().rss)
})
process.on('disconnect', () => process.exit())
