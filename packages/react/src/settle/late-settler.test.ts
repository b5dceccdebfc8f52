import type { Settlement, Settler } from '@ambit/core'
import { describe, expect, it, vi } from 'vitest'
import { LateSettler } from './late-settler.ts'

const settlement: Settlement = { ok: true, why: 'react', durationMs: 1 }

const createSettler = () => ({
  baseline: vi.fn(),
  beforeTool: vi.fn(async () => undefined),
  settle: vi.fn<Settler['settle']>(async () => settlement),
})

const never = (): Promise<never> => new Promise(() => undefined)

const at = { signal: new AbortController().signal, timeoutMs: 50, waitFor: [] }

describe('LateSettler', () => {
  it('passes on what it is asked while the code is on its way', async () => {
    const settler = createSettler()
    const loaded = Promise.withResolvers<Settler>()
    const late = new LateSettler(() => loaded.promise, never)
    late.baseline()
    const ready = late.beforeTool()
    const settled = late.settle({ ...at, timeoutMs: 60_000 })
    loaded.resolve(settler)
    await ready
    expect(await settled).toMatchObject({ ok: true, why: 'react' })
    expect(settler.baseline).toHaveBeenCalledTimes(1)
    expect(settler.beforeTool).toHaveBeenCalledTimes(1)
    expect(await late.settle(at)).toBe(settlement)
    expect(settler.settle).toHaveBeenLastCalledWith(at)
  })

  it('waits for code that does not come no longer than it may', async () => {
    const late = new LateSettler(never, never)
    late.baseline()
    await late.beforeTool()
    expect(await late.settle(at)).toMatchObject({ ok: false, why: 'react' })
  })

  it('asks again for code that could not be loaded', async () => {
    const settler = createSettler()
    const load = vi.fn<() => Promise<Settler>>().mockRejectedValueOnce(new Error('offline'))
    load.mockResolvedValue(settler)
    const late = new LateSettler(load, async () => undefined)
    expect(load).not.toHaveBeenCalled()
    expect(await late.settle(at)).toMatchObject({ ok: false })
    expect(await late.settle(at)).toMatchObject({ ok: true })
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('R65 waits until urgent updates are committed where the code cannot be loaded', async () => {
    const commit = Promise.withResolvers<void>()
    const load = () => Promise.reject(new Error('offline'))
    const late = new LateSettler(load, () => commit.promise)
    let isOver = false
    const settled = late.settle({ ...at, timeoutMs: 60_000 }).finally(() => (isOver = true))
    await late.beforeTool()
    expect(isOver).toBe(false)
    commit.resolve()
    expect(await settled).toMatchObject({ ok: false, why: 'react' })
  })
})
