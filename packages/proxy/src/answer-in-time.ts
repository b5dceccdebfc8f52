import type { WireError } from '@ambit/protocol'
import type { Exchange } from './exchange.ts'
import { withHeartbeat } from './heartbeat.ts'

/**
 * Returns the response of `opening`, an event stream, if it comes within `timeouts.heartbeat`.
 * Otherwise returns a stream that sends heartbeats until it comes. So an intermediary does not
 * close a connection on which a provider is silent, and an early error keeps its status.
 *
 * @param toErrorEvent Writes an error as events. They end a stream that began before the error.
 * @throws ProxyError with which `opening` rejects in time.
 */
export async function answerInTime(
  exchange: Exchange,
  opening: Promise<Response>,
  toErrorEvent: (error: WireError) => string,
): Promise<Response> {
  const next = withHeartbeat<Response | undefined>(
    () => opening,
    () => undefined,
    exchange.options.timeouts.heartbeat,
  )
  const response = await next()
  return response ?? (await import('./early-answer.ts')).earlyAnswer(exchange, next, toErrorEvent)
}
