import type { LanguageModelV4StreamPart, SharedV4Warning } from '@ai-sdk/provider'
import { encodeEvent, encodePart, endOfStream } from '@ambit/core/wire'
import type { Deadlines } from './deadlines.ts'
import type { Meter } from './exchange.ts'
import { ProxyError } from './proxy-error.ts'
import { toHeartbeat } from './heartbeat.ts'
import { endedBy } from './until-ended.ts'
import { fromUpstream } from './upstream-error.ts'

/** What an event stream is made of. */
export interface EventStreamOptions {
  parts: ReadableStream<LanguageModelV4StreamPart>
  /** Added to those of the model. */
  warnings: readonly SharedV4Warning[]
  requestId: string
  /** Aborted by this stream when its reader cancels, and by whoever else sees the client go away. */
  abort: AbortController
  deadlines: Deadlines
  meter: Meter
  heartbeatMs: number
  maxBytes: number
  /** Called once, at the end or when the client goes away; with the first error, if there was one. */
  onEnd: (error: ProxyError | undefined) => void
}

/**
 * A model's parts as server-sent events. A part is read when the client asks for one, so a client
 * that stops reading stops the provider. What the proxy itself ends, such as by a timeout, ends with an
 * error part; a client that went away is only let go.
 */
export function toEventStream(options: EventStreamOptions): ReadableStream<Uint8Array> {
  const { abort, meter, maxBytes, onEnd } = options
  const { signal } = abort
  const reader = options.parts.getReader()
  const encoder = new TextEncoder()
  let error: ProxyError | undefined
  let ended = false
  const events = toEvents({ ...options, reader, onError: (failure) => (error ??= failure) })
  const next = toHeartbeat(() => events.next(), options.heartbeatMs)

  function end(): void {
    if (!ended) onEnd(error)
    ended = true
  }

  const isOurs = () => signal.reason instanceof ProxyError
  function onAbort(): void {
    // For models that do not look at the signal.
    reader.cancel(signal.reason).catch(() => {})
    error ??= endedBy(signal)
    // At once: a client that does not read may never ask for the error part.
    end()
  }
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })

  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await next()
        if (!isOurs()) signal.throwIfAborted()
        const bytes = encoder.encode(value)
        meter.firstByteAt ??= performance.now()
        meter.bytes += bytes.length
        if (meter.bytes > maxBytes) abort.abort(new ProxyError('upstream_too_large'))
        controller.enqueue(bytes)
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

interface EventsOptions extends EventStreamOptions {
  reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>
  onError: (error: ProxyError) => void
}

/**
 * Raw chunks are dropped and errors lose the provider's text. A provider that breaks off, or stops
 * without a `finish` part, becomes an error part. The end marker comes last whatever happened, so only
 * a connection that breaks lacks it.
 */
async function* toEvents(options: EventsOptions): AsyncGenerator<string, string> {
  const { reader, requestId, onError, deadlines, meter, abort } = options
  let { warnings } = options
  let concluded = false

  function errorPart(thrown: unknown, code: 'upstream_error' | 'upstream_cut'): string {
    const { reason } = abort.signal
    const failure =
      reason instanceof ProxyError ? reason : fromUpstream(thrown, new ProxyError(code))
    concluded = true
    onError(failure)
    return encodePart({ type: 'error', error: failure.toWire(requestId) })
  }

  try {
    for (;;) {
      deadlines.waiting()
      const { done, value: part } = await reader.read()
      deadlines.arrived()
      if (done) break
      if (part.type === 'raw') continue
      if (part.type === 'error') {
        yield errorPart(part.error, 'upstream_error')
        continue
      }
      concluded ||= part.type === 'finish'
      count(part, meter)
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

function count(part: LanguageModelV4StreamPart, meter: Meter): void {
  if ('delta' in part) meter.streamed += part.delta.length
  if (part.type === 'response-metadata') meter.responseModel = part.modelId
  if (part.type !== 'finish') return
  meter.inputTokens = part.usage.inputTokens.total
  meter.outputTokens = part.usage.outputTokens.total
}
