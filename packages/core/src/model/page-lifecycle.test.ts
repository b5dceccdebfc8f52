import { createAgent } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pageLifecycle } from './page-lifecycle.ts'

/** The parts of a page that report on its network and its pauses. */
let page: { window: EventTarget; document: EventTarget; navigator: { onLine: boolean } }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const window = new EventTarget()
  page = { window, document: new EventTarget(), navigator: { onLine: true } }
  vi.stubGlobal('navigator', page.navigator)
  vi.stubGlobal('document', page.document)
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const minute = 60_000

describe('pageLifecycle', () => {
  it('says whether the browser is offline, and that there is a network again', () => {
    const { isOnline, onOnline } = pageLifecycle()
    expect(isOnline()).toBe(true)
    page.navigator.onLine = false
    expect(isOnline()).toBe(false)
    const heard = vi.fn<() => void>()
    const stop = onOnline(heard)
    page.window.dispatchEvent(new Event('online'))
    expect(heard).toHaveBeenCalledOnce()
    stop()
    page.window.dispatchEvent(new Event('online'))
    expect(heard).toHaveBeenCalledOnce()
  })

  it('finds by the clock that the machine slept, and not that a hidden page has slow timers', () => {
    const woken = vi.fn<() => void>()
    const stop = pageLifecycle().onWake(woken)
    vi.advanceTimersByTime(10 * minute)
    expect(woken).not.toHaveBeenCalled()
    vi.setSystemTime(Date.now() + minute)
    vi.advanceTimersByTime(10_000)
    expect(woken).not.toHaveBeenCalled()
    vi.setSystemTime(Date.now() + 60 * minute)
    vi.advanceTimersByTime(10_000)
    expect(woken).toHaveBeenCalledOnce()
    stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([
    ['is no longer frozen', () => page.document.dispatchEvent(new Event('resume'))],
    ['comes out of the back-forward cache', () => page.window.dispatchEvent(new Event('pageshow'))],
  ])('looks at once when the page %s', (_what, happen) => {
    const woken = vi.fn<() => void>()
    const stop = pageLifecycle().onWake(woken)
    happen()
    expect(woken).not.toHaveBeenCalled()
    vi.setSystemTime(Date.now() + 60 * minute)
    happen()
    happen()
    expect(woken).toHaveBeenCalledOnce()
    stop()
    vi.setSystemTime(Date.now() + 60 * minute)
    happen()
    expect(woken).toHaveBeenCalledOnce()
  })

  it('says that the page begins to leave, and whether it stays after all', async () => {
    vi.useFakeTimers()
    const stays = vi.fn<() => void>()
    const stop = pageLifecycle().onLeave?.((promise) => void promise.then(stays))
    page.window.dispatchEvent(new Event('beforeunload'))
    await vi.advanceTimersByTimeAsync(9_999)
    expect(stays).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(stays).toHaveBeenCalledOnce()
    stop?.()
    page.window.dispatchEvent(new Event('beforeunload'))
    expect(vi.getTimerCount()).toBe(0)
  })

  it('has an agent wait while the browser is offline, and go on once', async () => {
    page.navigator.onLine = false
    const unreached = { refuse: new TypeError('Failed to fetch') }
    const model = scriptedModel([unreached, unreached, 'Hello'])
    const run = createAgent({ model }).chat('Hi')
    const waits = (): number => run.events.filter(({ type }) => type === 'agent:waiting').length
    await vi.waitFor(() => expect(waits()).toBe(1))
    // The event says that there is a network, and `onLine` says that there is none.
    page.window.dispatchEvent(new Event('online'))
    await vi.waitFor(() => expect(waits()).toBe(2))
    expect(model.requests).toHaveLength(2)
    page.navigator.onLine = true
    page.window.dispatchEvent(new Event('online'))
    page.window.dispatchEvent(new Event('online'))
    expect((await run).content).toBe('Hello')
    expect(model.requests).toHaveLength(3)
  })

  it('says nothing where there is no page', () => {
    vi.unstubAllGlobals()
    const { isOnline, onOnline } = pageLifecycle()
    expect(isOnline()).toBe(true)
    expect(onOnline(() => undefined)).not.toThrow()
  })
})
