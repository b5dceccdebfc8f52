import type { LanguageModelV4StreamPart, SharedV4Warning } from '@ai-sdk/provider'
import { encodeEvent, encodePart, endOfStream } from '@ambit/core/wire'
import { ProxyError } from './proxy-error.ts'
import { fromUpstream } from './upstream-error.ts'

/** What an event stream is made of. */
export interface EventStreamOptions {
  parts: ReadableStream<LanguageModelV4StreamPart>
  /** Added to those of the model. */
  warnings: readonly SharedV4Warning[]
  requestId: string
  /** Aborted by this stream when its reader cancels, and by whoever else sees the client go away. */
  abort: AbortController
  /** Called once, at the end or when the client goes away; with the first error, if there was one. */
  onEnd: (error: ProxyError | undefined) => void
}

/**
 * A model's parts as server-sent events. A part is read when the client asks for one, so a client
 * that stops reading stops the provider.
 */
export function toEventStream(options: EventStreamOptions): ReadableStream<Uint8Array> {
  const { abort, onEnd } = options
  const reader = options.parts.getReader()
  const encoder = new TextEncoder()
  let error: ProxyError | undefined
  let ended = false
  const events = toEvents({ ...options, reader, onError: (failure) => (error ??= failure) })

  function end(): void {
    if (!ended) onEnd(error)
    ended = true
  }

  function onAbort(): void {
    error ??= new ProxyError('client_closed')
    // For models that do not look at the signal.
    reader.cancel(abort.signal.reason).catch(() => {})
    end()
  }
  if (abort.signal.aborted) onAbort()
  abort.signal.addEventListener('abort', onAbort, { once: true })

  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await events.next()
        abort.signal.throwIfAborted()
        controller.enqueue(encoder.encode(value))
        if (!done) return
        // With the marker, not after it: a client may leave as soon as it has read that.
        end()
        controller.close()
      },
      cancel: (reason) => abort.abort(reason),
    },
    { highWaterMark: 0 },
  )
}

interface EventsOptions extends Pick<EventStreamOptions, 'warnings' | 'requestId'> {
  reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>
  onError: (error: ProxyError) => void
}

/**
 * Raw chunks are dropped and errors lose the provider's text. A provider that breaks off, or stops
 * without a `finish` part, becomes an error part. The end marker comes last whatever happened, so only
 * a connection that breaks lacks it.
 */
async function* toEvents(options: EventsOptions): AsyncGenerator<string, string> {
  const { reader, requestId, onError } = options
  let { warnings } = options
  let concluded = false

  function errorPart(thrown: unknown, code: 'upstream_error' | 'upstream_cut'): string {
    const failure = fromUpstream(thrown, new ProxyError(code))
    concluded = true
    onError(failure)
    return encodePart({ type: 'error', error: failure.toWire(requestId) })
  }

  try {
    for (;;) {
      const { done, value: part } = await reader.read()
      if (done) break
      if (part.type === 'raw') continue
      if (part.type === 'error') {
        yield errorPart(part.error, 'upstream_error')
        continue
      }
      concluded ||= part.type === 'finish'
      if (part.type === 'stream-start') {
        yield encodePart({ ...part, warnings: [...part.warnings, ...warnings] })
        warnings = []
        continue
      }
      if (warnings.length > 0) yield encodePart({ type: 'stream-start', warnings: [...warnings] })
      warnings = []
      yield encodePart(part)
    }
    if (!concluded) yield errorPart(undefined, 'upstream_cut')
  } catch (thrown) {
    yield errorPart(thrown, 'upstream_cut')
  }
  return encodeEvent(endOfStream)
}
