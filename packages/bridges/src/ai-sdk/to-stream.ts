import type { UIMessageChunk } from 'ai'

export const toStream = (chunks: readonly UIMessageChunk[]): ReadableStream<UIMessageChunk> =>
  new ReadableStream({
    start(to) {
      for (const chunk of chunks) to.enqueue(chunk)
      to.close()
    },
  })
