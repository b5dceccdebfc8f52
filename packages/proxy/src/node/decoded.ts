import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'

/** The body of a message as it was before it was compressed. */
export function decoded(message: IncomingMessage): Readable {
  const encoding = message.headers['content-encoding'] ?? 'identity'
  if (encoding === 'identity') return message
  const decoder = encoding === 'br' ? createBrotliDecompress() : createUnzip()
  // An error of either destroys both, and whoever reads sees it.
  return pipeline(message, decoder, () => {})
}
