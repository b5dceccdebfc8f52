import { type LocalModel, ModelError } from '@ambit/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { writtenModel } from '../../test/text-engine.ts'
import { constrained } from './constrained.ts'

const say = async (model: LocalModel): Promise<unknown> =>
  model.doGenerate({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }] })

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('loading a model in the page', () => {
  it('downloads nothing without a press, and tells the size', async () => {
    let isHere = false
    const written = writtenModel([['hello']], {
      find: async () => ({ status: isHere ? 'available' : 'downloadable', bytes: 4e8 }),
      load: async ({ onProgress }) => {
        onProgress(1e8, 4e8)
        states.push(model.state)
        isHere = true
        return undefined as never
      },
      remove: async () => void (isHere = false),
    })
    const states: unknown[] = []
    const model = constrained(written)
    const error = await failure(say(model))
    expect(error).toBeInstanceOf(ModelError)
    expect(error).toMatchObject({
      kind: 'not_loaded',
      isRetryable: false,
      message: 'The model must be downloaded first (400 MB).',
    })
    expect(written.loads).toBe(0)
    expect(model.state).toEqual({ status: 'downloadable', bytes: 4e8 })
    await model.load()
    expect(states).toEqual([{ status: 'loading', bytes: 4e8, progress: 0.25 }])
    expect(model.state).toMatchObject({ status: 'ready' })
    await say(model)
    expect(written.loads).toBe(1)
    await model.remove()
    expect(model.state).toEqual({ status: 'downloadable', bytes: 4e8 })
    expect(written.closes).toBe(1)
    await expect(say(model)).rejects.toThrow('must be downloaded first')
  })

  it('loads a model that is on the device with the first call', async () => {
    const written = writtenModel([['hello']])
    const model = constrained(written)
    const seen: string[] = []
    const stop = model.subscribe(() => seen.push(model.state.status))
    expect(await model.check()).toEqual({ status: 'available' })
    await Promise.all([say(model), say(model)])
    expect(written.loads).toBe(1)
    expect(seen).toEqual(['available', 'available', 'loading', 'ready'])
    stop()
    await model.remove()
    expect(seen).toHaveLength(4)
  })

  it('fails after 60 seconds without an answer, with the line for the policy of the page', async () => {
    vi.useFakeTimers()
    const late = Promise.withResolvers<never>()
    let progress = (_loaded: number, _total: number): void => undefined
    const written = writtenModel([['hello']], {
      csp: "worker-src blob:; script-src 'wasm-unsafe-eval'",
      load: ({ onProgress }) => {
        progress = onProgress
        return late.promise
      },
    })
    const model = constrained(written)
    const failed = failure(model.load())
    await vi.advanceTimersByTimeAsync(50_000)
    progress(1, 2)
    await vi.advanceTimersByTimeAsync(50_000)
    expect(model.state).toMatchObject({ status: 'loading', progress: 0.5 })
    await vi.advanceTimersByTimeAsync(10_000)
    const reason =
      '"written" did not answer in 60 seconds. If the page has a Content Security Policy, add: worker-src blob:; script-src \'wasm-unsafe-eval\''
    expect(await failed).toMatchObject({ kind: 'not_loaded', message: reason })
    expect(model.state).toEqual({ status: 'failed', bytes: 2, reason })
    // A call does not wait another minute. An engine that comes late is closed.
    await expect(say(model)).rejects.toThrow('did not answer')
    expect(written.loads).toBe(1)
    late.resolve(undefined as never)
    await vi.waitFor(() => expect(written.closes).toBe(1))
  })

  it('is a download for those that wait, also if the server does not tell the size', async () => {
    const { promise, resolve } = Promise.withResolvers<never>()
    const model = constrained(
      writtenModel([['hello']], {
        find: async () => ({ status: 'downloadable' as const }),
        load: ({ onProgress }) => {
          onProgress(1e6, 0)
          return promise
        },
      }),
    )
    const loading = model.load()
    await vi.waitFor(() => expect(model.state.status).toBe('loading'))
    expect(model.state.progress).toBe(0)
    resolve(undefined as never)
    await loading
  })

  it('can be cancelled, and begun again', async () => {
    const written = writtenModel([['hello']], {
      find: async () => ({ status: 'downloadable' as const, bytes: 1e6 }),
      load: ({ signal }) =>
        written.loads === 1
          ? new Promise((_, reject) =>
              signal.addEventListener('abort', () => reject(signal.reason)),
            )
          : Promise.resolve(undefined as never),
    })
    const model = constrained(written)
    const loading = failure(model.load())
    await vi.waitFor(() => expect(model.state.status).toBe('loading'))
    model.cancel()
    expect(await loading).toMatchObject({ message: 'The load was cancelled.' })
    await vi.waitFor(() => expect(model.state).toEqual({ status: 'downloadable', bytes: 1e6 }))
    await model.load()
    expect(model.state.status).toBe('ready')
  })

  it('says before a download that memory or storage do not suffice', async () => {
    const found = { status: 'downloadable' as const, bytes: 2e9 }
    const here = (navigator: object): Promise<unknown> => {
      vi.stubGlobal('navigator', navigator)
      return constrained(writtenModel([[]], { find: async () => found })).check()
    }
    expect(await here({ deviceMemory: 2 })).toMatchObject({
      status: 'unavailable',
      reason: 'It needs 2000 MB of memory, and this device has too little.',
    })
    const storage = { estimate: async () => ({ quota: 3e8, usage: 1e8 }) }
    expect(await here({ deviceMemory: 8, storage })).toMatchObject({
      status: 'unavailable',
      reason: expect.stringContaining('2000 MB of storage, and the browser gives this page 200 MB'),
    })
    expect(await here({ deviceMemory: 8 })).toEqual(found)
  })

  it('tells why a load failed, and tries again only when asked', async () => {
    let isBroken = true
    const written = writtenModel([['hello']], {
      load: async () => {
        if (isBroken) throw new Error('This is not a GGUF file.')
        return undefined as never
      },
    })
    const model = constrained(written)
    await expect(say(model)).rejects.toThrow('This is not a GGUF file.')
    await expect(say(model)).rejects.toThrow('This is not a GGUF file.')
    expect(written.loads).toBe(1)
    isBroken = false
    await model.load()
    expect(model.state.status).toBe('ready')
  })

  it('tells the other listeners when one throws, and goes on', async () => {
    const thrown = new Error('bad listener')
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const model = constrained(writtenModel([['hello']]))
    const others = vi.fn()
    model.subscribe(() => {
      throw thrown
    })
    model.subscribe(others)
    await model.load()
    expect(model.state.status).toBe('ready')
    expect(others).toHaveBeenCalledTimes(3)
    expect(reported).toHaveBeenCalledWith(thrown)
  })

  it('waits 5 seconds to be found, and takes what comes later', async () => {
    vi.useFakeTimers()
    const found = Promise.withResolvers<{ status: 'available' }>()
    const find = vi.fn(() => found.promise)
    const model = constrained(writtenModel([['hello']], { find }))
    const checked = model.check()
    await vi.advanceTimersByTimeAsync(5_000)
    const reason = 'It did not say in 5 seconds whether it runs here.'
    expect(await checked).toEqual({ status: 'unavailable', reason })
    // Nobody waits for it again.
    expect(await model.check()).toEqual({ status: 'unavailable', reason })
    await expect(model.load()).rejects.toThrow(reason)
    expect(find).toHaveBeenCalledTimes(1)
    found.resolve({ status: 'available' })
    await vi.advanceTimersByTimeAsync(0)
    expect(model.state).toEqual({ status: 'available' })
  })

  it('tells people nothing of what a search for it threw', async () => {
    const find = () => Promise.reject(new Error('GET /models?key=secret'))
    const state = await constrained(writtenModel([[]], { find })).check()
    expect(state).toEqual({
      status: 'unavailable',
      reason: 'It could not be found out whether it runs here.',
    })
  })

  it('begins again only when what was cancelled has ended', async () => {
    const ends = [Promise.withResolvers<never>(), Promise.withResolvers<never>()]
    const removed = vi.fn()
    const written = writtenModel([['hello']], {
      find: async () => ({ status: 'downloadable', bytes: 1e6 }),
      load: () => ends[written.loads - 1]?.promise ?? Promise.reject(new Error('too many')),
      remove: async () => removed(),
    })
    const model = constrained(written)
    const first = failure(model.load())
    await vi.waitFor(() => expect(written.loads).toBe(1))
    model.cancel()
    const second = model.load()
    await vi.waitFor(() => expect(model.state.status).toBe('loading'))
    expect(written.loads).toBe(1)
    ends[0]?.reject(new Error('stopped'))
    await vi.waitFor(() => expect(written.loads).toBe(2))
    expect(String(await first)).toContain('The load was cancelled.')
    const removing = model.remove()
    await expect(second).rejects.toThrow('cancelled')
    expect(removed).not.toHaveBeenCalled()
    ends[1]?.reject(new Error('stopped'))
    await removing
    expect(removed).toHaveBeenCalledOnce()
    expect(model.state).toEqual({ status: 'downloadable', bytes: 1e6 })
  })

  it('does not take what was found before a deletion', async () => {
    let isHere = true
    const written = writtenModel([['hello']], {
      find: async () => {
        const status = isHere ? 'available' : 'downloadable'
        await new Promise((resolve) => setTimeout(resolve, 20))
        return { status }
      },
      remove: async () => void (isHere = false),
    })
    const model = constrained(written)
    await model.load()
    // As a list of models does, which looks for what it does not know.
    model.subscribe(() => model.state.status === 'unknown' && void model.check())
    await model.remove()
    expect(model.state.status).toBe('downloadable')
  })
})
