import { afterEach, describe, expect, it, vi } from 'vitest'
import { serverStorage } from './server-storage.ts'

const granted = { row: { id: 's' }, intents: [], leaseMs: 1_000 }

/** Creates a storage whose server answers by `answer`, and keeps the requests. */
function createStorage(answer: (operation: string, gets: { claim?: string }) => unknown) {
  const asked: { operation: string; keepalive?: boolean | undefined }[] = []
  const fetch: typeof globalThis.fetch = async (_url, init = {}) => {
    if (init.method !== 'POST') return new Response(null, { status: 401 })
    const gets = JSON.parse(init.body as string) as { operation: string; claim?: string }
    const { operation } = gets
    asked.push({ operation, keepalive: init.keepalive })
    return Response.json(answer(operation, gets))
  }
  return { asked, storage: serverStorage({ baseURL: '/api/', fetch, retryMs: 1 }) }
}

afterEach(() => vi.unstubAllGlobals())

describe('serverStorage', () => {
  it.each([
    ['no place', {}, 'baseURL'],
    ['headers that are a text', { baseURL: '/api', headers: 'a: b' }, 'headers'],
    ['a time that is a text', { baseURL: '/api', pollMs: '5s' }, 'pollMs'],
  ])('refuses %s', (_name, options, named) => {
    expect(() => serverStorage(options as never)).toThrow(named)
  })

  it('gives its claims back when the page is left, in a request that outlives it', async () => {
    const page = new EventTarget()
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
    const { asked, storage } = createStorage(() => granted)
    const left = await storage.claim('s', { at: 1 })
    page.dispatchEvent(new Event('pagehide'))
    await vi.waitFor(() => expect(asked[1]).toEqual({ operation: 'release', keepalive: true }))
    await left?.release()
    page.dispatchEvent(new Event('pagehide'))
    expect(asked.map(({ operation }) => operation)).toEqual(['claim', 'release', 'release'])
  })

  it('gives a claim back after a reload, if what the page sent at its end was lost', async () => {
    const page = new EventTarget()
    const items = new Map<string, string>()
    const getItem = (name: string): string | null => items.get(name) ?? null
    const setItem = (name: string, text: string): void => void items.set(name, text)
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
    vi.stubGlobal('sessionStorage', { getItem, setItem })
    let held: string | undefined
    let isLost = true
    const answer = (operation: string, { claim }: { claim?: string }): unknown => {
      if (operation === 'release' && isLost) throw new TypeError('Failed to fetch')
      if (operation === 'release' && held === claim) held = undefined
      if (operation !== 'claim') return null
      held ??= claim
      return held === claim ? granted : null
    }
    await createStorage(answer).storage.claim('s', { at: 1 })
    page.dispatchEvent(new Event('pagehide'))
    await vi.waitFor(() => expect(items.size).toBe(1))
    isLost = false
    const { asked, storage } = createStorage(answer)
    expect(await storage.claim('s', { at: 1, isWaiting: false })).toBeDefined()
    expect(asked.map(({ operation }) => operation)).toEqual(['release', 'claim'])
    expect(await createStorage(answer).storage.claim('s', { at: 1, isWaiting: false })).toBe(
      undefined,
    )
  })

  it('claims a session again whose release was lost', async () => {
    let isAway = false
    let held: string | undefined
    const { asked, storage } = createStorage((operation, { claim }) => {
      if (isAway) throw new TypeError('Failed to fetch')
      if (operation === 'release' && held === claim) held = undefined
      if (operation !== 'claim') return null
      held ??= claim
      return held === claim ? granted : null
    })
    const first = await storage.claim('s', { at: 1 })
    isAway = true
    await first?.release()
    isAway = false
    expect(await storage.claim('s', { at: 1, isWaiting: false })).toBeDefined()
    expect(asked.at(-1)?.operation).toBe('claim')
  })

  it('waits once for a server that is away, and not again for each request', async () => {
    let isAway = true
    const { asked, storage } = createStorage(() => {
      if (isAway) throw new TypeError('Failed to fetch')
      return null
    })
    await expect(storage.read('s')).rejects.toMatchObject({ details: { kind: 'unavailable' } })
    const attempts = asked.length
    expect(attempts).toBeGreaterThan(1)
    await expect(storage.read('s')).rejects.toMatchObject({ details: { kind: 'unavailable' } })
    expect(asked).toHaveLength(attempts + 1)
    isAway = false
    expect(await storage.read('s')).toBeUndefined()
    isAway = true
    await expect(storage.read('s')).rejects.toMatchObject({ details: { kind: 'unavailable' } })
    expect(asked).toHaveLength(2 * attempts + 2)
  })

  it('sends what is asked in one turn as one request, and tells each what became of it', async () => {
    const bodies: string[] = []
    const refused = { kind: 'duplicate', message: 'started before' }
    const fetch: typeof globalThis.fetch = async (_url, init = {}) => {
      bodies.push(init.body as string)
      return Response.json([{ answer: { id: 's' } }, { refused }])
    }
    const storage = serverStorage({ baseURL: '/api/', fetch })
    const read = storage.read('s')
    await expect(storage.readMessages('s', { last: 1 })).rejects.toMatchObject({
      details: { kind: 'duplicate' },
    })
    expect(await read).toEqual({ id: 's' })
    expect(bodies).toEqual([
      '[{"operation":"read","id":"s"},{"operation":"messages","id":"s","last":1}]',
    ])
  })

  it.each([400, 413])(
    'sends each alone if the server takes not all together (%i)',
    async (status) => {
      const bodies: string[] = []
      const fetch: typeof globalThis.fetch = async (_url, init = {}) => {
        const body = init.body as string
        bodies.push(body)
        return body.includes('wrong') ? new Response(null, { status }) : Response.json({ id: 's' })
      }
      const storage = serverStorage({ baseURL: '/api/', fetch })
      const wrong = storage.read('wrong')
      expect(await storage.read('s')).toEqual({ id: 's' })
      await expect(wrong).rejects.toMatchObject({ code: 'storage' })
      expect(bodies).toHaveLength(3)
    },
  )

  it('sends much that is asked in one turn as several requests', async () => {
    const sizes: number[] = []
    const fetch: typeof globalThis.fetch = async (_url, init = {}) => {
      const body = JSON.parse(init.body as string) as unknown
      sizes.push([body].flat().length)
      return Response.json(Array.isArray(body) ? body.map(() => ({ answer: null })) : null)
    }
    const storage = serverStorage({ baseURL: '/api/', fetch })
    await Promise.all(Array.from({ length: 25 }, (_, nth) => storage.read(`s${nth}`)))
    const title = 'x'.repeat(150_000)
    await Promise.all([storage.update('s', { title }), storage.update('t', { title })])
    expect(sizes).toEqual([10, 10, 5, 1, 1])
  })
})
