import { describe, expect, it } from 'vitest'
import { createProxy } from '../../src/create-proxy.ts'
import { mcpServers } from '../../src/mcp/mcp-servers.ts'
import { passThrough } from '../../src/pass-through/pass-through.ts'
import { plantedKey, samples } from '../gateway-under-test.ts'
import { requestOf } from '../proxy-under-test.ts'

const [sample] = samples
if (!sample) throw new Error('A sample is missing')
const { path, json } = sample

/**
 * Returns every text that can be reached from `roots`: by properties, symbols, getters, prototypes,
 * maps and sets.
 */
function textsFrom(roots: readonly unknown[]): string[] {
  const texts: string[] = []
  const seen = new Set<unknown>()
  const rest: unknown[] = [...roots]
  while (rest.length > 0) {
    const value = rest.pop()
    if (typeof value === 'string') texts.push(value)
    if ((typeof value !== 'object' || value === null) && typeof value !== 'function') continue
    if (seen.has(value)) continue
    seen.add(value)
    if (value instanceof Map || value instanceof Set || value instanceof Headers) {
      rest.push(...[...value].flat())
    }
    for (const key of Reflect.ownKeys(value)) {
      try {
        rest.push(Reflect.get(value, key))
      } catch {
        // A value that cannot be read reveals nothing.
      }
    }
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== Function.prototype) rest.push(prototype)
  }
  return texts
}

describe('a key', () => {
  it('P15 can be reached from nothing that a plug-in is given, nor from the proxy itself', async () => {
    const given: unknown[] = []
    const fetch = async () => new Response('{}', { status: 401 })
    const use = [
      passThrough({ openai: { wire: 'openai', apiKey: plantedKey, models: ['gpt-5'], fetch } }),
      mcpServers({
        tickets: {
          url: 'https://mcp.example',
          headers: () => ({ authorization: plantedKey }),
          fetch,
        },
      }),
    ]
    const proxy = createProxy({
      authorize: (request) => (given.push(request), 'ada'),
      models: {
        m: (request) => {
          given.push(request)
          throw new Error('no model')
        },
      },
      use,
      log: (entry) => given.push(entry),
    })
    const send = (to: string, body: unknown) =>
      proxy(requestOf({ path: `/api/agent${to}`, body: JSON.stringify(body) }))
    given.push(proxy, ...use, await send(path, json))
    given.push(
      await send('/mcp/tickets', {}),
      await send('/model', { modelId: 'm', options: { prompt: [] } }),
    )
    expect(given.length).toBeGreaterThan(8)
    const texts = textsFrom(given)
    expect(texts).toContain('/model')
    for (const text of texts) expect(text).not.toContain(plantedKey.slice(0, 6))
  })
})
