import type { LanguageModelV4StreamPart, LanguageModelV4StreamResult } from '@ai-sdk/provider'
import type { ModelCall } from '@ambit/core/wire'
import type { Exchange } from './exchange.ts'
import type { ModelEntry } from './model-table.ts'
import { ProxyError } from './proxy-error.ts'
import { untilAborted } from './until-aborted.ts'
import { endedBy } from './until-ended.ts'
import { fromUpstream } from './upstream-error.ts'

type Parts = ReadableStream<LanguageModelV4StreamPart>

/**
 * The parts of a model's answer.
 *
 * @param peeks Reads up to the first content, so that a model which begins with an error has not
 * answered, and another can be asked.
 * @throws ProxyError whatever went wrong; when the client has gone, or the time is up, at once.
 */
export async function openAnswer(
  { abort: { signal }, subject }: Exchange,
  { id: modelId, resolve }: ModelEntry,
  apiKey: string | undefined,
  options: ModelCall['options'],
  peeks: boolean,
): Promise<Parts> {
  const starting = (async () => {
    const model = await resolve({ modelId, subject, apiKey, signal })
    signal.throwIfAborted()
    return model.doStream({ ...options, abortSignal: signal })
  })()
  try {
    const { stream } = await untilAborted(starting, signal)
    return peeks ? await peeked(stream, signal) : stream
  } catch (thrown) {
    closeOnArrival(starting, thrown)
    if (signal.aborted) throw endedBy(signal)
    throw fromUpstream(thrown, new ProxyError('upstream_error', { retryable: false }))
  }
}

function closeOnArrival(starting: Promise<LanguageModelV4StreamResult>, reason: unknown): void {
  starting.then(({ stream }) => stream.cancel(reason)).catch(() => {})
}

/** Parts that may stand before an answer's first content. */
const preliminary: ReadonlySet<string> = new Set([
  'stream-start',
  'response-metadata',
  'raw',
  'ping',
])

async function peeked(stream: Parts, signal: AbortSignal): Promise<Parts> {
  const reader = stream.getReader()
  const first: LanguageModelV4StreamPart[] = []
  try {
    for (;;) {
      const { done, value } = await untilAborted(reader.read(), signal)
      if (done) break
      if (value.type === 'error') throw fromUpstream(value.error, new ProxyError('upstream_error'))
      first.push(value)
      if (!preliminary.has(value.type)) break
    }
  } catch (thrown) {
    reader.cancel(thrown).catch(() => {})
    throw thrown
  }
  return new ReadableStream(
    {
      async pull(controller) {
        const part = first.shift()
        if (part) return controller.enqueue(part)
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
