import type { LanguageModelV4StreamPart, SharedV4Warning } from '@ai-sdk/provider'
import { encodeEvent, encodePart, endOfStream, type WirePart } from '@ambit/protocol'
import { requestEndError } from './abortable.ts'
import type { Deadlines } from './deadlines.ts'
import type { Exchange } from './exchange.ts'
import { toHeartbeat, withHeartbeat } from './heartbeat.ts'
import { ProxyError } from './proxy-error.ts'

/** The source of an event stream. */
export interface EventStreamOptions {
  parts: ReadableStream<LanguageModelV4StreamPart>
  /** The warnings to add to those of the model. */
  warnings: readonly SharedV4Warning[]
  deadlines: Deadlines
}

/**
 * Turns a model's parts into server-sent events. Reads a part only when the client asks for one, so
 * a client that stops reading stops the provider. If the proxy itself ends the answer, for instance
 * by a timeout, the stream ends with an error part. A client that left gets no error part.
 */
export function toEventStream(
  exchange: Exchange,
  options: EventStreamOptions,
): ReadableStream<Uint8Array> {
  const { abort, meter, finish } = exchange
  const { timeouts, bytes: most } = exchange.options
  const { signal } = abort
  const reader = options.parts.getReader()
  let error: ProxyError | undefined
  const events = toEvents(exchange, options, reader, (failure) => (error ??= failure))
  let beat: Uint8Array | undefined
  const next = withHeartbeat(
    () => events.next(),
    () => ({ done: false, value: (beat = toHeartbeat()) }),
    timeouts.heartbeat,
  )

  function onAbort(): void {
    // Some models ignore the signal.
    reader.cancel(signal.reason).catch(() => {})
    // Reported now: a client that does not read may never ask for the error part.
    finish(200, (error ??= requestEndError(signal)))
  }
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)

  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value: bytes } = await next()
        if (!(signal.reason instanceof ProxyError)) signal.throwIfAborted()
        if (bytes === beat) return controller.enqueue(bytes)
        meter.firstByteAt ??= performance.now()
        meter.bytes += bytes.length
        if (meter.bytes > most.response) abort.abort(new ProxyError('upstream_too_large'))
        controller.enqueue(bytes)
        if (!done) return
        // Now, and not at the next read: a client may leave as soon as it has the end marker.
        signal.removeEventListener('abort', onAbort)
        finish(200, error)
        controller.close()
      },
      cancel: (reason) => abort.abort(reason),
    },
    { highWaterMark: 0 },
  )
}

/**
 * Yields the events of an answer, and returns its end marker. Drops raw chunks, and drops the
 * provider's text from errors. Adds an error part if the provider breaks off, or stops without the
 * end of its answer. The end marker comes last in every case, so only a broken connection lacks it.
 */
async function* toEvents(
  exchange: Exchange,
  { deadlines, warnings }: EventStreamOptions,
  reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>,
  onError: (error: ProxyError) => void,
): AsyncGenerator<Uint8Array, Uint8Array> {
  const { abort } = exchange
  const { bytes: most, log } = exchange.options
  let concluded = false

  async function errorPart(
    thrown: unknown,
    code: 'upstream_error' | 'upstream_cut' = 'upstream_cut',
  ): Promise<Uint8Array> {
    concluded = true
    const { toErrorPart } = await import('./failures.ts')
    const { error, event } = toErrorPart(exchange, thrown, code)
    onError(error)
    return encode(event)
  }

  function fit(part: WirePart): Uint8Array {
    const bytes = encode(encodePart(part))
    if (bytes.length <= most.event) return bytes
    const error = new ProxyError('upstream_too_large')
    abort.abort(error)
    throw error
  }

  try {
    // Nobody else reads the meter.
    const counter = exchange.limits || log ? await import('./metering.ts') : undefined
    const count = counter?.countParts(exchange.meter, exchange.limits?.estimate)
    for (;;) {
      deadlines.waiting()
      const { done, value: part } = await reader.read()
      deadlines.arrived()
      if (done) break
      if (part.type === 'raw') continue
      if (part.type === 'error') {
        yield await errorPart(part.error, 'upstream_error')
        continue
      }
      count?.(part)
      if (part.type === 'finish') {
        // The AI SDK ends a stream so that had no end of its own.
        const isCut = part.finishReason?.unified === 'interrupted'
        if (isCut && !concluded) yield await errorPart(undefined)
        concluded = true
      }
      if (part.type === 'stream-start') {
        yield fit({ ...part, warnings: [...part.warnings, ...warnings] })
        warnings = []
        continue
      }
      if (warnings.length > 0) yield fit({ type: 'stream-start', warnings: [...warnings] })
      warnings = []
      yield fit(part)
    }
    if (!concluded) yield await errorPart(undefined)
  } catch (thrown) {
    yield await errorPart(thrown)
  }
  return encode(encodeEvent(endOfStream))
}

const encoder = new TextEncoder()
const encode = (text: string): Uint8Array => encoder.encode(text)
