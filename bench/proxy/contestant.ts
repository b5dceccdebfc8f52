import { argv } from 'node:process'
import { createProxy, passThrough } from '@ambit/proxy'
import { nodeFetch } from '@ambit/proxy/node'
import { providersFromEnv } from '@ambit/proxy/providers'
import { encodePart } from 'ambit/protocol'
import { serve } from './serve.ts'

// Runs one server of the benchmark in its own process. The arguments are the kind and the
// provider's base URL. `ambit-node` calls the provider through `nodeFetch`.
const [, , kind = '', baseURL = ''] = argv
const models = providersFromEnv({
  AMBIT_BASE_URL: baseURL,
  AMBIT_API_KEY: 'key',
  AMBIT_MODELS: 'compatible/m',
}).models
const rules = models['compatible/m']
if (!rules || !('model' in rules) || !('doStream' in rules.model)) {
  throw new Error('There is no model to call')
}
const upstream = rules.model

const ambit = (): ReturnType<typeof createProxy> =>
  createProxy({
    authorize: () => 'ada',
    models: { m: upstream },
    use: [
      passThrough({
        up: {
          wire: 'openai-compatible',
          apiKey: 'key',
          baseURL,
          models: ['m'],
          ...(kind === 'ambit-node' && { fetch: nodeFetch() }),
        },
      }),
    ],
    limits: { requests: 1e9, streams: 1e9, tokens: 1e15 },
  })

/** Answers as the least proxy does: it adds the key and streams the body. */
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

/** Answers with the AI SDK's call and its parts on the wire, without any check. */
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

const handler = kind.startsWith('ambit') ? ambit() : kind === 'sdk' ? sdk : bare
serve(handler)
