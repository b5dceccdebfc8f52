import type { Readable } from 'node:stream'

/**
 * Turns Node's stream of bytes into a web stream. Reads a piece only when one is asked for. A
 * reader that cancels stops the sender, unless another `cancel` is given. If Node's stream breaks
 * off, the web stream fails. Holds less memory than `Readable.toWeb`.
 */
export function toWebStream(
  readable: Readable,
  cancel: () => unknown = () => readable.destroy(),
): ReadableStream<Uint8Array> {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let resolvePull: (() => void) | undefined
  readable.pause()

  function settle(): void {
    resolvePull?.()
    resolvePull = undefined
  }
  readable
    .on('data', (bytes: Uint8Array) => {
      readable.pause()
      controller?.enqueue(bytes)
      settle()
    })
    .once('end', () => {
      controller?.close()
      controller = undefined
      settle()
    })
    .once('close', () => {
      controller?.error(readable.errored ?? new Error('The connection was cut.'))
      controller = undefined
      settle()
    })
    // `close` follows an error, and handles it.
    .on('error', () => {})

  return new ReadableStream<Uint8Array>(
    {
      start: (own) => void (controller = own),
      pull: () =>
        new Promise((resolve) => {
          resolvePull = resolve
          readable.resume()
        }),
      cancel() {
        controller = undefined
        cancel()
        settle()
      },
    },
    { highWaterMark: 0 },
  )
}
