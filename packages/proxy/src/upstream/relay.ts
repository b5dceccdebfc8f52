import { requestEndError } from '../abortable.ts'
import type { Deadlines } from '../deadlines.ts'
import type { Exchange } from '../exchange.ts'
import { toHeartbeat, withHeartbeat } from '../heartbeat.ts'
import { ProxyError } from '../proxy-error.ts'

/** An observer of the bytes of an answer. A `ProxyError` that it throws ends the answer. */
export interface Tap {
  write: (bytes: Uint8Array) => void
  /** Whether the answer was complete when it ended. */
  isComplete: () => boolean
}

/** The answer to relay. */
export interface RelayOptions {
  reader: ReadableStreamDefaultReader<Uint8Array>
  /** The bytes that were read already, to see if the answer begins with an error. */
  first?: readonly Uint8Array[] | undefined
  deadlines: Deadlines
  tap?: Tap | undefined
  /** True if the answer is an event stream. */
  streams?: boolean | undefined
}

/**
 * Relays a provider's answer, byte by byte as it comes. Reads a piece only when the client asks for
 * one: a client that stops reading stops the provider, and nothing is buffered. The stream fails if
 * the answer breaks off, or ends before it is complete. So a cut never looks like an end.
 */
export function relay(exchange: Exchange, options: RelayOptions): ReadableStream<Uint8Array> {
  const { abort, meter, finish } = exchange
  const { timeouts, bytes: most } = exchange.options
  const { reader, deadlines, tap, streams = false } = options
  const { signal } = abort
  const first = [...(options.first ?? [])]
  const needsEvents = streams && (timeouts.heartbeat > 0 || most.event < Infinity)
  const events = needsEvents ? createEventMeter() : undefined
  let beat: Uint8Array | undefined
  const next = withHeartbeat<Uint8Array | undefined>(
    read,
    () => (beat = toHeartbeat()),
    events ? timeouts.heartbeat : 0,
    () => events?.isBetween ?? false,
  )

  function onAbort(): void {
    reader.cancel(signal.reason).catch(() => {})
    finish(200, requestEndError(signal))
  }
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)

  async function read(): Promise<Uint8Array | undefined> {
    const known = first.shift()
    if (known) {
      deadlines.arrived()
      return known
    }
    deadlines.waiting()
    const { done, value } = await reader.read()
    deadlines.arrived()
    return done ? undefined : value
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const bytes = await next().catch(() => {
          signal.throwIfAborted()
          return fail(new ProxyError('upstream_cut'))
        })
        signal.throwIfAborted()
        if (!bytes) {
          if (tap && !observe(() => tap.isComplete())) return fail(new ProxyError('upstream_cut'))
          signal.removeEventListener('abort', onAbort)
          finish(200)
          return controller.close()
        }
        if (bytes === beat) return controller.enqueue(bytes)
        meter.firstByteAt ??= performance.now()
        meter.bytes += bytes.length
        const isTooLarge = meter.bytes > most.response || isOver(bytes)
        if (isTooLarge) return fail(new ProxyError('upstream_too_large'))
        observe(() => tap?.write(bytes))
        return controller.enqueue(bytes)
      },
      cancel: (reason) => abort.abort(reason),
    },
    { highWaterMark: 0 },
  )

  function isOver(bytes: Uint8Array): boolean {
    return events !== undefined && events.write(bytes) > most.event
  }

  function observe<T>(at: () => T): T {
    try {
      return at()
    } catch (thrown) {
      return fail(thrown instanceof ProxyError ? thrown : new ProxyError('internal_error'))
    }
  }

  function fail(error: ProxyError): never {
    finish(200, error)
    abort.abort(error)
    throw error
  }
}

/** A meter that finds the ends of events in the bytes of an event stream. */
interface EventMeter {
  /** Reads bytes. Returns the size so far of the largest event that has a part in them. */
  write: (bytes: Uint8Array) => number
  /** True if the bytes so far end with a whole event. */
  readonly isBetween: boolean
}

const lineFeed = 10
const carriageReturn = 13

/**
 * Creates a meter. An event ends with an empty line; a line ends with CR LF, LF or CR. Neither byte
 * is a part of a longer UTF-8 character.
 */
export function createEventMeter(): EventMeter {
  let eventBytes = 0
  let lineBytes = 0
  let last = 0

  /** Reads bytes whose lines all end with LF, which is fast. */
  function writeLines(bytes: Uint8Array): number {
    let largest = 0
    let from = 0
    for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, from)) {
      eventBytes += at + 1 - from
      if (eventBytes > largest) largest = eventBytes
      if (at === from && lineBytes === 0) eventBytes = 0
      lineBytes = 0
      from = at + 1
    }
    lineBytes += bytes.length - from
    eventBytes += bytes.length - from
    last = bytes[bytes.length - 1] ?? last
    return Math.max(largest, eventBytes)
  }

  return {
    get isBetween() {
      return eventBytes === 0
    },
    write(bytes) {
      const { length } = bytes
      if (last !== carriageReturn && !bytes.includes(carriageReturn)) return writeLines(bytes)
      let largest = 0
      let event = eventBytes
      let line = lineBytes
      for (let at = 0; at < length; at++) {
        const byte = bytes[at]
        if (byte !== lineFeed && byte !== carriageReturn) {
          event += 1
          line += 1
          continue
        }
        // The LF of a CR LF: the line already ended with the CR.
        if (byte === lineFeed && (at > 0 ? bytes[at - 1] : last) === carriageReturn) continue
        event += 1
        if (event > largest) largest = event
        if (line === 0) event = 0
        line = 0
      }
      last = bytes[length - 1] ?? last
      eventBytes = event
      lineBytes = line
      return Math.max(largest, event)
    },
  }
}
