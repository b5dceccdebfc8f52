import { describe, expect, it } from 'vitest'
import { type PartSource, PartStream, toSource } from './part-stream.ts'

/** Makes a source that delivers one batch for each read. Also returns the calls of the source. */
function sourceOf(...batches: string[][]) {
  const asked: unknown[] = []
  const source: PartSource<string> = {
    async read(take, isEnough) {
      while (batches.length > 0 && !isEnough()) {
        asked.push('read')
        const batch = batches.shift()
        await Promise.resolve()
        batch?.forEach(take)
      }
      return batches.length > 0
    },
    async cancel(reason) {
      asked.push(reason)
    },
  }
  return { source, asked }
}

const all = async (stream: ReadableStream<string>): Promise<string[]> => {
  const parts: string[] = []
  for await (const part of stream) parts.push(part)
  return parts
}

const never = (): boolean => false

describe('PartStream', () => {
  it('is a stream of all its parts, however many a read brings', async () => {
    const { source } = sourceOf(['a', 'b'], [], [], ['c'], ['d', 'e'])
    expect(await all(new PartStream(source))).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(await all(new PartStream(sourceOf().source))).toEqual([])
  })

  it('reads nothing before it is asked', async () => {
    const { source, asked } = sourceOf(['a'], ['b'])
    const reader = new PartStream(source).getReader()
    await Promise.resolve()
    expect(asked).toEqual([])
    expect(await reader.read()).toEqual({ done: false, value: 'a' })
    expect(asked).toEqual(['read'])
  })

  it('errors with what its source throws, and cancels it', async () => {
    const error = new Error('gone')
    const { source, asked } = sourceOf(['a'], ['b'])
    const broken = new PartStream<string>({ ...source, read: () => Promise.reject(error) })
    await expect(all(broken)).rejects.toBe(error)
    await new PartStream(source).cancel('enough')
    expect(asked).toEqual(['enough'])
  })
})

describe('toSource', () => {
  it('hands on the parts of any stream, until enough have come or there are no more', async () => {
    const stream = new ReadableStream<string>({
      start(controller) {
        for (const part of ['a', 'b', 'c']) controller.enqueue(part)
        controller.close()
      },
    })
    const source = toSource(stream)
    const parts: string[] = []
    const take = (part: string): unknown => parts.push(part)
    expect(await source.read(take, () => parts.length === 2)).toBe(true)
    expect(parts).toEqual(['a', 'b'])
    expect(await source.read(take, never)).toBe(false)
    expect(parts).toEqual(['a', 'b', 'c'])
  })

  it('takes a stream that has a source back to it, and locks it', () => {
    const { source } = sourceOf(['a'])
    const stream = new PartStream(source)
    expect(toSource(stream)).toBe(source)
    expect(stream.locked).toBe(true)
    expect(() => toSource(stream)).toThrow(TypeError)
  })

  it('reads what a page made of such a stream, not its source', async () => {
    const louder = new TransformStream<string, string>({
      transform: (part, controller) => controller.enqueue(part.toUpperCase()),
    })
    const stream = new PartStream(sourceOf(['a', 'b']).source).pipeThrough(louder)
    const parts: string[] = []
    await toSource(stream).read((part) => parts.push(part), never)
    expect(parts).toEqual(['A', 'B'])
  })

  it('ends what is read when it is cancelled', async () => {
    const reasons: unknown[] = []
    const source = toSource(
      new ReadableStream<string>({ cancel: (reason) => void reasons.push(reason) }),
    )
    const reading = source.read(() => undefined, never)
    await source.cancel('enough')
    expect(await reading).toBe(false)
    expect(reasons).toEqual(['enough'])
  })
})
