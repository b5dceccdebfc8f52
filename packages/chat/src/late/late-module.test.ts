import { describe, expect, it, vi } from 'vitest'
import { LateModule } from './late-module.ts'

const offline = new TypeError('Failed to fetch dynamically imported module')

describe('LateModule', () => {
  it('fetches once, however often it is asked for, and tells its listeners', async () => {
    const fetch = vi.fn(async () => 'module')
    const late = new LateModule(fetch)
    const told: unknown[] = []
    late.subscribe(() => told.push(late.getState()))
    expect(fetch).not.toHaveBeenCalled()
    await Promise.all([late.load(), late.load()])
    await late.load()
    expect(fetch).toHaveBeenCalledTimes(1)
    expect(told).toEqual([
      { module: undefined, hasFailed: false, isLoading: true },
      { module: 'module', hasFailed: false, isLoading: false },
    ])
  })

  it('tries once more after a pause', async () => {
    const pause = vi.fn(async () => undefined)
    const fetch = vi.fn<() => Promise<string>>().mockRejectedValueOnce(offline)
    fetch.mockResolvedValue('module')
    const late = new LateModule(fetch, pause)
    await late.load()
    expect(pause).toHaveBeenCalledTimes(1)
    expect(late.getState()).toEqual({ module: 'module', hasFailed: false, isLoading: false })
  })

  it('says that both tries failed, never rejects, and begins anew when it is asked again', async () => {
    const fetch = vi.fn<() => Promise<string>>().mockRejectedValue(offline)
    const late = new LateModule(fetch, async () => undefined)
    await late.load()
    expect(fetch).toHaveBeenCalledTimes(2)
    expect(late.getState()).toEqual({ module: undefined, hasFailed: true, isLoading: false })
    fetch.mockResolvedValue('module')
    const again = late.load()
    expect(late.getState()).toMatchObject({ hasFailed: true, isLoading: true })
    await again
    expect(late.getState()).toEqual({ module: 'module', hasFailed: false, isLoading: false })
  })
})
