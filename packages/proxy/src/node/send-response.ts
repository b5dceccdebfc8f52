import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Writes a Fetch response to Node's. Waits for the client to take what was written before it reads on,
 * and cancels the body when the client goes away.
 */
export async function sendResponse(
  response: Response,
  outgoing: ServerResponse,
  incoming: IncomingMessage,
): Promise<void> {
  const reader = response.body?.getReader()
  const cancel = () => void reader?.cancel().catch(() => {})
  if (outgoing.destroyed) return cancel()
  outgoing.once('close', cancel)
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value)
  // The rest of a body that nobody wants is not worth reading to keep the connection.
  if (!incoming.complete) outgoing.setHeader('connection', 'close')
  outgoing.flushHeaders()
  while (reader) {
    const { done, value } = await reader.read()
    if (done || outgoing.destroyed) break
    if (!outgoing.write(value)) await drained(outgoing)
  }
  outgoing.end()
}

const drained = (outgoing: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      outgoing.off('drain', done).off('close', done)
      resolve()
    }
    outgoing.on('drain', done).on('close', done)
  })
