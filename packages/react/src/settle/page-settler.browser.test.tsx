import { CancellationError, createAgent } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import { type ReactElement, startTransition, Suspense, useState, version } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { useTool } from '../tools/use-tool.ts'
import { PageBusy } from './page-busy.tsx'
import { PendingMarkers } from './pending-markers.ts'
import { createGate, type Gate } from '../../test/create-gate.tsx'
import { untilIdle } from '../../test/until-idle.ts'
import { LaneSweep } from './lane-sweep.ts'
import { SweepProbes } from './settling.tsx'
import { Listeners } from '../agent/use-store.ts'
import { PageSettler } from './settling.tsx'
import type { Until } from './until.ts'
import { Arrived, useGo, renderSettlePage } from '../../test/render-settle-page.tsx'

const isReact18 = version.startsWith('18')

/** Creates a page where `go` shows the gate in a transition. */
function pageBehind(gate: Gate) {
  let renders = 0
  let setCount: (count: number) => void = () => undefined
  function Page(): ReactElement {
    const [there, setThere] = useState(false)
    const [count, set] = useState(0)
    setCount = set
    renders++
    useGo(() => startTransition(() => setThere(true)))
    return (
      <>
        <output>{count}</output>
        <Suspense>{there && <gate.Content />}</Suspense>
      </>
    )
  }
  return { Page, renders: () => renders, setCount: (count: number) => setCount(count) }
}

function Idle(): null {
  useGo(() => 'Nothing to do')
  return null
}

/** Creates an `until` that is pending between `begin` and `end`. */
function createUntil() {
  const listeners = new Listeners()
  let isPending = false
  const set = (pending: boolean): void => {
    isPending = pending
    listeners.announce()
  }
  const until: Until = { isPending: () => isPending, subscribe: listeners.subscribe }
  return { until, listeners, begin: () => set(true), end: () => set(false) }
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

describe('PageSettler', () => {
  it('renders nothing of the page while there is nothing to wait for', async () => {
    let renders = 0
    const page = await renderSettlePage(() => {
      renders++
      return <Idle />
    })
    const before = renders
    expect(await page.chat()).toMatchObject([{ ok: true, why: 'react' }])
    expect(renders).toBe(before)
  })

  it('waits for an `until`, and for what React makes of its end', async () => {
    const { until, listeners, begin, end } = createUntil()
    let arrive: () => void = () => undefined
    function Page(): ReactElement | null {
      const [there, setThere] = useState(false)
      useGo(begin)
      arrive = () => startTransition(() => setThere(true))
      return there ? <Arrived /> : null
    }
    const page = await renderSettlePage(Page, { until })
    const settled = page.chat()
    await expect.poll(() => listeners.size).toBe(1)
    expect(page.model.requests).toHaveLength(1)
    arrive()
    end()
    expect(await settled).toMatchObject([{ ok: true }])
    expect(page.hasArrived()).toBe(true)
    expect(listeners.size).toBe(0)
  })

  it('waits for the scopes that a tool names, whatever brings them', async () => {
    const page = await renderSettlePage(() => {
      const [there, setThere] = useState(false)
      useTool({
        name: 'go',
        description: 'Goes there.',
        run: { waitForScope: 'there' },
        // React does not know this update before the timer.
        handler: () => void setTimeout(() => setThere(true), 20),
      })
      return there ? <Arrived /> : null
    })
    expect(await page.chat()).toMatchObject([{ ok: true }])
    expect(page.hasArrived()).toBe(true)
  })

  it('waits no longer than the bound, says what it waited for, and goes on with what is there', async () => {
    const gate = createGate()
    const { Page, setCount } = pageBehind(gate)
    const page = await renderSettlePage(Page, { timeoutMs: 1_000 })
    const settled = page.chat()
    await page.model.requested(1)
    setCount(7)
    // An urgent update is committed meanwhile.
    await expect.poll(() => document.querySelector('output')?.textContent).toBe('7')
    expect(await settled).toMatchObject([{ ok: false, why: 'react' }])
    gate.open()
    await expect.poll(() => document.querySelector('i')).not.toBeNull()
    expect(await page.chat()).toMatchObject([{ ok: true }])
  })

  it('names a marker, an `until`, a scope and a page that does not come to rest', async () => {
    const marked = await renderSettlePage(
      () => {
        useGo(() => undefined)
        return <PageBusy />
      },
      { timeoutMs: 1_000 },
    )
    expect(await marked.chat()).toMatchObject([{ ok: false, why: 'marker' }])

    const { until, begin } = createUntil()
    begin()
    const busy = await renderSettlePage(Idle, { until, timeoutMs: 1_000 })
    expect(await busy.chat()).toMatchObject([{ ok: false, why: 'until' }])

    const lost = await renderSettlePage(
      () => {
        useTool({
          name: 'go',
          description: 'Goes.',
          run: { waitForScope: 'nowhere' },
          handler: () => undefined,
        })
        return null
      },
      { timeoutMs: 1_000 },
    )
    expect(await lost.chat()).toMatchObject([{ ok: false, why: 'scope' }])

    const restless = await renderSettlePage(Idle, { timeoutMs: 1_000 })
    const { port1, port2 } = new MessageChannel()
    onTestFinished(() => port1.close())
    port1.addEventListener('message', () => {
      restless.agent.scopes.refresh()
      port2.postMessage('again')
    })
    port1.start()
    port2.postMessage('begin')
    expect(await restless.chat()).toMatchObject([{ ok: false, why: 'unstable' }])
  })

  it('never throws, whatever an `until` does', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue()
    const fail = (): never => {
      throw new Error('No')
    }
    for (const until of [
      { isPending: fail, subscribe: fail },
      { isPending: () => true, subscribe: fail },
    ]) {
      const page = await renderSettlePage(Idle, { until })
      expect(await page.chat()).toMatchObject([{ ok: false, why: 'until' }])
      expect(error).toHaveBeenLastCalledWith(expect.stringContaining('[ambit]'), expect.any(Error))
    }
  })

  describe('with a transition that began before the tool', () => {
    async function chatWhileHeld() {
      const gate = createGate()
      const { Page } = pageBehind(createGate())
      let hold: () => void = () => undefined
      const page = await renderSettlePage(() => {
        const [isHeld, setHeld] = useState(false)
        hold = () => startTransition(() => setHeld(true))
        return (
          <>
            <Page />
            <Suspense>{isHeld && <gate.Content />}</Suspense>
          </>
        )
      })
      hold()
      return page.chat()
    }

    // The hint is given once, so this test is the first. React 18 does not tell what it waits for.
    it.skipIf(isReact18)(
      'gives no hint to a test with false timers, whose time is over before React can render',
      async () => {
        const warn = vi.spyOn(console, 'warn').mockReturnValue()
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
        onTestFinished(() => void vi.useRealTimers())
        expect(await chatWhileHeld()).toMatchObject([{ ok: false, why: 'held-before-tool' }])
        expect(warn).not.toHaveBeenCalled()
      },
    )

    it('is not taken for a stuck one before React has had a turn', async () => {
      let set: (text: string) => void = () => undefined
      function Page(): ReactElement {
        const [text, setText] = useState('')
        set = (next) => startTransition(() => setText(next))
        return <output>{text}</output>
      }
      const sweep = new LaneSweep()
      const root = createRoot(document.body.appendChild(document.createElement('div')))
      onTestFinished(() => root.unmount())
      root.render(
        <>
          <Page />
          <SweepProbes sweep={sweep} />
        </>,
      )
      await untilIdle()
      const { scopes } = createAgent({ model: scriptedModel([]) })
      const settler = new PageSettler({
        sweep,
        scopes,
        markers: new PendingMarkers(),
        untils: () => [],
      })
      // As on a busy machine: the time of each short wait is over before React runs.
      const { setTimeout } = globalThis
      vi.stubGlobal('setTimeout', (run: () => void, ms: number) =>
        ms < 1_000 ? queueMicrotask(run) : setTimeout(run, ms),
      )
      set('older')
      settler.baseline()
      await settler.beforeTool()
      set('of the tool')
      const { signal } = new AbortController()
      const settled = settler.settle({ signal, timeoutMs: 60_000, waitFor: [] })
      expect(await settled).toMatchObject({ ok: true, why: 'react' })
      expect(document.querySelector('output')?.textContent).toBe('of the tool')
    })

    it.skipIf(isReact18)('does not blame the tool, and hints at why', async () => {
      const warn = vi.spyOn(console, 'warn').mockReturnValue()
      expect(await chatWhileHeld()).toMatchObject([{ ok: false, why: 'held-before-tool' }])
      expect(warn).toHaveBeenCalledWith(expect.stringContaining('without awaiting'))
    })
  })

  it('loses little time in a run that is awaited in an action, which holds back every transition', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const page = await renderSettlePage(() => {
      const [count, setCount] = useState(0)
      const [there, setThere] = useState(false)
      useGo(() => {
        setCount((before) => before + 1)
        startTransition(() => setThere(true))
      })
      return (
        <>
          <output>{count}</output>
          {there && <Arrived />}
        </>
      )
    })
    const settled = Promise.withResolvers<unknown>()
    startTransition(async () => {
      settled.resolve(await page.chat())
    })
    // React 18 has no actions: awaited work is not part of the transition.
    const outcome = isReact18 ? { ok: true, why: 'react' } : { ok: false, why: 'held-before-tool' }
    expect(await settled.promise).toMatchObject([outcome])
    // The urgent updates are committed. The others are committed after the action.
    expect(document.querySelector('output')?.textContent).toBe('1')
    expect(page.hasArrived()).toBe(isReact18)
    await expect.poll(() => page.agent.scopes.find('arrived')).toBeDefined()
  })

  it('is over at once when the run is cancelled or the page is closed', async () => {
    const { Page } = pageBehind(createGate())
    const page = await renderSettlePage(Page)
    const run = page.agent.chat('Go')
    await expect.poll(() => page.agent.getState().status).toBe('settling')
    run.cancel()
    await expect(run).rejects.toThrow(CancellationError)

    const closing = await renderSettlePage(pageBehind(createGate()).Page)
    const settled = closing.chat()
    await expect.poll(() => closing.agent.getState().status).toBe('settling')
    closing.root.unmount()
    expect(await settled).toMatchObject([{ ok: true, why: 'unmounted' }])
  })

  it('says that it was aborted, also where it was before', async () => {
    const settler = new PageSettler({
      sweep: new LaneSweep(),
      scopes: createAgent({ model: scriptedModel([]) }).scopes,
      markers: new PendingMarkers(),
      untils: () => [],
    })
    for (const signal of [AbortSignal.timeout(1), AbortSignal.abort()]) {
      const settled = settler.settle({ signal, timeoutMs: 60_000, waitFor: [] })
      expect(await settled).toMatchObject({ ok: false, why: 'aborted' })
    }
  })

  it('needs no frame and no timer: it works in a hidden tab', async () => {
    const gate = createGate(<Arrived />)
    const { Page } = pageBehind(gate)
    const page = await renderSettlePage(Page)
    vi.stubGlobal('requestAnimationFrame', () => 0)
    vi.stubGlobal('setTimeout', () => 0)
    const settled = page.chat()
    await page.model.requested(1)
    await untilIdle()
    gate.open()
    expect(await settled).toMatchObject([{ ok: true }])
    expect(page.hasArrived()).toBe(true)
  })
})
