import type { LanguageModelV4StreamPart, LanguageModelV4StreamResult } from '@ai-sdk/provider'
import type { ModelCall } from '@ambit/core/wire'
import type { Exchange } from './exchange.ts'
import type { ModelEntry } from './model-table.ts'
import { ProxyError } from './proxy-error.ts'
import { untilAborted } from './until-aborted.ts'
import { endedBy } from './until-ended.ts'
import { toProxyError } from './to-proxy-error.ts'

type Parts = ReadableStream<LanguageModelV4StreamPart>

/**
 * The parts of a model's answer. With retries it is read up to its first content, so that a model which
 * begins with an error has not answered, and another can be asked.
 *
 * @throws ProxyError whatever went wrong; when the client has gone, or the time is up, at once.
 */
export async function openAnswer(
  { abort: { signal }, subject, options: { retries } }: Exchange,
  { id: modelId, resolve }: ModelEntry,
  apiKey: string | undefined,
  options: ModelCall['options'],
): Promise<Parts> {
  const starting = (async () => {
    const model = await resolve({ modelId, subject, apiKey, signal })
    signal.throwIfAborted()
    return model.doStream({ ...options, abortSignal: signal })
  })()
  try {
    const { stream } = await untilAborted(starting, signal)
    return retries ? await retries.peek(stream, signal) : stream
  } catch (thrown) {
    closeOnArrival(starting, thrown)
    if (signal.aborted) throw endedBy(signal)
    throw await toProxyError(thrown, new ProxyError('upstream_error', { retryable: false }))
  }
}

function closeOnArrival(starting: Promise<LanguageModelV4StreamResult>, reason: unknown): void {
  starting.then(({ stream }) => stream.cancel(reason)).catch(() => {})
}
