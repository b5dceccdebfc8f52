import type { UIMessageChunk } from 'ai'

/** Returns a stream of chunks that are there. */
export const toStream = (chunks: readonly UIMessageChunk[]): ReadableStream<UIMessageChunk> =>
  new ReadableStream({
    start(to) {
      for (const chunk of chunks) to.enqueue(chunk)
      to.close()
    },
  })
