import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { ModelError } from '@ambit/core'
import { isRetryableStatus, parseRetryAfter } from '@ambit/protocol'
import { createParser } from 'eventsource-parser'
import type { AguiModelOptions, RemoteRun } from './agui-options.ts'

/**
 * Sends the request of a run, and resolves with the body of an event stream.
 *
 * @throws ModelError with the code `network`, `http_error` or `invalid_response`. Throws the
 * signal's reason if the signal aborts.
 */
export async function openRun(
  { url, headers, credentials, fetch = globalThis.fetch }: AguiModelOptions,
  run: RemoteRun,
  body: string,
): Promise<ReadableStream<Uint8Array>> {
  const { signal } = run
  signal?.throwIfAborted()
  const sent = new Headers(typeof headers === 'function' ? await headers(run) : headers)
  sent.set('content-type', 'application/json')
  sent.set('accept', 'text/event-stream')
  signal?.throwIfAborted()
  let response: Response
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: sent,
      body,
      ...(signal && { signal }),
      ...(credentials && { credentials }),
    })
  } catch (cause) {
    signal?.throwIfAborted()
    const message = `The remote agent ${url} could not be reached. Check the address and the network.`
    throw new ModelError(message, { kind: 'network', isRetryable: true, cause })
  }
  const { ok, status, headers: got } = response
  const isStream = /^text\/event-stream\b/i.test(got.get('content-type') ?? '')
  if (ok && isStream && response.body) return response.body
  response.body?.cancel().catch(() => {})
  if (ok) throw unreadable(url)
  throw new ModelError(`The remote agent ${url} answered with HTTP ${status}.`, {
    kind: 'http_error',
    isRetryable: isRetryableStatus(status),
    status,
    retryAfterMs: parseRetryAfter((name) => got.get(name), Date.now()),
  })
}

/** Creates the error for an answer that is not an AG-UI stream. */
export const unreadable = (url: string): ModelError =>
  new ModelError(
    `The answer of ${url} is not an AG-UI stream. A login page or another server may have answered. Check the address and the sign-in.`,
    { kind: 'invalid_response', isRetryable: false },
  )

/**
 * Returns the parts of a run as a stream. `read` gets the data of each event with a function that
 * takes the parts, and returns true for the event that ends the run. A body that ends or breaks
 * before yields an `error` part with the code `stream_cut`.
 */
export function toStream(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
  read: (data: string, take: (part: LanguageModelV4StreamPart) => void) => boolean,
): ReadableStream<LanguageModelV4StreamPart> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let isEnd = false
  let take: (part: LanguageModelV4StreamPart) => void
  const parser = createParser({
    onEvent: ({ data }) => {
      if (!isEnd) isEnd = read(data, take)
    },
  })
  return new ReadableStream<LanguageModelV4StreamPart>(
    {
      start: (to) => to.enqueue({ type: 'stream-start', warnings: [] }),
      async pull(to) {
        let isEnough = false
        take = (part) => {
          to.enqueue(part)
          isEnough = true
        }
        while (!isEnd && !isEnough) {
          const { value } = await reader.read().catch(() => {
            signal?.throwIfAborted()
            return { value: undefined }
          })
          if (value) parser.feed(decoder.decode(value, { stream: true }))
          else {
            isEnd = true
            take({ type: 'error', error: streamCut() })
          }
        }
        if (!isEnd) return
        to.close()
        reader.cancel().catch(() => {})
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

const streamCut = (): ModelError =>
  new ModelError(
    'The connection to the remote agent ended before its run did, so a part of the answer is missing. Send the request again.',
    { kind: 'stream_cut', isRetryable: true },
  )
