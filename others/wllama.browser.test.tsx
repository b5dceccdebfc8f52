import { createAgent, jsonSchema, type LocalModel, Tool } from '@ambit/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { server } from 'vitest/browser'
import guide from '../docs/guides/local-models.md?raw'
import { randomGguf } from './random-gguf.ts'

const written = '.reports/guides/local-models/llama.ts'
const [, source = ''] = /^```ts llama\.ts\n([^]*?)^```$/m.exec(guide) ?? []
await server.commands.writeFile(written, source)
const { llama } = (await import(/* @vite-ignore */ `/${written}`)) as {
  llama: (url: string, bytes?: number) => LocalModel
}

const url = 'https://models.test/random.gguf'
const whole = randomGguf()
const models: LocalModel[] = []

/** Creates the model of the guide, of a file that a server has. */
function serve(body: BodyInit, size = whole.length): LocalModel {
  const real = globalThis.fetch
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init: RequestInit = {}) => {
    if (input !== url) return real(input, init)
    const { method, signal } = init
    const sent = method === 'HEAD' ? null : new Response(body).body
    const stop = new TransformStream<Uint8Array, Uint8Array>()
    const headers = { 'content-length': `${size}` }
    return Promise.resolve(
      new Response(sent && sent.pipeThrough(stop, signal ? { signal } : {}), { headers }),
    )
  })
  const model = llama(url, size)
  models.push(model)
  return model
}

// The library writes what it does.
beforeEach(() => void vi.spyOn(console, 'debug').mockReturnValue())

afterEach(async () => {
  for (const model of models.splice(0)) await model.remove()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Returns the names of the files on the device. */
async function kept(): Promise<string[]> {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle('cache', { create: true })
  const names: string[] = []
  for await (const name of folder.keys()) names.push(name)
  return names
}

const ask = (text: string) => ({
  prompt: [{ role: 'user' as const, content: [{ type: 'text' as const, text }] }],
  // The same answer each time, which goes on and on.
  temperature: 0,
})

// The weights are random, so only the grammar can make a call that fits.
describe('the model of a GGUF file in the guide', () => {
  it('makes calls that fit their schema, which an agent runs', async () => {
    const ran: unknown[] = []
    const model = serve(whole)
    await model.load()
    const agent = createAgent({
      model,
      limits: { iterations: 1 },
      use: [
        { name: 'must call', request: (_, next) => next({ toolChoice: { type: 'required' } }) },
      ],
      tools: [
        new Tool({
          name: 'set_color',
          description: 'Sets the colour.',
          parameters: jsonSchema({
            type: 'object',
            properties: {
              color: { enum: ['red', 'green', 'blue'] },
              n: { type: 'integer', minimum: 1, maximum: 9 },
            },
            required: ['color', 'n'],
          }),
          handler: (args) => void ran.push(args),
        }),
      ],
    })
    for (let time = 0; time < 3; time++) await agent.chat('make it red').catch(() => undefined)
    expect(ran).toHaveLength(3)
    for (const args of ran)
      expect(args).toEqual({
        color: expect.stringMatching(/^(red|green|blue)$/),
        n: expect.toSatisfy((n) => Number.isInteger(n) && n >= 1 && n <= 9),
      })
    expect(model.contextTokens).toBe(4096)
  })

  it('streams text, stops when it is cancelled, and answers the next request', async () => {
    const model = serve(whole)
    await model.load()
    // Each token is fetched by a message to the worker.
    const posted = vi.spyOn(Worker.prototype, 'postMessage')
    const stop = new AbortController()
    const { stream } = await model.doStream({
      ...ask('hello'),
      maxOutputTokens: 2_000,
      abortSignal: stop.signal,
    })
    const reader = stream.getReader()
    const pieces: string[] = []
    while (pieces.length < 3) {
      const { value } = await reader.read()
      if (value?.type === 'text-delta') pieces.push(value.delta)
    }
    stop.abort(new Error('stopped'))
    const rest = async (): Promise<void> => {
      while (!(await reader.read()).done);
    }
    await expect(rest()).rejects.toThrow('stopped')
    const { finishReason, usage } = await model.doGenerate({ ...ask('again'), maxOutputTokens: 5 })
    expect(finishReason.unified).toBe('length')
    expect(usage.inputTokens.total).toBeGreaterThan(0)
    expect(usage.outputTokens.total).toBe(5)
    expect(posted.mock.calls.length).toBeLessThan(500)
    expect(model.state.status).toBe('ready')
  })

  it('downloads when it is asked to, tells the progress, keeps the file, and deletes it', async () => {
    const model = serve(whole)
    expect(await model.check()).toEqual({ status: 'downloadable', bytes: whole.length })
    await expect(model.doGenerate(ask('hi'))).rejects.toThrow('must be downloaded first')
    const told: unknown[] = []
    model.subscribe(() => told.push(model.state.progress))
    await model.load()
    expect(told).toContain(0)
    expect(told).toContain(1)
    expect(model.state.status).toBe('ready')
    expect((await llama(url).check()).status).toBe('available')
    await model.remove()
    expect(model.state.status).toBe('downloadable')
    expect(await kept()).toEqual([])
  })

  it('leaves nothing on the device of a download that was cancelled', async () => {
    const half = new ReadableStream({
      start: (to) => to.enqueue(whole.slice(0, whole.length / 2)),
    })
    const model = serve(half)
    const loading = model.load()
    loading.catch(() => undefined)
    await vi.waitFor(() => expect(model.state.progress).toBeCloseTo(0.5, 1))
    model.cancel()
    await expect(loading).rejects.toThrow('The load was cancelled.')
    await vi.waitFor(() => expect(model.state.status).toBe('downloadable'))
    expect(await kept()).toEqual([])
  })

  it('says that a file is not GGUF, or is damaged', async () => {
    for (const body of ['<!doctype html><title>Not found</title>', whole.slice(0, 100_000)]) {
      const model = serve(body, new Blob([body]).size)
      await expect(model.load()).rejects.toThrow('The file is not GGUF, is damaged')
      expect(model.state).toMatchObject({ status: 'failed' })
      await model.remove()
    }
  })
})
