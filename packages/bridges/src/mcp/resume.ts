import type { AnswerEnd, StreamPlace } from './http-exchange.ts'
import type { McpError } from './mcp-error.ts'

/** The most tries in a row that bring no event, and the longest pause before one. */
const most = { tries: 5, pauseMs: 60_000 }

/**
 * Goes on with the stream of an answer that was cut after an event with an id. Servers of 2025 end
 * the stream of a long call, and keep the rest for a GET with `Last-Event-ID`.
 *
 * @param ask Sends that GET. The place follows its stream.
 * @returns `taken` once the answer has come, and `cut` if the server does not go on.
 */
export async function resume(
  place: StreamPlace,
  ask: () => Promise<AnswerEnd>,
  signal?: AbortSignal,
): Promise<AnswerEnd> {
  for (let tries = 0; tries < most.tries; tries++) {
    await pause(Math.min(place.retryMs ?? 1_000 * 2 ** tries, most.pauseMs), signal)
    const { id } = place
    try {
      if ((await ask()) === 'taken') return 'taken'
    } catch (error) {
      signal?.throwIfAborted()
      const { kind } = error as McpError
      // A server that refuses has run the call: with its own error, the call would be sent again.
      if (kind === 'refused' || kind === 'http_error') return 'cut'
      if (kind !== 'stream_cut' && kind !== 'unreachable') throw error
    }
    if (place.id !== id) tries = -1
  }
  return 'cut'
}

const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end)
  })
