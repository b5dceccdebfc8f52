import { IDBFactory } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { TabChannel } from './tab-channel.ts'

afterEach(() => vi.unstubAllGlobals())

describe('TabChannel', () => {
  it('opens nothing where there is no database, as on a server, so that Node can end', () => {
    vi.stubGlobal('indexedDB', undefined)
    const opened = vi.fn<() => void>()
    vi.stubGlobal('BroadcastChannel', opened)
    const channel = new TabChannel('sessions')

    channel.listen('s1', () => undefined)
    channel.pong('s1')

    expect(opened).not.toHaveBeenCalled()
  })

  it('says to the other pages what one says', async () => {
    vi.stubGlobal('indexedDB', new IDBFactory())
    const [one, other] = [new TabChannel('sessions'), new TabChannel('sessions')]
    const { promise: heard, resolve } = Promise.withResolvers<string>()
    const stop = other.listen('s1', ({ type }) => resolve(type))

    one.pong('s1')

    expect(await heard).toBe('pong')
    stop()
  })
  it('ignores what is not a message', async () => {
    vi.stubGlobal('indexedDB', new IDBFactory())
    const page = new TabChannel('sessions')
    const { promise: heard, resolve } = Promise.withResolvers<string>()
    const listener = vi.fn(({ type }: { readonly type: string }) => resolve(type))
    const stop = page.listen('s1', listener)
    const foreign = new BroadcastChannel('sessions')
    const post = foreign.postMessage.bind(foreign)

    const note = { sid: 's1', type: 'note' }
    const others = [null, 7, 'ask', [], {}, { type: 'ask' }, { type: 'shown', sids: 's1' }]
    for (const data of [...others, note, { ...note, note: null }]) post(data)
    post({ sid: 's1', type: 'pong' })

    expect(await heard).toBe('pong')
    expect(listener).toHaveBeenCalledOnce()
    stop()
    foreign.close()
  })
})
