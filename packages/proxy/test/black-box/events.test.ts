import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { codeOf, openGateway, plantedKey, samples, ways } from '../gateway-under-test.ts'

const [chat] = samples
if (!chat) throw new Error('A sample is missing')
const { path, json, events } = chat
const eventStream = { 'content-type': 'text/event-stream' }
const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Creates a body whose pieces the test writes. */
function gated() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({ start: (own) => void (controller = own) })
  return {
    body,
    write: (text: string | Uint8Array) =>
      controller?.enqueue(typeof text === 'string' ? encode(text) : text),
    end: () => controller?.close(),
  }
}

afterEach(() => void vi.useRealTimers())

describe('a heartbeat', () => {
  it('P28 stands between two events, never inside one, and changes none', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const { body, write, end } = gated()
    const { send } = await openGateway(
      'bare handler',
      undefined,
      { timeouts: { heartbeat: 5 } },
      { fetch: async () => new Response(body, { headers: eventStream }) },
    )
    const [first = '', ...rest] = events
    write(first)
    const reader = (await send(path, { json })).body?.getReader()
    const decoder = new TextDecoder()
    const read = async () => decoder.decode((await reader?.read())?.value, { stream: true })
    /** Waits until the proxy waits, and then lets `ms` milliseconds pass. */
    const pass = async (ms: number) => {
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
      await vi.advanceTimersByTimeAsync(ms)
    }
    let text = await read()
    expect(text).toBe(first)
    // Silence after a whole event.
    for (let nth = 0; nth < 2; nth++) {
      const silent = read()
      await pass(5)
      expect(await silent).toBe(': \n\n')
    }
    // Silence inside an event, and inside a character: the next bytes are the rest of it.
    const [half, other] = [encode('data: {"x":"ü').slice(0, -1), encode('ü"}\n\n').slice(1)]
    write(half)
    text += await read()
    const waiting = read()
    await pass(30)
    write(other)
    text += await waiting
    for (const event of rest) write(event)
    end()
    for (let more = await read(); more; more = await read()) text += more === ': \n\n' ? '' : more
    expect(text).toBe(`${first}data: {"x":"ü"}\n\n${rest.join('')}`)
  })

  it('P28 P23 is none unless asked for', async () => {
    const { send } = await openGateway('bare handler')
    expect(await (await send(path, { json })).text()).toBe(events.join(''))
  })
})

describe('a cap of one event', () => {
  it.each(ways)('P31 breaks off what has a larger one, by the %s', async (way) => {
    const { send, log } = await openGateway(
      way,
      (_request, response) => {
        response.writeHead(200, eventStream)
        response.write(events[0], () => response.end(`data: {"x":"${'y'.repeat(2_000)}"}\n\n`))
      },
      { bytes: { event: 1_000 } },
    )
    await expect(send(path, { json }).then((response) => response.text())).rejects.toThrow()
    expect(log).toMatchObject([{ code: 'upstream_too_large' }])
  })

  it('P31 lets through many that are small, and by default any', async () => {
    const many = Array(50).fill(': small\n\n').join('') + events.join('')
    const answer = (body: string) => ({
      fetch: async () => new Response(body, { headers: eventStream }),
    })
    const capped = await openGateway(
      'bare handler',
      undefined,
      { bytes: { event: 200 } },
      answer(many),
    )
    expect(await (await capped.send(path, { json })).text()).toBe(many)
    // A client library once cut off images at 8 MiB.
    const image = `data: {"x":"${'y'.repeat(9 * 1024 * 1024)}"}\n\n${events.join('')}`
    const open = await openGateway('bare handler', undefined, {}, answer(image))
    expect((await (await open.send(path, { json })).text()).length).toBe(image.length)
  })
})

describe('events that are cut anywhere', () => {
  it('P31 P32 hide no error, wherever its bytes and characters are split', async () => {
    const failure = encode(
      `data: {"type":"error","error":{"type":"overloaded_error","message":"über ${plantedKey} 🧭"}}\n\n`,
    )
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(sizes, async (lengths) => {
        const { body, write, end } = gated()
        for (let at = 0, nth = 0; at < failure.length; nth++) {
          const length = lengths[nth % lengths.length] ?? 1
          write(failure.slice(at, at + length))
          at += length
        }
        end()
        const fetch = async () => new Response(body, { headers: eventStream })
        const { send } = await openGateway('bare handler', undefined, {}, { fetch })
        const response = await send(path, { json })
        expect(response.status).toBe(503)
        expect(await response.text()).not.toContain(plantedKey.slice(0, 6))
      }),
      { numRuns: 60, seed: 5, examples: [[[1]]] },
    )
  })

  it.each(samples)(
    'P23 P25 keep the end of $name, byte by byte',
    async ({ path, json, events }) => {
      const bytes = encode(events.join('').replaceAll('Hello', 'Zürich 🧭'))
      const fetch = async () => {
        const { body, write, end } = gated()
        for (const byte of bytes) write(new Uint8Array([byte]))
        end()
        return new Response(body, { headers: eventStream })
      }
      const { send, log } = await openGateway('bare handler', undefined, {}, { fetch })
      expect(await (await send(path, { json })).bytes()).toEqual(bytes)
      expect(log).toMatchObject([{ code: undefined }])
      expect(log[0]?.attributes).toMatchObject({ 'gen_ai.usage.output_tokens': 3 })
    },
  )
})

describe('fallbacks of a pass-through', () => {
  const ask = async (fallback: readonly string[], answers: Response[], with_ = chat) => {
    const asked: string[] = []
    const fetch: typeof globalThis.fetch = async (url, init) => {
      const { model = '' } = JSON.parse(String(init?.body)) as { model?: string }
      asked.push(`${String(url).replace(/^.*\/v1/, '')} ${model}`.trim())
      return answers.shift() ?? new Response(with_.events.join(''), { headers: eventStream })
    }
    const [, name = '', model = ''] =
      /^\/(\w+).*?(?:models\/([^:]*))?(?::.*)?$/.exec(with_.path) ?? []
    const id = `${name}/${model || String(with_.json['model'])}`
    const gateway = await openGateway(
      'bare handler',
      undefined,
      { retry: { fallback: { [id]: fallback } } },
      { fetch },
    )
    return { asked, response: await gateway.send(with_.path, { json: with_.json }) }
  }
  const overloaded = () =>
    new Response('data: {"type":"error","error":{"type":"overloaded_error"}}\n\n', {
      headers: eventStream,
    })

  it('P34 ask another provider that speaks the same wire, by its own rules and key', async () => {
    const { asked, response } = await ask(['mine/qwen3'], [overloaded()])
    expect(await response.text()).toBe(events.join(''))
    expect(asked).toEqual(['/chat/completions gpt-5', '/chat/completions qwen3'])
  })

  it('P34 P4 do not ask another wire, and answer with the failure of the first', async () => {
    const { asked, response } = await ask(['anthropic/claude-sonnet-5-5'], [overloaded()])
    expect(asked).toHaveLength(1)
    expect(await codeOf(response)).toBe('upstream_overloaded')
  })

  it.each(['openai/gpt-4', 'nowhere/gpt-5'])('P34 P4 cannot be %s', async (id) => {
    await expect(ask([id], [])).rejects.toThrow('`retry.fallback` names')
  })

  it('P34 ask nobody else once content has come', async () => {
    const begun = new Response(events[0] ?? '', { headers: eventStream })
    const { asked, response } = await ask(['mine/qwen3'], [begun])
    await expect(response.text()).rejects.toThrow()
    expect(asked).toHaveLength(1)
  })
})

describe('a `fetch` of the server’s own', () => {
  it('P38 P29 is not believed when it followed a redirect', async () => {
    const fetch = async () => {
      const response = new Response(events.join(''), { headers: eventStream })
      return Object.defineProperty(response, 'redirected', { value: true })
    }
    const { send } = await openGateway('bare handler', undefined, {}, { fetch })
    const response = await send(path, { json })
    expect(response.status).toBe(502)
    expect(await codeOf(response)).toBe('upstream_redirect')
  })
})
