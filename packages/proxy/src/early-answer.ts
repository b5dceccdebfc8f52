import type { WireError } from '@ambit/core/wire'
import type { Exchange } from './exchange.ts'
import { toHeartbeat, withHeartbeat } from './heartbeat.ts'
import { toFailure } from './proxy-error.ts'
import { respond } from './respond.ts'
import { toWireError } from './to-wire-error.ts'

/**
 * Returns an event stream that begins with heartbeats, and goes on with the body of `opening`. If
 * `opening` rejects, the stream ends with the events of `toErrorEvent`.
 */
export function earlyAnswer(
  exchange: Exchange,
  opening: Promise<Response>,
  toErrorEvent: (error: WireError) => string,
): Response {
  const { abort, finish, requestId, options } = exchange
  const encoder = new TextEncoder()
  const next = withHeartbeat<Response | undefined>(
    () => opening,
    () => undefined,
    options.heartbeatMs,
  )
  let isFirst = true
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  // Not in `pull`: a client that does not read may have left.
  opening.catch((thrown) => finish(200, toFailure(thrown)))

  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (isFirst) {
          isFirst = false
          return controller.enqueue(toHeartbeat())
        }
        try {
          if (!reader) {
            const response = await next()
            if (!response) return controller.enqueue(toHeartbeat())
            reader = response.body?.getReader()
          }
        } catch (thrown) {
          const error = toFailure(thrown)
          if (error.code === 'client_closed') return controller.error(error)
          controller.enqueue(encoder.encode(toErrorEvent(toWireError(error, requestId))))
          return controller.close()
        }
        const { value } = (await reader?.read()) ?? {}
        if (value) controller.enqueue(value)
        else controller.close()
      },
      cancel(reason) {
        abort.abort(reason)
        return reader?.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
  return respond(exchange, 200, stream, { 'content-type': 'text/event-stream; charset=utf-8' })
}
