import { createAgent, jsonSchema, type LocalModel, Tool } from '@ambit/core'
import wasm from '@wllama/wllama/esm/wasm/wllama.wasm?url'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { randomGguf } from '../../test/random-gguf.ts'
import { chooseModel } from './choose-model.ts'
import { writtenModel } from '../../test/text-engine.ts'
import { constrained } from './constrained.ts'
import { wllama, type WllamaOptions } from './wllama.ts'

const models: LocalModel[] = []
const url = 'https://models.test/random.gguf'

const engine: WllamaOptions['engine'] = () => import('@wllama/wllama')

/** A model of a file, as a user chooses it. */
function ofFile(bytes: Uint8Array<ArrayBuffer>): LocalModel {
  const model = wllama({ engine, wasm, model: new Blob([bytes]) })
  models.push(model)
  return model
}

afterEach(async () => {
  for (const model of models.splice(0)) await model.remove()
  vi.unstubAllGlobals()
})

const setColor = {
  type: 'function' as const,
  name: 'set_color',
  description: 'Sets the colour.',
  inputSchema: {
    type: 'object' as const,
    properties: {
      color: { enum: ['red', 'green', 'blue'] },
      n: { type: 'integer' as const, minimum: 1, maximum: 9 },
    },
    required: ['color', 'n'],
  },
}

const ask = (text: string) => ({
  prompt: [{ role: 'user' as const, content: [{ type: 'text' as const, text }] }],
  seed: 1,
})

// The weights are random, so only the grammar can make a call that fits.
describe('wllama', () => {
  it('writes calls that fit their schema, of a model that knows nothing', async () => {
    const model = ofFile(randomGguf())
    for (const seed of [1, 2, 3]) {
      const { content, finishReason, usage } = await model.doGenerate({
        ...ask('make it red'),
        seed,
        tools: [setColor],
        toolChoice: { type: 'required' },
      })
      expect(finishReason.unified).toBe('tool-calls')
      const [call] = content
      const { color, n } = JSON.parse(call?.type === 'tool-call' ? call.input : '{}') as Record<
        string,
        unknown
      >
      expect(['red', 'green', 'blue']).toContain(color)
      expect([1, 2, 3, 4, 5, 6, 7, 8, 9]).toContain(n)
      expect(usage.inputTokens.total).toBeGreaterThan(0)
      expect(usage.outputTokens.total).toBeGreaterThan(0)
    }
    expect(model.contextTokens).toBe(4096)
  })

  it('runs the calls of an agent', async () => {
    const ran: unknown[] = []
    const agent = createAgent({
      model: ofFile(randomGguf()),
      limits: { iterations: 1 },
      use: [
        {
          name: 'must call',
          request: (_, next) => next({ toolChoice: { type: 'required' } }),
        },
      ],
      tools: [
        new Tool({
          name: 'set_color',
          description: 'Sets the colour.',
          parameters: jsonSchema(setColor.inputSchema),
          handler: (args) => void ran.push(args),
        }),
      ],
    })
    await agent.chat('make it red').catch(() => undefined)
    expect(ran).toHaveLength(1)
  })

  it('stops when it is cancelled, and answers the next request', async () => {
    const model = ofFile(randomGguf())
    await model.load()
    const stop = new AbortController()
    const { stream } = await model.doStream({
      ...ask('hello'),
      maxOutputTokens: 2_000,
      abortSignal: stop.signal,
    })
    const reader = stream.getReader()
    await reader.read()
    await reader.read()
    stop.abort(new Error('stopped'))
    await expect(
      (async () => {
        while (!(await reader.read()).done);
      })(),
    ).rejects.toThrow('stopped')
    const { usage } = await model.doGenerate({ ...ask('again'), maxOutputTokens: 5 })
    expect(usage.outputTokens.total).toBeLessThanOrEqual(5)
    expect(model.state.status).toBe('ready')
  })

  it('says that a file is not a GGUF file, or is damaged, and the next model answers', async () => {
    const whole = randomGguf()
    for (const [bytes, reason] of [
      [new TextEncoder().encode('<!doctype html>'), 'The file is not a GGUF file.'],
      [whole.slice(0, whole.length / 2), 'The file is damaged'],
    ] as const) {
      const broken = ofFile(new Uint8Array(bytes))
      const model = chooseModel([broken, constrained(writtenModel([['hello']]))])
      expect((await createAgent({ model }).chat('hi')).content).toBe('hello')
      expect(broken.state).toMatchObject({
        status: 'failed',
        reason: expect.stringContaining(reason),
      })
    }
  })

  it('fails with a ModelError if its worker dies, and loads it again for the next call', async () => {
    const workers: Worker[] = []
    const Real = Worker
    vi.stubGlobal(
      'Worker',
      class extends Real {
        constructor(...given: ConstructorParameters<typeof Worker>) {
          super(...given)
          workers.push(this)
        }
      },
    )
    const model = ofFile(randomGguf())
    const { stream } = await model.doStream({ ...ask('hello'), maxOutputTokens: 2_000 })
    const reader = stream.getReader()
    await reader.read()
    await reader.read()
    expect(workers).toHaveLength(1)
    workers[0]?.terminate()
    workers[0]?.dispatchEvent(new ErrorEvent('error'))
    const rest = async (): Promise<void> => {
      while (!(await reader.read()).done);
    }
    await expect(rest()).rejects.toMatchObject({ name: 'ModelError', kind: 'model_failed' })
    const { usage } = await model.doGenerate({ ...ask('again'), maxOutputTokens: 5 })
    expect(usage.outputTokens.total).toBeGreaterThan(0)
    expect(workers).toHaveLength(2)
  })

  it('downloads a file when asked, keeps it, and deletes it', async () => {
    const file = randomGguf()
    const real = globalThis.fetch
    const fetched = vi.fn()
    vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
      if (input !== url) return real(input, init)
      fetched()
      const headers = { 'content-length': `${file.length}`, etag: '"1"' }
      return Promise.resolve(new Response(init?.method === 'HEAD' ? null : file, { headers }))
    })
    const model = wllama({ engine, wasm, model: url, bytes: file.length })
    models.push(model)
    expect(await model.check()).toEqual({ status: 'downloadable', bytes: file.length })
    await expect(model.doGenerate(ask('hi'))).rejects.toThrow('must be downloaded first')
    expect(fetched).not.toHaveBeenCalled()
    await model.load()
    expect(model.state.status).toBe('ready')
    const again = wllama({ engine, wasm, model: url })
    expect((await again.check()).status).toBe('available')
    expect(again.isRemovable).toBe(true)
    expect(ofFile(file).isRemovable).toBe(false)
    await model.remove()
    expect(model.state.status).toBe('downloadable')
  })

  it('leaves nothing on the device of a download that was cancelled', async () => {
    const file = randomGguf()
    const far = 'https://models.test/cancelled-00001-of-00002.gguf'
    const real = globalThis.fetch
    const aborted = vi.fn()
    vi.stubGlobal('fetch', (input: RequestInfo | URL, init: RequestInit = {}) => {
      if (typeof input !== 'string' || !input.includes('cancelled')) return real(input, init)
      const headers = { 'content-length': `${file.length}`, etag: '"1"' }
      if (init.method === 'HEAD') return Promise.resolve(new Response(null, { headers }))
      // The first part is whole, and the second comes half.
      const isWhole = input.includes('00001-of')
      const body = new ReadableStream({
        start(to) {
          to.enqueue(file.slice(0, isWhole ? file.length : file.length / 2))
          if (isWhole) return to.close()
          init.signal?.addEventListener('abort', () => {
            aborted()
            to.error(init.signal?.reason)
          })
        },
      })
      return Promise.resolve(new Response(body, { headers }))
    })
    const kept = async (): Promise<string[]> => {
      const root = await navigator.storage.getDirectory()
      const folder = await root.getDirectoryHandle('cache', { create: true })
      const names: string[] = []
      for await (const name of folder.keys()) if (name.includes('cancelled')) names.push(name)
      return names
    }
    const model = wllama({ engine, wasm, model: far, bytes: 2 * file.length })
    models.push(model)
    const loading = model.load()
    loading.catch(() => undefined)
    await vi.waitFor(async () => expect((await kept()).join()).toContain('00002-of'))
    model.cancel()
    await expect(loading).rejects.toThrow('The load was cancelled.')
    await vi.waitFor(() => expect(model.state.status).toBe('downloadable'))
    expect(aborted).toHaveBeenCalledOnce()
    expect(await kept()).toEqual([])
  })
})
