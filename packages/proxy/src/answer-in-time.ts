import type { WireError } from '@ambit/core/wire'
import type { Exchange } from './exchange.ts'

/**
 * Returns the response of `opening`, an event stream, if it comes within `heartbeatMs`. Otherwise
 * returns a stream that sends heartbeats until it comes. So an intermediary does not close a
 * connection on which a provider is silent, and an early error keeps its status.
 *
 * @param toErrorEvent Writes an error as events. They end a stream that began before the error.
 * @throws ProxyError with which `opening` rejects in time.
 */
export async function answerInTime(
  exchange: Exchange,
  opening: Promise<Response>,
  toErrorEvent: (error: WireError) => string,
): Promise<Response> {
  const { heartbeatMs } = exchange.options
  if (heartbeatMs <= 0) return opening
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), heartbeatMs)
  })
  const response = await Promise.race([opening, late]).finally(() => clearTimeout(timer))
  if (response) return response
  return (await import('./early-answer.ts')).earlyAnswer(exchange, opening, toErrorEvent)
}
