import { describe, expect, it } from 'vitest'
import { flush } from './fake-clock.ts'
import { toStream } from './to-stream.ts'

async function read<T>(stream: ReadableStream<T>): Promise<T[]> {
  const values: T[] = []
  for await (const value of stream) values.push(value)
  return values
}

describe('toStream', () => {
  it('gives the values in order, takes each only when it is read, and ends', async () => {
    let taken = 0
    let ended = 0
    function* values() {
      for (const value of [1, 2, 3]) {
        taken++
        yield value
      }
    }
    const stream = toStream(values(), { onEnd: () => ended++ })
    await flush()
    expect(taken).toBe(0)
    expect(await read(stream)).toEqual([1, 2, 3])
    expect(ended).toBe(1)
  })

  it('hangs after the last value until its signal aborts, then breaks with the reason', async () => {
    const controller = new AbortController()
    let ended = 0
    const reader = toStream(['a'], {
      hang: true,
      signal: controller.signal,
      onEnd: () => ended++,
    }).getReader()
    expect(await reader.read()).toEqual({ done: false, value: 'a' })
    const next = reader.read()
    await flush()
    expect(ended).toBe(0)
    controller.abort('enough')
    await expect(next).rejects.toBe('enough')
    expect(ended).toBe(1)
  })

  it('waits before a value, and breaks when the wait throws', async () => {
    const gate = Promise.withResolvers<void>()
    const reader = toStream(['a', 'b'], {
      before: (value) => {
        if (value === 'b') throw new Error('broken')
        return gate.promise
      },
    }).getReader()
    let arrived = false
    const first = reader.read().finally(() => (arrived = true))
    await flush()
    expect(arrived).toBe(false)
    gate.resolve()
    expect((await first).value).toBe('a')
    await expect(reader.read()).rejects.toThrow('broken')
  })

  it('is over when its reader cancels', async () => {
    let ended = 0
    const stream = toStream([1], { hang: true, onEnd: () => ended++ })
    await stream.cancel()
    expect(ended).toBe(1)
  })
})
