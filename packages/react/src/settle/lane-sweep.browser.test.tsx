import { type ReactElement, startTransition, Suspense, useState, version } from 'react'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { createGate, type Gate } from '../../test/create-gate.tsx'
import { untilIdle } from '../../test/until-idle.ts'
import { LaneSweep, type Sweep } from './lane-sweep.ts'
import { SweepProbes } from './settling.tsx'
import { waitUntil } from './settling.tsx'

const isReact18 = version.startsWith('18')

/** Renders parts that each show a gate in a transition, and a sweep below. */
async function createPage(sweep = new LaneSweep(), count = 30) {
  const parts: ((gate: Gate) => void)[] = []
  let renders = 0
  function Part({ at }: { at: number }): ReactElement {
    const [gate, setGate] = useState<Gate>()
    renders++
    parts[at] = setGate
    return <Suspense>{gate && <gate.Content />}</Suspense>
  }
  const screen = await render(
    <>
      {Array.from({ length: count }, (_, at) => (
        <Part key={at} at={at} />
      ))}
      <SweepProbes sweep={sweep} />
    </>,
  )
  return {
    sweep,
    screen,
    renders: () => renders,
    show: (at: number, gate: Gate) => startTransition(() => parts[at]?.(gate)),
  }
}

const comesTo = ({ sweep }: { sweep: LaneSweep }, held: Sweep, most = 0) =>
  waitUntil(() => held() <= most, [sweep], { timeoutMs: 60_000 })

const openGate = (): Gate => ({ Content: () => <b />, open: () => undefined })

describe('LaneSweep', () => {
  it('has a probe in the lane of a pending transition, whichever lane that is', async () => {
    const firstHeld = new Set<number>()
    for (let events = 0; events < 16; events++) {
      const page = await createPage()
      const gate = createGate()
      page.show(0, gate)
      await Promise.resolve()
      for (let at = 1; at <= events; at++) {
        page.show(at, openGate())
        await Promise.resolve()
      }
      const held = page.sweep.start()
      // A React that renders transitions together holds back all probes, the deferred one as well.
      expect(await comesTo(page, held, isReact18 ? 17 : 2)).toBe(true)
      await untilIdle()
      expect(held()).toBeGreaterThan(0)
      firstHeld.add(page.sweep.lanes.findIndex(({ committed }) => committed === 0))
      gate.open()
      expect(await comesTo(page, held)).toBe(true)
      await page.screen.unmount()
    }
    expect(firstHeld.size).toBe(isReact18 ? 1 : 10)
    // Sixteen pages take long on a busy machine.
  }, 180_000)

  it('ties no lanes together: what is stuck holds back nothing of the app but its own lane', async () => {
    const page = await createPage()
    const stuck = createGate()
    page.show(0, stuck)
    for (let sweeps = 0; sweeps < 8; sweeps++) {
      expect(await comesTo(page, page.sweep.start(), isReact18 ? 17 : 2)).toBe(true)
      await untilIdle()
    }
    for (let at = 1; at <= 20; at++) {
      page.show(at, openGate())
      await Promise.resolve()
    }
    const shown = page.screen.container.getElementsByTagName('b')
    await expect.poll(() => shown.length).toBeGreaterThanOrEqual(isReact18 ? 0 : 18)
    stuck.open()
    expect(await comesTo(page, page.sweep.start())).toBe(true)
    expect(shown).toHaveLength(20)
  })

  it('renders nothing of the page', async () => {
    const page = await createPage()
    const before = page.renders()
    expect(await comesTo(page, page.sweep.start())).toBe(true)
    expect(await comesTo(page, page.sweep.flushEffects())).toBe(true)
    expect(page.renders()).toBe(before)
  })

  it('sweeps again what was asked for when its components were replaced', async () => {
    const page = await createPage()
    const first = page.sweep.start()
    const second = page.sweep.start()
    const flush = page.sweep.flushEffects()
    const third = page.sweep.start()
    expect(await comesTo(page, () => first() + second() + flush() + third())).toBe(true)
  })

  it('is over at once when it is closed', async () => {
    const page = await createPage()
    page.show(0, createGate())
    const held = page.sweep.start()
    const isOver = comesTo(page, held)
    page.sweep.close()
    expect(await isOver).toBe(true)
    expect(page.sweep.isGone).toBe(true)
    expect(page.sweep.start()()).toBe(0)
  })
})
