import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { decodeParts, encodeCall, type WireError, type WirePart } from '@ambit/protocol'
import { convertReadableStreamToArray, MockLanguageModelV4 } from 'ai/test'
import { createProxy, type ProxyHandler } from '../src/create-proxy.ts'
import type { ModelRules } from '../src/model-table.ts'
import type { ProxyLog } from '../src/proxy-log.ts'
import type { ProxyOptions } from '../src/proxy-options.ts'

/** A proxy with one model `m`, the model, and the log entries. */
export interface ProxyUnderTest {
  handle: ProxyHandler
  model: MockLanguageModelV4
  log: ProxyLog[]
}

/** Creates a proxy with one model `m`, whose answers are empty by default. */
export function proxyUnderTest(
  options: Partial<ProxyOptions> = {},
  model: MockLanguageModelV4 = new MockLanguageModelV4(),
): ProxyUnderTest {
  const log: ProxyLog[] = []
  const handle = createProxy({
    authorize: () => 'ada',
    models: { m: model },
    log: (entry) => log.push(entry),
    ...options,
  })
  return { handle, model, log }
}

/** The body of a valid call of the model `m`. */
const validBody: string = encodeCall('m', {
  prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
})

/** Creates a request as a page would send it, by default to the model route. */
export function requestOf(
  init: RequestInit & {
    path?: string
    /** The origin of the server. */
    origin?: string
    duplex?: 'half'
  } = {},
): Request {
  const { path = '/api/agent/model', origin = 'https://app.example', ...rest } = init
  const hasBody = (rest.method ?? 'POST') === 'POST'
  return new Request(origin + path, {
    method: 'POST',
    ...(hasBody && { body: validBody }),
    ...rest,
    headers: { 'content-type': 'application/json', ...Object(rest.headers) },
  })
}

/** Reads the error of a refusal. */
export const errorOf = async (response: Response): Promise<WireError> =>
  ((await response.json()) as { error: WireError }).error

/** Creates the stream of a model that sends `parts`, and then ends, or fails with `broken`. */
export function streamOf(
  parts: readonly LanguageModelV4StreamPart[],
  broken?: unknown,
): ReadableStream<LanguageModelV4StreamPart> {
  const rest = [...parts]
  return new ReadableStream({
    pull(controller) {
      const part = rest.shift()
      if (part) controller.enqueue(part)
      else if (broken) controller.error(broken)
      else controller.close()
    },
  })
}

export const delta: LanguageModelV4StreamPart = { type: 'text-delta', id: '0', delta: 'Hi' }

export const finish: LanguageModelV4StreamPart = {
  type: 'finish',
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  },
  finishReason: { unified: 'stop', raw: 'stop' },
}

/** The one model of a proxy, and the means to call it. */
export interface ModelUnderTest {
  send: (options?: Partial<LanguageModelV4CallOptions>, signal?: AbortSignal) => Promise<Response>
  /** Reads the parts of the answer, as a client does. */
  read: (options?: Partial<LanguageModelV4CallOptions>) => Promise<WirePart[]>
  /** Returns the options that the model was called with. Undefined if it was not called. */
  asked: () => LanguageModelV4CallOptions | undefined
  log: ProxyLog[]
}

/** Creates a proxy for one model that answers with `answer`. */
export function modelUnderTest(
  answer: (
    options: LanguageModelV4CallOptions,
  ) =>
    | ReadableStream<LanguageModelV4StreamPart>
    | Promise<ReadableStream<LanguageModelV4StreamPart>>,
  config: Partial<ModelRules> = {},
): ModelUnderTest {
  const model = new MockLanguageModelV4({
    doStream: async (options) => ({ stream: await answer(options) }),
  })
  const { handle, log } = proxyUnderTest({ models: { m: { model, ...config } } })
  const send: ModelUnderTest['send'] = (options, signal) =>
    handle(
      requestOf({
        body: encodeCall('m', { prompt: [{ role: 'system', content: 'Hi' }], ...options }),
        ...(signal && { signal }),
      }),
    )
  return {
    send,
    log,
    asked: () => model.doStreamCalls[0],
    async read(options) {
      const { body } = await send(options)
      return body ? convertReadableStreamToArray(decodeParts(body)) : []
    },
  }
}
