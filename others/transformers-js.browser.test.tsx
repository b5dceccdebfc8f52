import { type LocalModel, transformersJs } from 'ambit/local-models'
import mjs from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url'
import wasm from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { randomOnnx } from './random-onnx.ts'

const onnx = 'onnx/model_q4.onnx'
const whole = randomOnnx()
const bytes = Object.values(whole).reduce((sum, { length }) => sum + length, 0)
const models: LocalModel[] = []
const asked = vi.fn<(file: string, signal: AbortSignal | null | undefined) => void>()
/** What the server has instead of a file. */
let instead: Record<string, BodyInit> = {}

async function engine() {
  const library = await import('@huggingface/transformers')
  const { env } = library
  Object.assign(env.backends.onnx.wasm ?? {}, { wasmPaths: { mjs, wasm } })
  env.remoteHost = 'https://models.test/'
  env.fetch = (address: string | URL, init?: RequestInit) => {
    const [, file] = `${address}`.split('https://models.test/test/random/resolve/main/')
    if (file === undefined) return fetch(address, init)
    asked(file, init?.signal)
    const stalled = new ReadableStream({
      start: (to) => init?.signal?.addEventListener('abort', () => to.error(init.signal?.reason)),
    })
    const body = instead[file] === 'stalled' ? stalled : (instead[file] ?? whole[file])
    const headers = { 'content-length': `${whole[file]?.length}` }
    return Promise.resolve(new Response(body ?? null, { status: body ? 200 : 404, headers }))
  }
  return library
}

function create(): LocalModel {
  const grammar = () => import('@mlc-ai/web-xgrammar')
  const model = transformersJs({ engine, grammar, model: 'test/random', bytes })
  models.push(model)
  return model
}

async function loaded(): Promise<LocalModel> {
  const model = create()
  await model.load()
  return model
}

afterEach(async () => {
  for (const model of models.splice(0)) await model.remove()
  instead = {}
  asked.mockClear()
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
      least: { type: 'integer' as const, minimum: 7 },
    },
    required: ['color', 'n', 'least'],
  },
}

const ask = (text: string) => ({
  prompt: [{ role: 'user' as const, content: [{ type: 'text' as const, text }] }],
})

const textOf = async (model: LocalModel, options: object): Promise<string> => {
  const { content } = await model.doGenerate({ ...ask('hi'), maxOutputTokens: 20, ...options })
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

// The weights are random, so only the grammar can make a call that fits.
describe('transformersJs', () => {
  it('writes calls that fit their schema, of a model that knows nothing', async () => {
    const model = await loaded()
    for (const seed of [1, 2, 3, 4, 5]) {
      const { content, finishReason, usage } = await model.doGenerate({
        ...ask('make it red'),
        seed,
        tools: [setColor],
        toolChoice: { type: 'required' },
      })
      expect(finishReason.unified).toBe('tool-calls')
      const [call] = content
      const { color, n, least } = JSON.parse(call?.type === 'tool-call' ? call.input : '{}')
      expect(['red', 'green', 'blue']).toContain(color)
      expect([1, 2, 3, 4, 5, 6, 7, 8, 9]).toContain(n)
      expect(least).toBeGreaterThanOrEqual(7)
      expect(usage.inputTokens.total).toBeGreaterThan(200)
      expect(usage.outputTokens.total).toBeGreaterThan(30)
    }
    expect(model.contextTokens).toBe(2_048)
  })

  it('writes pieces of whole characters, until the most tokens', async () => {
    const model = await loaded()
    const read = async (words: string, maxOutputTokens: number) => {
      const schema = { enum: [words] }
      const options = { ...ask('hello'), responseFormat: { type: 'json' as const, schema } }
      const { stream } = await model.doStream({ ...options, maxOutputTokens })
      const pieces: string[] = []
      for await (const part of stream) {
        if (part.type === 'text-delta') pieces.push(part.delta)
        if (part.type === 'finish') pieces.push(part.finishReason.unified)
      }
      return pieces
    }
    // Each byte is a token.
    expect(await read('é東😀', 100)).toEqual(['"', 'é', '東', '😀', '"', 'stop'])
    expect(await read('é東😀', 8)).toEqual(['"', 'é', '東', 'length'])
  })

  it('takes the settings of the sampling', async () => {
    const model = await loaded()
    const likely = await textOf(model, { temperature: 0 })
    expect(await textOf(model, { topP: 0.000_1 })).toBe(likely)
    expect(await textOf(model, { topK: 1 })).toBe(likely)
    const seeded = await textOf(model, { seed: 7, temperature: 2 })
    expect(await textOf(model, { seed: 7, temperature: 2 })).toBe(seeded)
    expect(await textOf(model, { seed: 8, temperature: 2 })).not.toBe(seeded)
  })

  it('stops when it is cancelled, and answers the next request', async () => {
    const model = await loaded()
    const stop = new AbortController()
    const { stream } = await model.doStream({
      ...ask('hello'),
      maxOutputTokens: 1_000,
      responseFormat: { type: 'json', schema: { type: 'string', minLength: 1_000 } },
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

  it('downloads files when asked, keeps them, and deletes them', async () => {
    const model = create()
    expect(await model.check()).toEqual({ status: 'downloadable', bytes })
    await expect(model.doGenerate(ask('hi'))).rejects.toThrow('must be downloaded first')
    expect(asked).not.toHaveBeenCalled()
    const totals = new Set<number | undefined>()
    model.subscribe(() => totals.add(model.state.bytes))
    await model.load()
    expect(Math.max(...[...totals].map(Number))).toBeGreaterThan(whole[onnx]?.length ?? Infinity)
    asked.mockClear()
    const again = create()
    expect((await again.check()).status).toBe('available')
    await again.doGenerate({ ...ask('hi'), maxOutputTokens: 1 })
    expect(asked).not.toHaveBeenCalled()
    await model.remove()
    expect(model.state.status).toBe('downloadable')
    const cache = await caches.open('transformers-cache')
    expect((await cache.keys()).filter(({ url }) => url.includes('models.test'))).toEqual([])
  })

  it('ends a download that is cancelled, and downloads the rest afterwards', async () => {
    const model = create()
    instead = { [onnx]: 'stalled' }
    const loading = model.load()
    loading.catch(() => undefined)
    await vi.waitFor(() =>
      expect(asked).toHaveBeenCalledWith('onnx/model_q4.onnx', expect.anything()),
    )
    model.cancel()
    await expect(loading).rejects.toThrow('The load was cancelled.')
    await vi.waitFor(() => expect(model.state.status).toBe('downloadable'))
    for (const [, signal] of asked.mock.calls) expect(signal?.aborted).toBe(true)
    instead = {}
    await model.load()
    expect(model.state.status).toBe('ready')
  })

  it('says that a device has no WebGPU', async () => {
    const grammar = () => import('@mlc-ai/web-xgrammar')
    const model = transformersJs({ engine, grammar, model: 'test/random', device: 'webgpu' })
    const reason = 'This browser has no WebGPU on this device.'
    expect(await model.check()).toEqual({ status: 'unavailable', reason })
  })

  it('says that files are not there, or are damaged', async () => {
    const model = create()
    instead = {
      'tokenizer.json': new ReadableStream({ start: (to) => to.error(new Error('gone')) }),
    }
    await expect(model.load()).rejects.toThrow('The files could not be downloaded.')
    // The library loads nothing more after this, so it comes last.
    instead = { [onnx]: whole[onnx]?.slice(0, 5_000) ?? '' }
    await expect(model.load()).rejects.toThrow('The files are damaged')
    expect(model.state.status).toBe('failed')
  })
})
