import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { abortable } from '../abortable.ts'
import { ProxyError } from '../proxy-error.ts'

type Parts = ReadableStream<LanguageModelV4StreamPart>

/** The types of parts that may come before the first content of an answer. */
const preliminary: ReadonlySet<string> = new Set([
  'stream-start',
  'response-metadata',
  'raw',
  'ping',
])

/**
 * Returns the parts of `stream`, once its first content has come.
 *
 * @throws ProxyError for an answer that begins with an error.
 */
export async function peekParts(stream: Parts, signal: AbortSignal): Promise<Parts> {
  const reader = stream.getReader()
  const first: LanguageModelV4StreamPart[] = []
  try {
    for (;;) {
      const { done, value } = await abortable(reader.read(), signal)
      if (done) break
      if (value.type === 'error') {
        const { fromUpstream } = await import('../upstream-error.ts')
        throw fromUpstream(value.error, new ProxyError('upstream_error'), true)
      }
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
