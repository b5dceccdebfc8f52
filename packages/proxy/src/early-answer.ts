import type { WireError } from '@ambit/protocol'
import { requestEndError } from './abortable.ts'
import type { Exchange } from './exchange.ts'
import { toHeartbeat } from './heartbeat.ts'
import { toFailure } from './proxy-error.ts'
import { respond } from './respond.ts'
import { toWireError } from './to-wire-error.ts'

/**
 * Returns an event stream that begins with heartbeats, and goes on with the body of a response. If
 * `next` rejects, the stream ends with the events of `toErrorEvent`.
 *
 * @param next Resolves with the response, or with undefined when a heartbeat is due.
 */
export function earlyAnswer(
  exchange: Exchange,
  next: () => Promise<Response | undefined>,
  toErrorEvent: (error: WireError) => string,
): Response {
  const { abort, finish, requestId } = exchange
  const encoder = new TextEncoder()
  let isFirst = true
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  // A client that does not read may have left, so the end is reported now.
  const onAbort = (): void => finish(200, requestEndError(abort.signal))
  if (abort.signal.aborted) onAbort()
  abort.signal.addEventListener('abort', onAbort, { once: true })

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
          finish(200, error)
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
