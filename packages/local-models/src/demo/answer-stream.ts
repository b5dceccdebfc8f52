import type { LanguageModelV4GenerateResult, LanguageModelV4StreamPart } from '@ai-sdk/provider'

/** Streams a finished answer, with a pause of `delayMs` between two parts. */
export const toStream = (
  result: LanguageModelV4GenerateResult,
  delayMs: number,
  signal: AbortSignal | undefined,
): ReadableStream<LanguageModelV4StreamPart> => pace(toParts(result), delayMs, signal)

/**
 * Cuts a finished answer into the parts that a model would stream: text by words, arguments by a
 * few characters.
 */
function* toParts(result: LanguageModelV4GenerateResult): Generator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: result.warnings }
  const { id, timestamp, modelId } = result.response ?? {}
  yield {
    type: 'response-metadata',
    ...(id !== undefined && { id }),
    ...(timestamp && { timestamp }),
    ...(modelId !== undefined && { modelId }),
  }
  for (const [index, part] of result.content.entries()) {
    if (part.type === 'text') {
      const textId = `text_${index}`
      yield { type: 'text-start', id: textId }
      for (const delta of part.text.match(/(?<!\s)\s*\S+(?:\s+$)?/g) ?? [])
        yield { type: 'text-delta', id: textId, delta }
      yield { type: 'text-end', id: textId }
    }
    if (part.type === 'tool-call') {
      yield { type: 'tool-input-start', id: part.toolCallId, toolName: part.toolName }
      for (const delta of part.input.match(/[^]{1,12}/g) ?? [])
        yield { type: 'tool-input-delta', id: part.toolCallId, delta }
      yield { type: 'tool-input-end', id: part.toolCallId }
      yield part
    }
  }
  yield { type: 'finish', usage: result.usage, finishReason: result.finishReason }
}

/**
 * Turns parts into a stream with a pause before each part but the first. An abort ends the pause
 * and the stream at once.
 */
function pace<T>(
  parts: Iterator<T>,
  delayMs: number,
  signal: AbortSignal | undefined,
): ReadableStream<T> {
  let isFirst = true
  let endPause: (() => void) | undefined
  const onAbort = (stream: ReadableStreamDefaultController<T>) => () => {
    stream.error(signal?.reason)
    endPause?.()
  }
  let stopListening = () => {}
  return new ReadableStream<T>(
    {
      start(stream) {
        const listener = onAbort(stream)
        signal?.addEventListener('abort', listener, { once: true })
        stopListening = () => signal?.removeEventListener('abort', listener)
      },
      async pull(stream) {
        if (!isFirst && delayMs > 0) {
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, delayMs)
            endPause = () => {
              clearTimeout(timer)
              resolve()
            }
          })
          endPause = undefined
        }
        isFirst = false
        if (signal?.aborted) return
        const next = parts.next()
        if (next.done) {
          stopListening()
          stream.close()
        } else stream.enqueue(next.value)
      },
      cancel() {
        stopListening()
        endPause?.()
      },
    },
    // No part is prepared ahead, so an abort leaves none behind.
    { highWaterMark: 0 },
  )
}
