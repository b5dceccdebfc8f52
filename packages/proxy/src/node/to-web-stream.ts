import type { Readable } from 'node:stream'

/**
 * Node's stream of bytes as the web's: a piece is read when one is asked for, so that whoever stops
 * reading stops the sender. A stream that breaks off, breaks this one. It holds less than
 * `Readable.toWeb` does.
 */
export function toWebStream(readable: Readable): ReadableStream<Uint8Array> {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let wanted: (() => void) | undefined
  readable.pause()

  function settle(): void {
    wanted?.()
    wanted = undefined
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
    // `close` comes after it, and tells.
    .on('error', () => {})

  return new ReadableStream<Uint8Array>(
    {
      start: (own) => void (controller = own),
      pull: () =>
        new Promise((resolve) => {
          wanted = resolve
          readable.resume()
        }),
      cancel() {
        controller = undefined
        readable.destroy()
        settle()
      },
    },
    { highWaterMark: 0 },
  )
}
